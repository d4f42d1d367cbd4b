import type { WorkClaim } from '../../../prisma/client.ts';
import type { WriteContext } from '../../context.ts';
import type { WorkEventInput } from '../work-event.ts';
import { createId } from '../../values/ids.ts';
import { scopeOf } from '../packet-state.ts';
import { type LockedPacket, lockPacketForAgent } from '../lock-packet.ts';
import { withCause } from '../conflict-cause.ts';
import { saveChanges } from '../save-changes.ts';
import { createWrite } from '../../writes/write.ts';
import { ClaimWorkInput, ReleaseClaimInput, RenewClaimInput } from './inputs.ts';
import { changesClaim, MAX_CLAIMS, decideClaim, decideRelease, decideRenewal } from './rules.ts';
import { assertClaimCount, requireClaim } from './statements.ts';
import { Claim } from './type.ts';

createWrite('claimWork', {
  type: Claim,
  input: ClaimWorkInput,
  description:
    'Claims a scope of a work packet. If the caller already holds the claim, renews it, for the current version. ' +
    `An agent holds at most ${MAX_CLAIMS} claims.`,
  getRetries: 'none',
  locks: ({ workId }) => [workId],
  policy: 'agent',
  run: withCause(async (ctx, { workId, scope, version, ttlSeconds }) => {
    const { handle: by } = ctx.viewer.agent;
    const locked = await lockPacketForAgent(ctx, workId);
    const { changes, now } = locked;
    const request = { by, now, scope, version, ttlSeconds, id: createId(now) };
    const event = decideClaim(changes.packet, request);
    if (event.kind === 'claim.granted') await assertClaimCount(ctx.db, by, now);
    return saveEvent(ctx, locked, event);
  }),
});

createWrite('renewClaim', {
  type: Claim,
  input: RenewClaimInput,
  description:
    'Renews a claim: its lease starts again now. Changes nothing if the expiry would move by less than a minute.',
  getRetries: 'none',
  locks: ({ workId }) => [workId],
  policy: 'agent',
  run: withCause(async (ctx, input) => {
    const { handle: by } = ctx.viewer.agent;
    const locked = await lockPacketForAgent(ctx, input.workId);
    const { scopeName } = await requireClaim(ctx.db, input.workId, input.claimId);
    const { changes, now } = locked;
    const scope = scopeOf(changes.packet, scopeName);
    return saveEvent(ctx, locked, decideRenewal(changes.packet, scope, { ...input, by, now }));
  }),
});

createWrite('releaseClaim', {
  type: Claim,
  input: ReleaseClaimInput,
  description: 'Releases a claim. The scope becomes open.',
  getRetries: 'none',
  locks: ({ workId }) => [workId],
  policy: 'agent',
  run: withCause(async (ctx, input) => {
    const { handle: by } = ctx.viewer.agent;
    const locked = await lockPacketForAgent(ctx, input.workId);
    const { scopeName } = await requireClaim(ctx.db, input.workId, input.claimId);
    const { changes, now } = locked;
    const scope = scopeOf(changes.packet, scopeName);
    return saveEvent(ctx, locked, decideRelease(changes.packet, scope, { ...input, by, now }));
  }),
});

/** Records the event, if it changes the claim, and saves the changes. Returns the claim. */
async function saveEvent(
  ctx: WriteContext,
  { changes }: LockedPacket,
  event: WorkEventInput,
): Promise<WorkClaim> {
  if (changesClaim(changes.packet, event)) changes.record(event);
  await saveChanges(ctx.db, changes, ctx.facade);
  return requireClaim(ctx.db, changes.packet.id, event.claimId ?? '');
}

import type { WorkClaim } from '../../../prisma/client.ts';
import { requireActiveAgent } from '../../access.ts';
import type { WriteContext } from '../../context.ts';
import type { WorkEventInput } from '../events/rules.ts';
import { createId } from '../../values/ids.ts';
import { scopeOf } from '../packets/rules.ts';
import { type LockedPacket, lockPacketForAgent, saveChanges } from '../packets/statements.ts';
import { createWrite } from '../../writes/write.ts';
import { ClaimWorkInput, ReleaseClaimInput, RenewClaimInput } from './inputs.ts';
import { decideClaim, decideRelease, decideRenewal } from './rules.ts';
import { requireClaim } from './statements.ts';
import { Claim } from './type.ts';

createWrite('claimWork', {
  type: Claim,
  input: ClaimWorkInput,
  description: 'Claims one scope of a packet; for its holder, renews the claim.',
  policy: 'agent',
  run: async (ctx, { workId, scope, version, ttlSeconds }) => {
    const { handle: by } = requireActiveAgent(ctx.viewer);
    const work = await lockPacketForAgent(ctx, workId);
    const { changes: ledger, now } = work;
    const request = { by, now, scope, version, ttlSeconds, id: createId(now) };
    return write(ctx, work, decideClaim(ledger.packet, request));
  },
});

createWrite('renewClaim', {
  type: Claim,
  input: RenewClaimInput,
  description: 'Renews a claim: its lease begins anew.',
  policy: 'agent',
  run: async (ctx, input) => {
    const { handle: by } = requireActiveAgent(ctx.viewer);
    const work = await lockPacketForAgent(ctx, input.workId);
    const { scopeName } = await requireClaim(ctx.db, input.workId, input.claimId);
    const { changes: ledger, now } = work;
    const scope = scopeOf(ledger.packet, scopeName);
    return write(ctx, work, decideRenewal(ledger.packet, scope, { ...input, by, now }));
  },
});

createWrite('releaseClaim', {
  type: Claim,
  input: ReleaseClaimInput,
  description: 'Gives a claim up: its scope is open again.',
  policy: 'agent',
  run: async (ctx, input) => {
    const { handle: by } = requireActiveAgent(ctx.viewer);
    const work = await lockPacketForAgent(ctx, input.workId);
    const { scopeName } = await requireClaim(ctx.db, input.workId, input.claimId);
    const { changes: ledger, now } = work;
    const scope = scopeOf(ledger.packet, scopeName);
    return write(ctx, work, decideRelease(ledger.packet, scope, { ...input, by, now }));
  },
});

/** Writes what was decided, and gives the claim it is about. */
async function write(
  ctx: WriteContext,
  { changes: ledger }: LockedPacket,
  happening: WorkEventInput,
): Promise<WorkClaim> {
  ledger.record(happening);
  await saveChanges(ctx.db, ledger, ctx.facade);
  return requireClaim(ctx.db, ledger.packet.id, happening.claimId ?? '');
}

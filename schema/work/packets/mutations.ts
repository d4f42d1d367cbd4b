import { requireOpenChannel } from '../../channels/statements.ts';
import type { AgentWriteContext } from '../../context.ts';
import { createId } from '../../values/ids.ts';
import { createWrite } from '../../writes/write.ts';
import {
  CreateWorkInput,
  DEFAULT_CLAIM_TTL_SECONDS,
  DEFAULT_MIN_INDEPENDENT_REVIEWS,
  DEFAULT_REVIEW_TTL_SECONDS,
  defaultExpiry,
  packetRules,
} from './inputs.ts';
import { DEFAULT_SCOPE, toCriteria, toScopes, toWireParts } from './parts.ts';
import { PacketChanges } from '../packet-changes.ts';
import { saveChanges } from '../save-changes.ts';
import { type PacketRow, toPacket } from '../stored-packet.ts';
import { createdEvent } from './rules.ts';
import { insertPacket, requirePacket } from './statements.ts';
import { WorkPacket } from './type.ts';

createWrite('createWork', {
  type: WorkPacket,
  input: CreateWorkInput,
  description: 'Creates a work packet. Agents claim its scopes and submit work.',
  policy: 'agent',
  rules: packetRules,
  toEffect: toWireParts,
  run: createPacket,
});

async function createPacket(
  ctx: AgentWriteContext,
  input: typeof CreateWorkInput.$inferInput,
): Promise<PacketRow> {
  const now = ctx.clock.now();
  if (input.channel) await requireOpenChannel(ctx.db, input.channel);
  const id = createId(now);
  await insertPacket(ctx.db, {
    id,
    title: input.title ?? null,
    statement: input.statement,
    acceptance: toCriteria(input.acceptance),
    scopes: toScopes(input.scopes ?? [{ name: DEFAULT_SCOPE }]),
    channelSlug: input.channel ?? null,
    claimTtlSeconds: input.claimTtlSeconds ?? DEFAULT_CLAIM_TTL_SECONDS,
    reviewTtlSeconds: input.reviewTtlSeconds ?? DEFAULT_REVIEW_TTL_SECONDS,
    minIndependentReviews: input.minIndependentReviews ?? DEFAULT_MIN_INDEPENDENT_REVIEWS,
    expiresAt: input.expiresAt ?? defaultExpiry(now),
    createdBy: ctx.viewer.agent.handle,
    via: ctx.facade,
    now,
  });
  const changes = new PacketChanges(toPacket(await requirePacket(ctx.db, id)));
  changes.record(createdEvent(changes.packet));
  await saveChanges(ctx.db, changes, ctx.facade);
  return requirePacket(ctx.db, id);
}

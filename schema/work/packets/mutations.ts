import { sql } from '../../../prisma/client.ts';
import { requireOpenChannel } from '../../channels/statements.ts';
import type { AgentWriteContext } from '../../context.ts';
import { createId } from '../../values/ids.ts';
import { createWrite } from '../../writes/write.ts';
import {
  type AcceptanceItem,
  CreateWorkInput,
  defaultExpiry,
  packetRules,
  type ScopeItem,
  toCriteria,
  toScopes,
} from './inputs.ts';
import { PacketChanges } from '../packet-changes.ts';
import { saveChanges } from '../save-changes.ts';
import { type PacketRow, toPacket } from '../stored-packet.ts';
import { createdEvent } from './rules.ts';
import { requirePacket } from './statements.ts';
import { WorkPacket } from './type.ts';

createWrite('createWork', {
  type: WorkPacket,
  input: CreateWorkInput,
  description: 'Creates a work packet. Other agents claim its scopes and submit work.',
  policy: 'agent',
  rules: packetRules,
  run: create,
});

async function create(ctx: AgentWriteContext, input: typeof CreateWorkInput.$inferInput): Promise<PacketRow> {
  const { handle: createdBy } = ctx.viewer.agent;
  const now = ctx.clock.now();
  const expiresAt = input.expiresAt ?? defaultExpiry(now);
  if (input.channel) await requireOpenChannel(ctx.db, input.channel);
  const id = createId(now);
  const { claimTtlSeconds, reviewTtlSeconds, minIndependentReviews } = input;
  const acceptance = toCriteria(input.acceptance as AcceptanceItem[]);
  await ctx.db.rows(sql`
    insert into work_packets (id, title, statement, acceptance, channel_slug, claim_ttl_seconds, review_ttl_seconds,
      min_independent_reviews, expires_at, changed_at, created_by, via, created_at)
    values (${id}::uuid, ${input.title ?? null}, ${input.statement}, ${JSON.stringify(acceptance)}::jsonb,
      ${input.channel ?? null}, ${claimTtlSeconds ?? 3600}, ${reviewTtlSeconds ?? 604_800},
      ${minIndependentReviews ?? 0}, ${expiresAt}, ${now}, ${createdBy}, ${ctx.facade}::"Via", ${now})`);
  const scopes = toScopes((input.scopes ?? ['main']) as ScopeItem[]);
  await ctx.db.rows(sql`
    insert into work_scopes (packet_id, name, position, description)
    select ${id}::uuid, s.name, s.position, s.description
    from jsonb_to_recordset(${JSON.stringify(scopes)}::jsonb) as s(name text, position int, description text)`);
  const changes = new PacketChanges(toPacket(await requirePacket(ctx.db, id)));
  changes.record(createdEvent(changes.packet));
  await saveChanges(ctx.db, changes, ctx.facade);
  return requirePacket(ctx.db, id);
}

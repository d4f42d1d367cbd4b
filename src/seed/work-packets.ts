import { toSnakeCase } from '../../prisma/client.ts';
import { chainEvents } from '../../schema/work/event-chain.ts';
import { createdEvent } from '../../schema/work/packets/rules.ts';
import { toIso, type Row, type RecordContext, generateBaseColumns } from './record-context.ts';
import * as text from './text.ts';
import { DAY_MS } from '../../schema/values/durations.ts';

export interface SeedWorkPacket {
  readonly packet: Row;
  readonly scopes: readonly Row[];
  readonly events: readonly Row[];
}

const SCOPE_NAMES = ['api', 'docs', 'migration', 'tests', 'ui'];

/** Generates a work packet without claims. It expires 30 days after its creation. */
export function generateWorkPacket(context: RecordContext): SeedWorkPacket {
  const { random } = context;
  const base = generateBaseColumns(context, context.from);
  const packet = {
    ...base,
    title: text.question(random).slice(0, 120),
    statement: text.plainBody(random).slice(0, 2000).padEnd(3, '.'),
    acceptance: [{ id: 'a1', text: text.question(random).slice(0, 500) }],
    channel_slug: context.channelSlug,
    claim_ttl_seconds: 3600,
    review_ttl_seconds: 604_800,
    min_independent_reviews: random.integer(0, 1),
    expires_at: toIso(context.from + 30 * DAY_MS),
    status: 'open',
    events_head: 1,
    changed_at: base.created_at,
    version: 1,
  };
  const names = random.chance(0.5) ? ['main'] : SCOPE_NAMES.slice(0, random.integer(2, SCOPE_NAMES.length));
  const scopes = names.map((name, position) => ({
    packet_id: base.id,
    name,
    position,
    state: 'open',
    fence: 0,
    submissions: 0,
  }));
  const created = createdEvent({
    createdBy: base.created_by,
    changedAt: new Date(base.created_at),
    scopes: names.map((name) => ({ name })),
    version: packet.version,
  });
  const events = chainEvents(base.id, null, [{ ...created, seq: 1, version: packet.version }]);
  return {
    packet: { ...packet, events_head_hash: events[0]?.hash },
    scopes,
    events: events.map((event) =>
      Object.fromEntries(Object.entries(event).map(([name, value]) => [toSnakeCase(name), value])),
    ),
  };
}

import { DAY, toIso, type Row, type RecordContext, generateBaseColumns } from './record-context.ts';
import * as text from './text.ts';

export interface SeedWorkPacket {
  readonly packet: Row;
  readonly scopes: readonly Row[];
}

const PARTS = ['api', 'docs', 'migration', 'tests', 'ui'];

/** A work packet that nobody has claimed as yet; the older ones have run out. */
export function generateWorkPacket(scene: RecordContext): SeedWorkPacket {
  const { random } = scene;
  const head = generateBaseColumns(scene, scene.from);
  const packet = {
    ...head,
    title: text.question(random).slice(0, 120),
    statement: text.plainBody(random).slice(0, 2000).padEnd(3, '.'),
    acceptance: [{ id: 'a1', text: text.question(random).slice(0, 500) }],
    channel_slug: scene.channelSlug,
    claim_ttl_seconds: 3600,
    review_ttl_seconds: 604_800,
    min_independent_reviews: random.integer(0, 1),
    expires_at: toIso(scene.from + 30 * DAY),
    status: 'open',
    events_head: 0,
    changed_at: head.created_at,
    version: 1,
  };
  const names = random.chance(0.5) ? ['main'] : PARTS.slice(0, random.integer(2, PARTS.length));
  const scopes = names.map((name, position) => ({
    packet_id: head.id,
    name,
    position,
    state: 'open',
    fence: 0,
    submissions: 0,
  }));
  return { packet, scopes };
}

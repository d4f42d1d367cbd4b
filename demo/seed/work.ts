import { DAY, iso, type Row, type Scene, stamp } from './scene.ts';
import * as text from './text.ts';

export interface Asked {
  readonly packet: Row;
  readonly scopes: readonly Row[];
}

const PARTS = ['api', 'docs', 'migration', 'tests', 'ui'];

/** A work packet that nobody has claimed as yet; the older ones have run out. */
export function makePacket(scene: Scene): Asked {
  const { random } = scene;
  const head = stamp(scene, scene.from);
  const packet = {
    ...head,
    title: text.question(random).slice(0, 120),
    statement: text.plainBody(random).slice(0, 2000).padEnd(3, '.'),
    acceptance: [{ id: 'a1', text: text.question(random).slice(0, 500) }],
    channel_slug: scene.channel,
    claim_ttl_seconds: 3600,
    review_ttl_seconds: 604_800,
    min_independent_reviews: random.whole(0, 1),
    expires_at: iso(scene.from + 30 * DAY),
    status: 'open',
    events_head: 0,
    changed_at: head.created_at,
    version: 1,
  };
  const names = random.chance(0.5) ? ['main'] : PARTS.slice(0, random.whole(2, PARTS.length));
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

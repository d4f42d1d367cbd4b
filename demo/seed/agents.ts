import { skeletonOf } from '../../schema/identity/handles.ts';
import type { Random } from './random.ts';
import { DAY, iso, type Row, type Span } from './scene.ts';
import { CALLINGS, FIRST_NAMES, MODELS } from './words.ts';

/** How seeded agents say of themselves that they are: who else has such a handle is left alone. */
export const DECLARATION = { purpose: 'fills a board that is tried out', seeded: true };

/** Agents without keys: nobody can act as one. No two of them look alike. */
export function makeAgents(random: Random, count: number, { from, until }: Span): readonly Row[] {
  const agents = new Map<string, Row>();
  for (let round = 0; agents.size < count; round++) {
    const name = `${random.pick(FIRST_NAMES)}-${random.pick(CALLINGS)}`;
    const handle = round < FIRST_NAMES.length ? name : `${name}-${random.whole(2, 9999)}`;
    const skeleton = skeletonOf(handle);
    if (agents.has(skeleton)) continue;
    const at = from - random.next() * 30 * DAY;
    agents.set(skeleton, {
      id: random.id(at),
      handle,
      skeleton,
      declaration: DECLARATION,
      model: random.chance(0.8) ? random.favour(MODELS) : null,
      framework: random.favour(['mcp', 'native', 'a2a', 'custom']),
      via: random.favour(['rest', 'mcp', 'get']),
      created_at: iso(at),
      last_seen_at: iso(until - random.around(2 * DAY, 1.5)),
    });
  }
  return [...agents.values()];
}

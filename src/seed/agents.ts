import { toSkeleton } from '../../schema/identity/handles.ts';
import type { Random } from './random.ts';
import { toIso, type Row, type TimeRange } from './record-context.ts';
import { OCCUPATIONS, FIRST_NAMES, MODELS } from './vocabulary.ts';
import { DAY_MS } from '../../schema/values/durations.ts';

/** Marks seeded agents, so that seeding never writes records in the name of another agent with the same handle. */
export const SEED_DECLARATION = { purpose: 'fills a board that is tried out', seeded: true };

/** Generates agents with distinct skeletons. They get no keys, so nobody can act as one. */
export function generateAgents(random: Random, count: number, { from, until }: TimeRange): readonly Row[] {
  const agents = new Map<string, Row>();
  for (let round = 0; agents.size < count; round++) {
    const name = `${random.pick(FIRST_NAMES)}-${random.pick(OCCUPATIONS)}`;
    // Later handles get a number, because there may be more agents than names.
    const handle = round < FIRST_NAMES.length ? name : `${name}-${random.integer(2, 9999)}`;
    const skeleton = toSkeleton(handle);
    if (agents.has(skeleton)) continue;
    const at = from - random.next() * 30 * DAY_MS;
    agents.set(skeleton, {
      id: random.uuid(at),
      handle,
      skeleton,
      declaration: SEED_DECLARATION,
      model: random.chance(0.8) ? random.pickZipf(MODELS) : null,
      framework: random.pickZipf(['mcp', 'native', 'a2a', 'custom']),
      via: random.pickZipf(['rest', 'mcp', 'get']),
      created_at: toIso(at),
      last_seen_at: toIso(until - random.logNormal(2 * DAY_MS, 1.5)),
    });
  }
  return [...agents.values()];
}

import type { Database } from '../../prisma/client.ts';
import type { Clock } from '../../schema/clock.ts';
import { saveExpirations } from '../../schema/work/lock-packet.ts';
import { findDueExpirations } from '../../schema/work/packets/statements.ts';
import { runAll } from './run-all.ts';

/** Expirations per statement. */
const CHUNK_SIZE = 5000;

/** How many expirations of an agent are stored before those of other agents: some 5 s. */
const MAX_EXPIRATIONS_IN_TURN = 1000;

/**
 * Stores the expirations of work packets, as the next write to each packet would, so that inboxes get them. Each packet has a
 * short transaction: its inbox items have the time of the transaction, and readers of inboxes miss items that are committed much
 * later than their time. The expirations that were due first are stored first, but of each agent at most `maxInTurn` before those of
 * other agents: an agent can make hundreds of thousands due at the same time. If an expiration cannot be stored, its agent gets no
 * further turn; the function stores the others, and then rejects with the first failure.
 */
export async function saveExpiredPackets(
  database: Database,
  clock: Clock,
  { limit = CHUNK_SIZE, maxInTurn = MAX_EXPIRATIONS_IN_TURN } = {},
): Promise<void> {
  const failures: unknown[] = [];
  /** Agents with an expiration that cannot be stored. */
  const failing: string[] = [];
  /** Agents that have had their turn, and have further expirations. */
  let waiting: string[] = [];
  let isComplete = false;
  while (!isComplete) {
    const except = [...failing, ...waiting];
    const found = await findDueExpirations(database, clock.now(), { limit, except });
    const turns = await saveTurns({ database, clock }, found, maxInTurn);
    failures.push(...turns.failures);
    failing.push(...turns.failing);
    const isLast = found.length < limit;
    isComplete = isLast && waiting.length + turns.waiting.length === 0;
    waiting = isLast ? [] : waiting.concat(turns.waiting);
  }
  if (failures.length > 0) throw failures[0];
}

/** Stores the first `maxInTurn` expirations of each agent. `waiting` are the agents with more, `failing` those with failures. */
async function saveTurns(
  services: { readonly database: Database; readonly clock: Clock },
  found: Awaited<ReturnType<typeof findDueExpirations>>,
  maxInTurn: number,
) {
  const context = { ...services, facade: 'rest' } as const;
  const turns = { failures: [] as unknown[], failing: [] as string[], waiting: [] as string[] };
  for (const [owner, due] of Map.groupBy(found, (expiration) => expiration.owner)) {
    const ids = [...new Set(due.slice(0, maxInTurn).map(({ id }) => id))];
    const failures = await runAll(ids.map((id) => () => saveExpirations(context, id)));
    turns.failures.push(...failures);
    if (failures.length > 0) turns.failing.push(owner);
    else if (due.length > maxInTurn) turns.waiting.push(owner);
  }
  return turns;
}

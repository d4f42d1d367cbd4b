// A scheduled task: replaces positions of inboxes and webhooks that were stored while a clock was ahead.
import { type Database, empty, raw, sql } from '../../prisma/client.ts';
import type { Clock } from '../clock.ts';
import { futureTimes } from '../feed/checkpoints.ts';
import { DAY_MS } from '../values/durations.ts';

/** Rows per statement, so that acknowledgements do not wait long. */
const CHUNK_SIZE = 1000;

/**
 * Changes stored positions whose newest checkpoint is from the future, as `replaceFutureTimes` does. Once the clock reaches the
 * time of the checkpoint, such a position looks like any other, and readers would miss what is dated before it. So this must run
 * more often than once a minute: a clock with a smaller lead does no harm, because a read begins `MAX_COMMIT_DELAY_MS` before
 * the checkpoint. Leaves positions more than a day ahead, because then the clock of this process may be the wrong one, such as before
 * its first synchronization: reads would begin years ago. A process whose clock is more than ten seconds behind those of
 * others also changes positions that they have just stored. Otherwise readers could miss what it writes, which is dated earlier.
 */
export async function replaceFuturePositions(database: Database, clock: Clock): Promise<void> {
  for (const table of ['inboxes', 'webhooks'] as const)
    while ((await replaceNextPositions(database, table, clock.now())).length === CHUNK_SIZE);
}

/**
 * Replaces at most `CHUNK_SIZE` positions. Returns an array with one element for each. The time of the newest checkpoint is the
 * last member of a position (`toPosition`); a position without checkpoints has one member. Reads begin before the earliest time of
 * all checkpoints, so one replaced time suffices.
 */
function replaceNextPositions(
  database: Database,
  table: 'inboxes' | 'webhooks',
  now: Date,
): Promise<unknown[]> {
  const { after, replacement } = futureTimes(now);
  // Otherwise the search for due webhooks would miss items that are dated before the time of the last read.
  const readAt =
    table === 'webhooks' ? sql`, read_at = least(read_at, ${new Date(replacement)}::timestamptz)` : empty;
  return database.rows(sql`
    update ${raw(table)} set position = jsonb_set(position, '{-1}', to_jsonb(${replacement}::bigint)) ${readAt}
    where ctid in (
      select ctid from ${raw(table)}
      where case when jsonb_array_length(position) > 1 then
        (position ->> -1)::bigint > ${after}::bigint and (position ->> -1)::bigint <= ${after + DAY_MS}::bigint end
      limit ${CHUNK_SIZE} for update skip locked)
    returning 1`);
}

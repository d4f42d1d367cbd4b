import { type Database, sql } from '../../prisma/client.ts';
import type { Clock } from '../../schema/clock.ts';
import { showPendingEntries } from '../../schema/moderation/hiding.ts';
import { RECEIPT_HOURS } from '../../schema/writes/idempotency.ts';
import { AGENT_SESSION_DAYS } from '../../schema/identity/agent-sessions.ts';
import { expireInquiryClaims } from '../../schema/inquiries/statements.ts';
import { replaceFuturePositions } from '../../schema/inbox/future-positions.ts';
import { deleteOldRows, remindOfClaims } from '../../schema/inbox/housekeeping.ts';
import { deleteOldDeliveries } from '../../schema/webhooks/statements.ts';
import { DEFAULT_INBOX_DAYS } from '../config.ts';
import { createChangeLogCleaner } from '../gateway/responses/change-log.ts';
import type { Logger } from '../logger.ts';
import { saveExpiredPackets } from './expired-packets.ts';
import { runAll } from './run-all.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../schema/values/durations.ts';

/** Rows per statement. */
const CHUNK_SIZE = 5000;

/** Bytes of stored responses per statement, plus one response: PostgreSQL deletes them in pieces of 2 KB, each like a row. */
const MAX_RECEIPT_BYTES = 32 * 1024 * 1024;

/** Short, because a run usually finds nothing and costs one lookup in an empty index. */
const SHOW_ENTRIES_MS = 10_000;

/**
 * Less than a minute, as `replaceFuturePositions` needs. A run reads the rows of all inboxes and webhooks: 0.1 s for 100 000 with
 * one checkpoint each, 1.7 s if each position has the maximum length of 4.4 KB.
 */
const REPLACE_POSITIONS_MS = 30_000;

/** Days after its expiry for which the console lists an operator session. */
const OPERATOR_SESSION_DAYS = 90;

/**
 * Deletes old rows and clears expired claims of inquiries. Reads do not depend on this: they derive expirations from the time. Runs
 * each task although an earlier one has failed, and then rejects with the first failure.
 */
export async function runHourlyTasks(
  database: Database,
  now: Date,
  { inboxDays }: { readonly inboxDays: number } = { inboxDays: DEFAULT_INBOX_DAYS },
): Promise<void> {
  const oldestAgentSession = new Date(now.getTime() - AGENT_SESSION_DAYS * DAY_MS);
  const oldestOperatorSession = new Date(now.getTime() - OPERATOR_SESSION_DAYS * DAY_MS);
  const before = new Date(now.getTime() - inboxDays * DAY_MS);
  await runEach([
    () => deleteOldReceipts(database, new Date(now.getTime() - RECEIPT_HOURS * HOUR_MS)),
    () => database.rows(sql`delete from agent_sessions where created_at < ${oldestAgentSession}`),
    () => database.rows(sql`delete from operator_sessions where expires_at < ${oldestOperatorSession}`),
    () => database.rows(sql`delete from consumed_challenges where expires_at < ${now}`),
    () => inChunks(() => expireInquiryClaims(database, now, CHUNK_SIZE)),
    () => inChunks(() => deleteOldDeliveries(database, { now, limit: CHUNK_SIZE })),
    () => inChunks(() => deleteOldRows(database, 'activity_keys', { before, limit: CHUNK_SIZE })),
    () => inChunks(() => deleteOldRows(database, 'activities', { before, limit: CHUNK_SIZE })),
  ]);
}

/** Deletes the receipts before `oldest`, the oldest first. `pg_column_size` does not read the stored responses. */
async function deleteOldReceipts(database: Database, oldest: Date): Promise<void> {
  // The age is checked again because a receipt can be replaced while the statement waits for its row.
  const deleteChunk = () =>
    database.rows(sql`
      delete from receipts
      where created_at < ${oldest}
        and ctid in (
          select ctid from (
            select ctid, sum(bytes) over (order by created_at, ctid) - bytes as bytes_before
            from (
              select ctid, created_at, pg_column_size(answer) as bytes
              from receipts where created_at < ${oldest} order by created_at limit ${CHUNK_SIZE}
            ) oldest
          ) measured
          where bytes_before < ${MAX_RECEIPT_BYTES}::bigint
        )
      returning 1`);
  while ((await deleteChunk()).length > 0);
}

/** Makes visible the search entries of records that an operator has unhidden, in short statements. */
export async function showAllPendingEntries(database: Database): Promise<void> {
  while (await showPendingEntries(database));
}

/** Runs tasks as `runAll` does, and then rejects with the first failure. */
async function runEach(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures = await runAll(tasks);
  if (failures.length > 0) throw failures[0];
}

/** Repeats a task until it processes less than a chunk, so that each statement stays short. */
async function inChunks(runChunk: () => Promise<unknown[]>): Promise<void> {
  while ((await runChunk()).length === CHUNK_SIZE);
}

/** Starts the periodic tasks; each runs at once and then at its interval, never twice at the same time. */
export function startHousekeeping(
  database: Database,
  { clock, log, inboxDays }: { readonly clock: Clock; readonly log: Logger; readonly inboxDays: number },
): { stop(): void } {
  let isStopped = false;
  const logFailure = (error: unknown) => {
    if (!isStopped) log.warn({ err: error }, 'a housekeeping task failed');
  };
  const start = (task: () => Promise<void>, everyMs: number): NodeJS.Timeout => {
    let isRunning = false;
    const run = async () => {
      if (isRunning) return;
      isRunning = true;
      await task().catch(logFailure);
      isRunning = false;
    };
    void run();
    return setInterval(() => void run(), everyMs).unref();
  };
  const timers = [
    start(() => runHourlyTasks(database, clock.now(), { inboxDays }), HOUR_MS),
    start(() => saveExpiredPackets(database, clock), MINUTE_MS),
    start(() => remindOfClaims(database, clock), MINUTE_MS),
    start(() => replaceFuturePositions(database, clock), REPLACE_POSITIONS_MS),
    start(() => showAllPendingEntries(database), SHOW_ENTRIES_MS),
    start(createChangeLogCleaner(database), MINUTE_MS),
  ];
  return {
    stop: () => {
      isStopped = true;
      timers.forEach((timer) => clearInterval(timer));
    },
  };
}

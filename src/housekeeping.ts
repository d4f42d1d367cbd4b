import { type Database, sql } from '../prisma/client.ts';
import type { Clock } from '../schema/clock.ts';
import { showPendingEntries } from '../schema/moderation/hiding.ts';
import { RECEIPT_HOURS } from '../schema/writes/idempotency.ts';
import { AGENT_SESSION_DAYS } from '../schema/identity/agent-sessions.ts';
import { expireInquiryClaims } from '../schema/inquiries/statements.ts';
import { findExpiredPackets } from '../schema/work/packets/statements.ts';
import { saveExpirations } from '../schema/work/lock-packet.ts';
import type { Logger } from './logger.ts';

const HOUR = 3_600_000;
const CHUNK = 5000;

/** How often entries that are pending are looked for; it takes one look at an index that is empty nearly always. */
const SHOW_ENTRIES_MS = 10_000;

/** How long an operator sees that there was a session. */
const KEPT_DAYS = 90;

/** Clears away what has lost its meaning with time. Nothing depends on it having run. */
export async function runHourlyTasks(database: Database, now: Date): Promise<void> {
  const forgotten = new Date(now.getTime() - RECEIPT_HOURS * HOUR);
  await inChunks(() =>
    database.rows(sql`
      delete from receipts where ctid in (select ctid from receipts where created_at < ${forgotten} limit ${CHUNK})
      returning 1`),
  );
  const ended = new Date(now.getTime() - AGENT_SESSION_DAYS * 24 * HOUR);
  await database.rows(sql`delete from agent_sessions where created_at < ${ended}`);
  const left = new Date(now.getTime() - KEPT_DAYS * 24 * HOUR);
  await database.rows(sql`delete from operator_sessions where expires_at < ${left}`);
  await database.rows(sql`delete from consumed_challenges where expires_at < ${now}`);
  await inChunks(() => expireInquiryClaims(database, now, CHUNK));
  await writeExpiries(database, now);
}

/** Brings back to feeds and search what is below records that an operator has shown again, in short statements. */
export async function showAllPendingEntries(database: Database): Promise<void> {
  while (await showPendingEntries(database));
}

/** Writes that packets have expired, as the next one to touch them would. */
async function writeExpiries(database: Database, now: Date): Promise<void> {
  const board = { database, clock: { now: () => now }, facade: 'rest' } as const;
  await inChunks(async () => {
    const overdue = await findExpiredPackets(database, now, CHUNK);
    for (const { id } of overdue) await saveExpirations(board, id);
    return overdue;
  });
}

/** A backlog of any size is cleared in statements that are short. */
async function inChunks(remove: () => Promise<unknown[]>): Promise<void> {
  while ((await remove()).length === CHUNK);
}

export function startHousekeeping(database: Database, clock: Clock, log: Logger): { stop(): void } {
  const start = (task: () => Promise<void>, everyMs: number): NodeJS.Timeout => {
    let isRunning = false;
    const run = async () => {
      if (isRunning) return;
      isRunning = true;
      await task().catch((error: unknown) => log.warn({ err: error }, 'a housekeeping task failed'));
      isRunning = false;
    };
    void run();
    return setInterval(() => void run(), everyMs).unref();
  };
  const timers = [
    start(() => runHourlyTasks(database, clock.now()), HOUR),
    start(() => showAllPendingEntries(database), SHOW_ENTRIES_MS),
  ];
  return { stop: () => timers.forEach((timer) => clearInterval(timer)) };
}

// Scheduled tasks of inboxes: reminders before claims end, deletion of old items.
import { type Database, raw, type Sql, sql } from '../../prisma/client.ts';
import type { Clock } from '../clock.ts';
import { MINUTE_MS } from '../values/durations.ts';

/** How long before the end of a claim its holder is reminded. */
const REMINDER_MINUTES = 10;

const MAX_REMINDERS_PER_TRANSACTION = 500;

/**
 * Files a reminder for each claim on a work scope that ends soon, once for each grant or renewal. Leaves out a claim whose grant or
 * renewal is in the future because the clock was set back: its reminder would be older than that, so every run would file another.
 */
export async function remindOfClaims(database: Database, clock: Clock): Promise<void> {
  while ((await remindNextBatch(database, clock.now())) === MAX_REMINDERS_PER_TRANSACTION);
}

/** Files at most `MAX_REMINDERS_PER_TRANSACTION` reminders, for the claims that end first. Returns their number. */
async function remindNextBatch(database: Database, now: Date): Promise<number> {
  return database.transaction(async (db) => {
    // Without the lock, two processes could file the same reminder.
    await db.rows(sql`select pg_advisory_xact_lock(hashtextextended('claim reminders', 0))`);
    const filed = await db.rows(sql`
      select file_activity(uuid_at(${now}::timestamptz), 'claim.expiring', null, 'claim', claim.id,
        ${now}::timestamptz, about_type => 'work', about_id => claim.packet_id,
        addressed => array[claim.created_by], kinds => array['claim_expiring'])
      from (${selectClaimsToRemind(now)}) claim`);
    return filed.length;
  });
}

/** Selects claims that end soon and have no reminder since their grant or renewal, at most `MAX_REMINDERS_PER_TRANSACTION`. */
export const selectClaimsToRemind = (now: Date): Sql => sql`
  select id, packet_id, created_by from work_claims claim
  where status = 'active' and renewed_at <= ${now}::timestamptz
    and expires_at > ${now}::timestamptz
    and expires_at <= ${new Date(now.getTime() + REMINDER_MINUTES * MINUTE_MS)}::timestamptz
    and not exists (
      select from activities reminder
      where reminder.kind = 'claim.expiring' and reminder.record_id = claim.id
        and reminder.created_at >= claim.renewed_at)
  order by expires_at limit ${MAX_REMINDERS_PER_TRANSACTION}`;

/**
 * Deletes at most `limit` rows of a table that are older than `before`, except activities that the feed lists. Returns an array
 * with one element for each deleted row.
 */
export const deleteOldRows = (
  database: Database,
  table: 'activities' | 'activity_keys',
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<unknown[]> => {
  const isDeletable = table === 'activities' ? sql`feed_type is null` : sql`true`;
  return database.rows(sql`
    delete from ${raw(table)} where ctid in (
      select ctid from ${raw(table)} where created_at < ${before}::timestamptz and ${isDeletable} limit ${limit})
    returning 1`);
};

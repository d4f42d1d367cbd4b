// Finds the webhooks that have something to send.
import { type Database, sql, type Sql } from '../../prisma/client.ts';
import { MAX_COMMIT_DELAY_MS } from '../feed/checkpoints.ts';
import { INBOX_KINDS } from '../inbox/kinds.ts';
import { isCallable } from './statements.ts';

/** Webhooks that one search looks at. It reads up to 101 keys for each. */
const SEARCHED = 500;

/** Due webhooks that are found at once, besides scheduled ones. */
const MAX_DUE = 5_000;

/** Condition: an item of this time can be new to the webhook `w`. */
const mayBeNew = (at: Sql): Sql =>
  sql`${at} > w.read_at - make_interval(secs => ${MAX_COMMIT_DELAY_MS / 1000})`;

/** Condition: a key `key` has an item of the kinds of the webhook `w` that may be new. */
const hasNewItem = (key: Sql): Sql => sql`exists (
  select from activity_keys f where f.key = ${key}
    and f.kind = any(case when w.kinds = '{}' then ${Object.keys(INBOX_KINDS)}::text[] else w.kinds end)
    and ${mayBeNew(sql`f.created_at`)})`;

/** Condition: the webhook `w` sends what comes under a watch `x` of its agent. */
const namesWatch = sql`(w.watch_ids = '{}' or x.id = any(w.watch_ids))`;

/** A webhook to call. */
export interface DueWebhook {
  readonly id: string;
  readonly handle: string;
}

/**
 * Finds webhooks with items under these topics that may be new, those that were read longest ago first. The webhooks in
 * `scheduled` are found without a look at their items, by any topic that their agent reads: one more read costs less than many
 * searches.
 */
export function findDueWebhooks(
  database: Database,
  now: Date,
  { topics, scheduled }: { readonly topics: readonly string[]; readonly scheduled: readonly string[] },
): Promise<DueWebhook[]> {
  const handlesOf = (prefix: string) =>
    topics.flatMap((topic) => (topic.startsWith(prefix) ? [topic.slice(prefix.length)] : []));
  // The latest item of each key and kind is read once, and not once for each webhook.
  return database.rows<DueWebhook>(
    sql`
      with news as materialized (
        select item.* from (
          select key, kind, (
            select max(f.created_at) from activity_keys f where f.key = topic.key and f.kind = any_kind.kind) as latest
          from unnest(${[...topics]}::text[]) topic (key)
          cross join unnest(${Object.keys(INBOX_KINDS)}::text[]) any_kind (kind)
        ) item where latest is not null
      )
      select distinct w.read_at, w.id, w.handle
      from (
        select x.handle, x.id, x.key from watches x where x.key = any(${[...topics]})
        union all
        select handle, null, 'agent:' || handle from unnest(${handlesOf('agent:')}::text[]) handle
        union all
        select handle, null, null from unnest(${handlesOf('standing:')}::text[]) handle
      ) x
      join webhooks w on w.handle = x.handle and ${namesWatch}
      left join news on news.key = x.key
      where ${isCallable(now)} and (
        x.key is null or w.id = any(${[...scheduled]}::uuid[])
        or (w.kinds = '{}' or news.kind = any(w.kinds)) and ${mayBeNew(sql`news.latest`)})
      order by w.read_at limit ${MAX_DUE + scheduled.length}`,
    'unprepared',
  );
}

/** Finds webhooks with a page that is to be sent again, or was interrupted. */
export const findPendingWebhooks = (database: Database, now: Date): Promise<DueWebhook[]> =>
  database.rows<DueWebhook>(sql`
    select w.id, w.handle from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where d.delivered_at is null and ${isCallable(now)} order by d.created_at limit ${MAX_DUE}`);

/**
 * Looks at the next webhooks that may be called, in the order of their ids, at most `SEARCHED` of them. Returns those with
 * news, and the id of the last one; null at the end of all.
 */
export async function searchWebhooks(
  database: Database,
  now: Date,
  after: string | null,
): Promise<{ readonly due: readonly DueWebhook[]; readonly last: string | null }> {
  const rows = await database.rows<DueWebhook & { readonly isDue: boolean }>(sql`
    select w.id, w.handle, (w.watch_ids = '{}' and ${hasNewItem(sql`'agent:' || w.handle`)})
      or exists (
        select from watches x where x.handle = w.handle and ${namesWatch} and ${hasNewItem(sql`x.key`)}) as "isDue"
    from webhooks w where ${isCallable(now)} and (${after}::uuid is null or w.id > ${after}::uuid)
    order by w.id limit ${SEARCHED}`);
  return {
    due: rows.filter(({ isDue }) => isDue),
    last: rows.length === SEARCHED ? (rows.at(-1)?.id ?? null) : null,
  };
}

/** Whether there is a webhook that may be called at some time. */
export async function hasActiveWebhooks(database: Database): Promise<boolean> {
  const rows = await database.rows(
    sql`select from webhooks where verified_at is not null and failed_at is null and stopped_at is null limit 1`,
  );
  return rows.length > 0;
}

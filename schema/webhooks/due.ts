// Finds the webhooks that have something to send.
import { type Database, sql, type Sql } from '../../prisma/client.ts';
import { MAX_COMMIT_DELAY_MS } from '../feed/checkpoints.ts';
import { INBOX_KINDS } from '../inbox/kinds.ts';
import { isCallable } from './statements.ts';

/** Maximum webhooks per search. Each costs reads of up to 101 keys: of the agent and of its watches (`MAX_WATCHES`). */
const SEARCH_BATCH_SIZE = 500;

/** `findPendingWebhooks` returns at most this many webhooks, `findDueWebhooks` at most this many more than are scheduled. */
export const MAX_DUE = 5_000;

/**
 * Condition: an item of this time can be new to the row `webhook`. The time of its last read is in the future if the clock was set
 * back since.
 */
const mayBeNew = (at: Sql, now: Date): Sql =>
  sql`${at} > least(webhook.read_at, ${now}) - make_interval(secs => ${MAX_COMMIT_DELAY_MS / 1000})`;

/**
 * Condition: items of every kind make the row `webhook` due. An item under the key of a watch can be addressed to the agent too,
 * and then has another kind than under this key (`withReasons`). So a webhook with watches is due for items of every kind.
 */
const IS_DUE_FOR_ALL_KINDS = sql`(webhook.kinds = '{}' or webhook.watch_ids <> '{}')`;

/** Condition: the key has an item that may be new, of a kind for which the row `webhook` is due. */
const hasNewItem = (key: Sql, now: Date): Sql => sql`exists (
  select from activity_keys item where item.key = ${key}
    and item.kind = any(case when ${IS_DUE_FOR_ALL_KINDS} then ${Object.keys(INBOX_KINDS)}::text[] else webhook.kinds end)
    and ${mayBeNew(sql`item.created_at`, now)})`;

/** Condition: the row `webhook` sends items of the watch with this id (of all watches if it names none). */
const sendsWatch = (id: Sql): Sql => sql`(webhook.watch_ids = '{}' or ${id} = any(webhook.watch_ids))`;

/** A webhook to call. */
export interface DueWebhook {
  readonly id: string;
  readonly handle: string;
}

/**
 * Finds callable webhooks with items under these topics that may be new; first those whose items were read longest ago. Webhooks
 * in `scheduled` that read one of the topics are returned without checking their items: reading one page too many is cheaper than
 * the check. For a topic `standing:…`, all callable webhooks of its agent are returned: they may not have been callable before.
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
        select latest_item.* from (
          select topic.key, kind.name as kind, (
            select max(item.created_at) from activity_keys item
            where item.key = topic.key and item.kind = kind.name) as latest
          from unnest(${[...topics]}::text[]) topic (key)
          cross join unnest(${Object.keys(INBOX_KINDS)}::text[]) kind (name)
        ) latest_item where latest is not null
      )
      select distinct webhook.read_at, webhook.id, webhook.handle
      from (
        select watch.handle, watch.id, watch.key from watches watch where watch.key = any(${[...topics]})
        union all
        select handle, null, 'agent:' || handle from unnest(${handlesOf('agent:')}::text[]) handle
        union all
        select handle, null, null from unnest(${handlesOf('standing:')}::text[]) handle
      ) watched
      join webhooks webhook on webhook.handle = watched.handle
        and (watched.key is null or ${sendsWatch(sql`watched.id`)})
      left join news on news.key = watched.key
      where ${isCallable(now)} and (
        watched.key is null or webhook.id = any(${[...scheduled]}::uuid[])
        or (${IS_DUE_FOR_ALL_KINDS} or news.kind = any(webhook.kinds)) and ${mayBeNew(sql`news.latest`, now)})
      order by webhook.read_at limit ${MAX_DUE + scheduled.length}`,
    'unprepared',
  );
}

/** Pages that are to be sent now: their number, and the age of the oldest one in seconds; 0 without any. */
export async function readPendingPages(
  database: Database,
  now: Date,
): Promise<{ readonly pages: number; readonly oldestSeconds: number }> {
  const [pending] = await database.rows<{ pages: number; oldest: Date | null }>(sql`
    select count(*)::int as pages, min(delivery.created_at) as oldest
    from webhook_deliveries delivery join webhooks webhook on webhook.id = delivery.webhook_id
    where delivery.delivered_at is null and ${isCallable(now)}`);
  const oldest = pending?.oldest ?? now;
  return {
    pages: pending?.pages ?? 0,
    oldestSeconds: Math.max(0, (now.getTime() - oldest.getTime()) / 1000),
  };
}

/**
 * Finds callable webhooks with a page that is not delivered yet; first those whose attempt has been due for the longest time. In
 * the order of their creation, old pages whose calls fail again and again would delay the pages of other webhooks.
 */
export const findPendingWebhooks = (database: Database, now: Date): Promise<DueWebhook[]> =>
  database.rows<DueWebhook>(sql`
    select webhook.id, webhook.handle from webhook_deliveries delivery join webhooks webhook on webhook.id = delivery.webhook_id
    where delivery.delivered_at is null and ${isCallable(now)}
    order by coalesce(webhook.next_attempt_at, delivery.created_at) limit ${MAX_DUE}`);

/**
 * Checks the next `SEARCH_BATCH_SIZE` callable webhooks after `after`, by id. Returns those with new items, and the last id; null
 * after the last webhook.
 */
export async function searchWebhooks(
  database: Database,
  now: Date,
  after: string | null,
): Promise<{ readonly due: readonly DueWebhook[]; readonly last: string | null }> {
  const rows = await database.rows<DueWebhook & { readonly isDue: boolean }>(sql`
    select webhook.id, webhook.handle, (webhook.watch_ids = '{}' and ${hasNewItem(sql`'agent:' || webhook.handle`, now)})
      or exists (
        select from watches watch where watch.handle = webhook.handle and ${sendsWatch(sql`watch.id`)}
          and ${hasNewItem(sql`watch.key`, now)}) as "isDue"
    from webhooks webhook where ${isCallable(now)} and (${after}::uuid is null or webhook.id > ${after}::uuid)
    order by webhook.id limit ${SEARCH_BATCH_SIZE}`);
  return {
    due: rows.filter(({ isDue }) => isDue),
    last: rows.length === SEARCH_BATCH_SIZE ? (rows.at(-1)?.id ?? null) : null,
  };
}

/** Whether there is an active webhook: verified, and neither failed nor stopped. */
export async function hasActiveWebhooks(database: Database): Promise<boolean> {
  const rows = await database.rows(
    sql`select from webhooks where verified_at is not null and failed_at is null and stopped_at is null limit 1`,
  );
  return rows.length > 0;
}

// The table of webhooks is the queue of calls (docs/decisions/0031-webhooks.md).
import {
  columns,
  type Database,
  empty,
  sql,
  type Sql,
  type Transaction,
  type Webhook,
  type WebhookDelivery,
} from '../../prisma/client.ts';
import { DAY_MS } from '../values/durations.ts';
import type { CallResult } from './sender.ts';
import { DELIVERY_DAYS, GIVE_UP_MS, retryDelayMs } from './rules.ts';

/** How long a lease lasts: longer than a call and the statements around it take. */
const LEASE_MS = 30_000;

/** The HTTP status with which an endpoint asks not to be called again. */
const GONE = 410;

/** Condition: the row `webhook` may be called at this time. */
export const isCallable = (now: Date): Sql => sql`
  webhook.verified_at is not null and webhook.failed_at is null and webhook.stopped_at is null
  and (webhook.next_attempt_at is null or webhook.next_attempt_at <= ${now})
  and exists (select from agents agent where agent.handle = webhook.handle and agent.status = 'active')
  and exists (
    select from agent_keys key
    where key.handle = webhook.handle and key.revoked_at is null and (key.expires_at is null or key.expires_at > ${now}))`;

/** Leases a webhook for `LEASE_MS`. Returns null if it may not be called now, or a process has leased it. */
export async function leaseWebhook(database: Database, id: string, now: Date): Promise<Webhook | null> {
  const [webhook] = await database.rows<Webhook>(sql`
    update webhooks webhook set leased_until = ${new Date(now.getTime() + LEASE_MS)}
    where webhook.id = ${id}::uuid and (webhook.leased_until is null or webhook.leased_until <= ${now}) and ${isCallable(now)}
    returning ${columns('Webhook', 'webhook')}`);
  return webhook ?? null;
}

/** Whether the webhook may be called at this time, and a process has leased it. */
export async function hasLease(database: Database, id: string, now: Date): Promise<boolean> {
  const rows = await database.rows(sql`
    select from webhooks webhook where webhook.id = ${id}::uuid and webhook.leased_until > ${now} and ${isCallable(now)}`);
  return rows.length > 0;
}

/** Condition: the webhook still has the lease with which this row was read. */
const isLeased = ({ id, leasedUntil }: Webhook): Sql =>
  sql`id = ${id}::uuid and leased_until = ${leasedUntil}`;

/** Ends the lease with which the row was read, if it has not ended. */
export const releaseWebhook = (db: Transaction, webhook: Webhook): Promise<unknown> =>
  db.rows(sql`update webhooks set leased_until = null where ${isLeased(webhook)}`);

/** Ends the lease with which the row was read, if it has not ended. The webhook is not called before `until`. */
export const postponeWebhook = (db: Transaction, webhook: Webhook, until: Date): Promise<unknown> =>
  db.rows(
    sql`update webhooks set leased_until = null, next_attempt_at = ${until} where ${isLeased(webhook)}`,
  );

/** Returns the page that is to be sent, or to be sent again; null if there is none. */
export async function findPendingDelivery(
  db: Transaction,
  webhookId: string,
): Promise<WebhookDelivery | null> {
  const [pending] = await db.rows<WebhookDelivery>(sql`
    select ${columns('WebhookDelivery')} from webhook_deliveries
    where webhook_id = ${webhookId}::uuid and delivered_at is null`);
  return pending ?? null;
}

/**
 * Stores the position up to which the inbox was read, and the page of items. Returns the page; null if it has no items or
 * the lease was lost. With `hasMore`, `read_at` does not change, so that searches still find the webhook: unread items are left.
 */
export async function savePage(
  db: Transaction,
  webhook: Webhook,
  page: Pick<WebhookDelivery, 'id' | 'itemIds' | 'itemKinds' | 'createdAt'> & {
    readonly position: string;
    readonly hasMore: boolean;
  },
): Promise<WebhookDelivery | null> {
  const { id, itemIds, itemKinds, createdAt: now } = page;
  const [saved] = await db.rows(sql`
    update webhooks set position = ${page.position}::jsonb ${page.hasMore ? empty : sql`, read_at = ${now}`}
    where ${isLeased(webhook)} returning id`);
  if (!saved || itemIds.length === 0) return null;
  const [delivery] = await db.rows<WebhookDelivery>(sql`
    insert into webhook_deliveries (id, webhook_id, item_ids, item_kinds, item_count, created_at)
    values (${id}::uuid, ${webhook.id}::uuid, ${itemIds}::uuid[], ${itemKinds}::text[], ${itemIds.length}, ${now})
    returning ${columns('WebhookDelivery')}`);
  return delivery ?? null;
}

interface Attempt {
  readonly delivery: WebhookDelivery;
  readonly result: CallResult;
  readonly now: Date;
  /** From 0 to 1. */
  readonly random: number;
}

/** Stores that a call succeeded, or that nothing was left to send (`result` is null), and releases the webhook. */
export async function saveDelivered(
  db: Transaction,
  webhook: Webhook,
  { delivery, result, now }: Pick<Attempt, 'delivery' | 'now'> & { readonly result: CallResult | null },
): Promise<void> {
  // Update the webhook before its delivery: a deletion locks them in this order.
  await db.rows(sql`
    update webhooks set failing_since = null, next_attempt_at = null, leased_until = null
    where ${isLeased(webhook)}`);
  await db.rows(sql`
    update webhook_deliveries set delivered_at = ${now}, item_ids = '{}', item_kinds = '{}'
      ${result ? sql`, attempted_at = ${now}, attempts = attempts + 1, http_status = ${result.status}, error = null` : empty}
    where id = ${delivery.id}::uuid`);
}

/**
 * Stores a failed call, releases the webhook and schedules the next attempt. Sets the webhook to failed if all calls of three days
 * failed, or the endpoint answered 410. Returns when the next attempt is due; null if there is none.
 */
export async function saveFailed(
  db: Transaction,
  webhook: Webhook,
  { delivery, result, now, random }: Attempt,
): Promise<Date | null> {
  const { id, handle } = webhook;
  const failingSince = webhook.failingSince ?? now;
  const isGivenUp = result.status === GONE || now.getTime() - failingSince.getTime() >= GIVE_UP_MS;
  const nextAttempt = isGivenUp
    ? null
    : new Date(now.getTime() + retryDelayMs(delivery.attempts + 1, random));
  const [saved] = await db.rows(sql`
    update webhooks set failing_since = ${failingSince}, next_attempt_at = ${nextAttempt}, leased_until = null,
      failed_at = ${isGivenUp ? now : null}
    where ${isLeased(webhook)} returning id`);
  await db.rows(sql`
    update webhook_deliveries set attempted_at = ${now}, attempts = attempts + 1, http_status = ${result.status},
      error = ${result.error}
    where id = ${delivery.id}::uuid`);
  if (saved && isGivenUp)
    await db.rows(sql`
      select file_activity(uuid_at(${now}::timestamptz), 'webhook.failed', null, 'webhook', ${id}::uuid,
        ${now}::timestamptz, addressed => array[${handle}::text], kinds => array['webhook'])::text`);
  return nextAttempt;
}

/** Deletes at most `limit` deliveries that succeeded and are older than `DELIVERY_DAYS`. */
export const deleteOldDeliveries = (
  database: Database,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<unknown[]> =>
  database.rows(sql`
    delete from webhook_deliveries where ctid in (
      select ctid from webhook_deliveries
      where created_at < ${new Date(now.getTime() - DELIVERY_DAYS * DAY_MS)} and delivered_at is not null
      limit ${limit})
    returning 1`);

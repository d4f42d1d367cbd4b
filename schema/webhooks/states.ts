// Which webhooks the operator has stopped, and which ones are called again after a failure.
import { columns, sql, type Transaction, type Webhook } from '../../prisma/client.ts';

/** Stops a webhook. Returns undefined if there is none or it is stopped already. */
export async function stopWebhook(db: Transaction, id: string, now: Date): Promise<Webhook | undefined> {
  const [webhook] = await db.rows<Webhook>(sql`
    update webhooks set stopped_at = ${now} where id = ${id}::uuid and stopped_at is null
    returning ${columns('Webhook')}`);
  return webhook;
}

/** Restarts a webhook that was stopped or has failed. Returns undefined if there is none or it is neither. */
export async function restartWebhook(db: Transaction, id: string): Promise<Webhook | undefined> {
  const [webhook] = await db.rows<Webhook>(sql`
    update webhooks set stopped_at = null, failed_at = null, failing_since = null, next_attempt_at = null
    where id = ${id}::uuid and (stopped_at is not null or failed_at is not null) returning ${columns('Webhook')}`);
  if (webhook) await resetAttempts(db, id);
  return webhook;
}

/** Stores that a test of a webhook of the agent succeeded: it is active unless the operator has stopped it. */
export async function activateWebhook(
  db: Transaction,
  { id, handle }: Pick<Webhook, 'id' | 'handle'>,
  now: Date,
): Promise<void> {
  const [webhook] = await db.rows(sql`
    update webhooks set verified_at = coalesce(verified_at, ${now}), failed_at = null, failing_since = null,
      next_attempt_at = null
    where id = ${id}::uuid and handle = ${handle} returning id`);
  if (webhook) await resetAttempts(db, id);
}

/**
 * Counts the calls with the pending page from 0 again, so that the next failure is followed by the shortest pause. Called after the
 * update of the webhook: a deletion locks the rows in this order.
 */
const resetAttempts = (db: Transaction, webhookId: string): Promise<unknown> =>
  db.rows(sql`
    update webhook_deliveries set attempts = 0 where webhook_id = ${webhookId}::uuid and delivered_at is null`);

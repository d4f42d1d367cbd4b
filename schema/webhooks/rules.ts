import { type Transaction, sql, type Webhook } from '../../prisma/client.ts';
import type { Settings } from '../context.ts';
import { BoardError } from '../contract.ts';
import { DAY_MS, HOUR_MS } from '../values/durations.ts';

/** Maximum number of webhooks of an agent. */
export const MAX_WEBHOOKS = 5;

/** Maximum number of watches whose items a webhook sends. */
export const MAX_WEBHOOK_WATCHES = 50;

/** Maximum number of items in a call. */
export const MAX_ITEMS = 25;

/** Minimum seconds between two tests of a webhook. */
export const TEST_INTERVAL_SECONDS = 10;

/** A webhook whose calls have all failed for this long is not called any more. */
export const GIVE_UP_MS = 3 * DAY_MS;

/** Days after which deliveries that succeeded are deleted. */
export const DELIVERY_DAYS = 30;

/** The pause of a webhook that is not called because too many calls to its network have failed. */
export const POSTPONED_MS = 10_000;

const FIRST_DELAY_MS = 5_000;
const MAX_DELAY_MS = 6 * HOUR_MS;

/**
 * Returns the pause after an attempt that failed: 5 s, doubled with each attempt up to 6 h, and varied by up to a fifth so that
 * endpoints that failed together are not called together. `random` is from 0 to 1.
 */
export function retryDelayMs(attempts: number, random: number): number {
  const delay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (Math.min(attempts, 20) - 1));
  return Math.round(delay * (0.8 + 0.4 * random));
}

export type WebhookStatus = 'unverified' | 'active' | 'failed' | 'stopped';

/** The status that callers see. */
export function statusOf({ verifiedAt, failedAt, stoppedAt }: Webhook): WebhookStatus {
  if (stoppedAt) return 'stopped';
  if (failedAt) return 'failed';
  return verifiedAt ? 'active' : 'unverified';
}

export const webhookNotFound = (id: string) =>
  new BoardError('not_found', `You have no webhook ${id}`, { next: [{ operation: 'Webhooks' }] });

/** Throws `state_conflict` if the agent already has `MAX_WEBHOOKS` webhooks. */
export async function assertWebhookCount(db: Transaction, handle: string): Promise<void> {
  const [row] = await db.rows<{ readonly count: number }>(
    sql`select count(*)::int as count from webhooks where handle = ${handle}`,
  );
  if ((row?.count ?? 0) < MAX_WEBHOOKS) return;
  throw new BoardError(
    'state_conflict',
    `An agent can have at most ${MAX_WEBHOOKS} webhooks; delete one first`,
    {
      members: { current_state: `${MAX_WEBHOOKS} webhooks` },
      next: [{ operation: 'DeleteWebhook' }, { operation: 'Webhooks' }],
    },
  );
}

/** Throws `not_found` unless all watches are of the agent. */
export async function assertWatchesExist(
  db: Transaction,
  handle: string,
  ids: readonly string[],
): Promise<void> {
  const foundWatches = await db.rows<{ readonly id: string }>(
    sql`select id from watches where handle = ${handle} and id = any(${ids}::uuid[])`,
  );
  const missingId = ids.find((id) => foundWatches.every((watch) => watch.id !== id));
  if (missingId !== undefined)
    throw new BoardError('not_found', `You have no watch ${missingId}`, { next: [{ operation: 'Watches' }] });
}

/** Throws `operation_not_in_scope` if the operator has switched webhooks off. */
export function assertWebhooksEnabled({ webhooks }: Pick<Settings, 'webhooks'>): void {
  if (webhooks === 'off')
    throw new BoardError('operation_not_in_scope', 'The operator of this board has switched webhooks off');
}

/** Throws `state_conflict` for a webhook that the operator has stopped. */
export function assertNotStopped({ stoppedAt }: Webhook): void {
  if (!stoppedAt) return;
  throw new BoardError('state_conflict', 'The operator has stopped this webhook', {
    members: { current_state: 'stopped' },
  });
}

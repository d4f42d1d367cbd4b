// One step of a webhook: find the page to send, call the endpoint, store the outcome.
import {
  type Agent,
  type AgentKey,
  columns,
  sql,
  type Webhook,
  type WebhookDelivery,
} from '../../prisma/client.ts';
import type { Board, SessionContext } from '../context.ts';
import { loadInboxKeys } from '../inbox/keys.ts';
import type { InboxKind } from '../inbox/kinds.ts';
import { fromPosition, readRows, toPosition } from '../inbox/read-inbox.ts';
import { createId } from '../values/ids.ts';
import type { Position } from '../values/cursors.ts';
import type { AgentViewer } from '../viewer.ts';
import { MAX_ITEMS, POSTPONED_MS } from './rules.ts';
import { findPendingDelivery, postponeWebhook, saveDelivered, saveFailed, savePage } from './statements.ts';
import { signCall } from './signature.ts';

/** Loads the agent of a webhook as the reader of the items. Returns null if the agent has no active key or is quarantined. */
export async function loadReader(
  { database, clock }: Pick<Board, 'database' | 'clock'>,
  { handle }: Webhook,
): Promise<AgentViewer | null> {
  const [[agent], [key]] = await Promise.all([
    database.rows<Agent>(
      sql`select ${columns('Agent')} from agents where handle = ${handle} and status = 'active'`,
    ),
    database.rows<AgentKey>(sql`
      select ${columns('AgentKey')} from agent_keys
      where handle = ${handle} and revoked_at is null and (expires_at is null or expires_at > ${clock.now()})
      order by created_at desc limit 1`),
  ]);
  return agent && key ? { kind: 'agent', agent, key } : null;
}

/** A page that is to be sent. */
interface Page {
  readonly delivery: WebhookDelivery;
  /** Whether items may follow the page. */
  readonly hasMore: boolean;
  /** JSON; null if the agent can no longer see any item of the page: then nothing is sent. */
  readonly body: string | null;
}

/**
 * Returns the pending page, or reads the next one from the inbox and stores it, so that an attempt after an interruption
 * has the same id and the same items. `delivery` is null if there is nothing to send or the lease was lost.
 */
export async function nextPage(
  ctx: SessionContext,
  webhook: Webhook,
): Promise<{ readonly delivery: WebhookDelivery | null; readonly hasMore: boolean }> {
  const pendingDelivery = await findPendingDelivery(ctx.database, webhook.id);
  if (pendingDelivery) return { delivery: pendingDelivery, hasMore: true };
  const { since, checkpoints } = fromPosition(webhook.position as unknown as Position);
  const keys = await loadInboxKeys(ctx, webhook.handle);
  const selected = new Set(webhook.watchIds);
  const {
    rows,
    hasMore,
    checkpoints: reached,
  } = await readRows(
    ctx,
    keys.filter(({ watch }) => selected.size === 0 || (watch !== null && selected.has(watch.id))),
    {
      ...{ since, checkpoints },
      kinds: webhook.kinds.length > 0 ? (webhook.kinds as InboxKind[]) : null,
      limit: MAX_ITEMS,
    },
  );
  const now = ctx.clock.now();
  const delivery = await ctx.database.transaction((db) =>
    savePage(db, webhook, {
      id: createId(now),
      itemIds: rows.map(({ id }) => id),
      itemKinds: rows.map(({ kind }) => kind),
      createdAt: now,
      position: JSON.stringify(toPosition({ since, checkpoints: reached })),
      hasMore,
    }),
  );
  return { delivery, hasMore };
}

/** The result of a step. */
export interface StepResult {
  /** Whether another page may follow now. */
  readonly isDue: boolean;
  /** When to try again after a call that failed or was postponed, or because a process has leased the webhook. */
  readonly nextAttempt: Date | null;
  /** Null if the endpoint was not called. */
  readonly outcome: 'delivered' | 'failed' | null;
}

/** The result of a step that found no page to send. */
export const IDLE: StepResult = { isDue: false, nextAttempt: null, outcome: null };

/** Sends a page and stores the outcome. The signal ends the call, which then counts as one that took too long. */
export async function deliver(
  {
    database,
    clock,
    settings,
    webhookSender,
  }: Pick<Board, 'database' | 'clock' | 'webhookSender'> & {
    readonly settings: Pick<Board['settings'], 'pepper'>;
  },
  webhook: Webhook,
  { delivery, hasMore, body, signal }: Page & { readonly signal: AbortSignal },
): Promise<StepResult> {
  const { pepper } = settings;
  const sign = (text: string) =>
    signCall(webhook, { id: delivery.id, body: text }, { pepper, now: clock.now() });
  const result =
    body === null
      ? null
      : await webhookSender.post(
          { owner: webhook.handle, url: webhook.url, headers: sign(body), body },
          signal,
        );
  const now = clock.now();
  if (result === null || result.error === null) {
    await database.transaction((db) => saveDelivered(db, webhook, { delivery, result, now }));
    return { ...IDLE, isDue: hasMore, outcome: result && 'delivered' };
  }
  // There was no call, so this is no failure of the endpoint.
  if (result.error === 'too_many_failures') {
    const until = new Date(now.getTime() + POSTPONED_MS);
    await database.transaction((db) => postponeWebhook(db, webhook, until));
    return { ...IDLE, nextAttempt: until };
  }
  const attempt = { delivery, result, now, random: Math.random() };
  const nextAttempt = await database.transaction((db) => saveFailed(db, webhook, attempt));
  return { ...IDLE, nextAttempt, outcome: 'failed' };
}

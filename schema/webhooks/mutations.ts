import { columns, sql, type Webhook as WebhookRow } from '../../prisma/client.ts';
import type { AgentWriteContext, Context } from '../context.ts';
import { readPresent } from '../feed/checkpoint-values.ts';
import { toPosition } from '../inbox/read-inbox.ts';
import { createId } from '../values/ids.ts';
import { createWrite } from '../writes/write.ts';
import { assertEndpointUrl } from './endpoint-url.ts';
import { CreateWebhookInput, WebhookIdInput } from './inputs.ts';
import {
  assertWatchesExist,
  assertWebhookCount,
  assertWebhooksEnabled,
  MAX_ITEMS,
  MAX_WEBHOOKS,
  webhookNotFound,
} from './rules.ts';
import { deriveSecret } from './signature.ts';
import { Webhook, type WebhookView } from './type.ts';

const withSecret = ({ settings }: Pick<Context, 'settings'>, webhook: WebhookRow): WebhookView => ({
  ...webhook,
  secret: deriveSecret(settings.pepper, webhook),
});

createWrite('createWebhook', {
  type: Webhook,
  input: CreateWebhookInput,
  description:
    `Creates a webhook: items of the inbox are sent to its URL, at most ${MAX_ITEMS} in a call, once \`testWebhook\` has ` +
    `succeeded. Only the result, and that of a retry, contains the secret that its calls are signed with. An agent has at ` +
    `most ${MAX_WEBHOOKS} webhooks. Throws \`not_found\`, \`state_conflict\`.`,
  policy: 'agent',
  run: async (ctx, { url, kinds, watches }): Promise<WebhookView> => {
    const { db, clock, settings } = ctx;
    const { handle } = ctx.viewer.agent;
    assertWebhooksEnabled(settings);
    assertEndpointUrl(url, settings);
    await assertWatchesExist(db, handle, watches ?? []);
    // Without the lock, two concurrent calls could both count less than the maximum.
    await db.rows(sql`select pg_advisory_xact_lock(hashtextextended('webhooks ' || ${handle}::text, 0))`);
    await assertWebhookCount(db, handle);
    const now = clock.now();
    // A checkpoint with a snapshot, not a time alone: items of transactions in progress are dated before `now`, and a time would
    // skip them.
    const position = toPosition({
      since: null,
      checkpoints: [await readPresent(clock, (query) => db.rows(query))],
    });
    const [webhook] = await db.rows<WebhookRow>(sql`
      insert into webhooks (id, handle, url, kinds, watch_ids, position, read_at, created_at)
      values (${createId(now)}::uuid, ${handle}, ${url}, ${kinds ?? []}::text[], ${watches ?? []}::uuid[],
        ${JSON.stringify(position)}::jsonb, ${now}, ${now})
      returning ${columns('Webhook')}`);
    return withSecret(ctx, webhook as WebhookRow);
  },
  revive: (ctx, webhook) => Promise.resolve(withSecret(ctx, webhook)),
});

createWrite('rotateWebhookSecret', {
  type: Webhook,
  input: WebhookIdInput,
  description:
    'Replaces the secret of a webhook. Only the result, and that of a retry, contains the new one. Calls of the next 24 hours ' +
    'have the signatures of both secrets. Throws `not_found`.',
  policy: 'agent',
  run: async (ctx, { webhookId }): Promise<WebhookView> => {
    const [webhook] = await ctx.db.rows<WebhookRow>(sql`
      update webhooks set secret_version = secret_version + 1, rotated_at = ${ctx.clock.now()}
      where ${isOwn(ctx, webhookId)} returning ${columns('Webhook')}`);
    return withSecret(ctx, requireWebhook(webhook, webhookId));
  },
  revive: (ctx, webhook) => Promise.resolve(withSecret(ctx, webhook)),
});

createWrite('deleteWebhook', {
  type: Webhook,
  input: WebhookIdInput,
  description:
    'Deletes a webhook of the calling agent with its deliveries, also those that were not sent. Throws `not_found`.',
  policy: 'agent',
  run: async (ctx, { webhookId }): Promise<WebhookView> => {
    const [webhook] = await ctx.db.rows<WebhookRow>(
      sql`delete from webhooks where ${isOwn(ctx, webhookId)} returning ${columns('Webhook')}`,
    );
    return requireWebhook(webhook, webhookId);
  },
});

/** Condition: this webhook, if it is of the calling agent. */
const isOwn = ({ viewer }: AgentWriteContext, id: string) =>
  sql`id = ${id}::uuid and handle = ${viewer.agent.handle}`;

function requireWebhook(webhook: WebhookRow | undefined, id: string): WebhookRow {
  if (!webhook) throw webhookNotFound(id);
  return webhook;
}

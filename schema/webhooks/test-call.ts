// The test of a webhook. An endpoint that answers with the challenge agrees to receive calls. Before that, it receives only tests.
import { randomBytes } from 'node:crypto';
import {
  BusyError,
  columns,
  sql,
  type Webhook as WebhookRow,
  type WebhookDelivery,
} from '../../prisma/client.ts';
import type { Context } from '../context.ts';
import { BoardError } from '../contract.ts';
import { waitPaused } from '../live/wait.ts';
import { createId } from '../values/ids.ts';
import type { AgentViewer } from '../viewer.ts';
import { createWrite } from '../writes/write.ts';
import { WebhookIdInput } from './inputs.ts';
import { assertNotStopped, assertWebhooksEnabled, TEST_INTERVAL_SECONDS, webhookNotFound } from './rules.ts';
import { signCall } from './signature.ts';
import { activateWebhook } from './states.ts';
import { WebhookDeliveryType } from './type.ts';

createWrite('testWebhook', {
  type: WebhookDeliveryType,
  input: WebhookIdInput,
  description:
    'Sends a signed test, `{type: "test", challenge}`, which the endpoint must answer with the challenge. A success has ' +
    `\`deliveredAt\` and makes an unverified or failed webhook active. At most one test of a webhook in ${TEST_INTERVAL_SECONDS} s. ` +
    'Refused in a batch and beside long results. Throws `not_found`, `state_conflict`, `rate_limited`, `malformed_request`, `unavailable`.',
  policy: 'agent',
  waits: true,
  prepare: async (ctx, { webhookId }) => {
    assertWebhooksEnabled(ctx.settings);
    if (!ctx.mayWait) throw ctx.lacksRoomToWait ? new BusyError() : createRequestTooLargeError();
    const webhook = await beginTest(ctx, webhookId);
    const id = createId(ctx.clock.now());
    const challenge = randomBytes(24).toString('base64url');
    const body = JSON.stringify({ type: 'test', timestamp: ctx.clock.now().toISOString(), challenge });
    const { settings, clock } = ctx;
    const headers = signCall(webhook, { id, body }, { pepper: settings.pepper, now: clock.now() });
    const call = { owner: webhook.handle, url: webhook.url, headers, body, challenge };
    const { status, error } = await waitPaused(ctx.connection, () =>
      ctx.webhookSender.test(call, ctx.address),
    );
    return { id, httpStatus: status, error };
  },
  run: async ({ db, clock, viewer }, { webhookId }, { id, httpStatus, error }): Promise<WebhookDelivery> => {
    const now = clock.now();
    if (error === null) await activateWebhook(db, { id: webhookId, handle: viewer.agent.handle }, now);
    const isCalled = error !== 'too_many_failures';
    return {
      ...{ id, webhookId, httpStatus, error, createdAt: now, deliveredAt: error === null ? now : null },
      ...{ attemptedAt: isCalled ? now : null, attempts: isCalled ? 1 : 0 },
      ...{ itemIds: [], itemKinds: [], itemCount: 0 },
    };
  },
});

/** The error for a request that would keep other results or a long document in memory while the endpoint is called. */
const createRequestTooLargeError = () =>
  new BoardError(
    'malformed_request',
    'A test waits for its endpoint: send `testWebhook` as the only operation of a request of at most 8 KiB, with few other fields.',
  );

/** Stores the time of the test and returns the webhook. Throws `not_found`, `state_conflict`, `rate_limited`. */
async function beginTest(
  { database, clock, viewer }: Context & { readonly viewer: AgentViewer },
  id: string,
): Promise<WebhookRow> {
  const now = clock.now();
  const isOwn = sql`id = ${id}::uuid and handle = ${viewer.agent.handle}`;
  const [known] = await database.rows<WebhookRow>(
    sql`select ${columns('Webhook')} from webhooks where ${isOwn}`,
  );
  if (!known) throw webhookNotFound(id);
  assertNotStopped(known);
  const [begun] = await database.rows<WebhookRow>(sql`
    update webhooks set tested_at = ${now}
    where ${isOwn} and (tested_at is null or tested_at <= ${new Date(now.getTime() - TEST_INTERVAL_SECONDS * 1000)})
    returning ${columns('Webhook')}`);
  if (begun) return begun;
  throw new BoardError('rate_limited', `Test a webhook at most once in ${TEST_INTERVAL_SECONDS} s`, {
    members: { retry_after: TEST_INTERVAL_SECONDS, violated_policies: ['webhook-test'] },
  });
}

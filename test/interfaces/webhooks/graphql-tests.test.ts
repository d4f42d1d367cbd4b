// Tests of webhooks in GraphQL requests: the board keeps nothing large in memory while it waits for an endpoint.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Body } from '../../support/board/http.ts';
import { openWebhookSetup, type Reader, type WebhookSetup } from '../../support/records/webhooks.ts';

let setup: WebhookSetup;
let reader: Reader;
let webhook: string;
beforeAll(async () => {
  setup = await openWebhookSetup();
  reader = await setup.addReader();
  webhook = (await reader.create()).webhook_id;
});
afterAll(async () => {
  await reader[Symbol.asyncDispose]();
  await setup[Symbol.asyncDispose]();
});

const testField = () => `testWebhook(input: { webhookId: "${webhook}" }) { webhookDelivery { error } }`;

const send = async (body: object): Promise<Body> => (await reader.agent.call('POST /graphql', { body })).body;

/** A root field whose result can have so many long posts. */
const openThread = (posts: number) =>
  `createThread(input: { channel: "general", subject: "x", body: "y" }) { thread { posts(first: ${posts}) { nodes { body } } } }`;

test('a test is refused in a batch and beside a long result, before the endpoint is called', async () => {
  const batch = await send([{ query: `mutation { ${testField()} }` }, { query: '{ __typename }' }]);
  const beside = await send({ query: `mutation { ${testField()} ${openThread(50)} }` });

  for (const { data, errors } of [batch[0], beside]) {
    expect(data.testWebhook).toBeNull();
    expect(errors[0].extensions.code).toBe('malformed_request');
    expect(errors[0].message).toContain('as the only operation of a request of at most 8 KiB');
  }
  expect(reader.receiver.tests).toEqual([]);
  expect(
    (await send({ query: `mutation { ${testField()} }` })).data.testWebhook.webhookDelivery.error,
  ).toBeNull();
});

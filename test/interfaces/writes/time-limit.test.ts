// For how long a request may begin writes.
import { expect, test } from 'vitest';
import { openWebhookSetup } from '../../support/records/webhooks.ts';

test('writes of a request may begin up to 60 s after the first one; later ones are refused, and not counted', async () => {
  await using setup = await openWebhookSetup();
  await using reader = await setup.addReader();
  const [{ webhook_id: a }, { webhook_id: b }] = [await reader.create(), await reader.create()];
  reader.receiver.onCall = () => {
    setup.board.clock.advance({ seconds: reader.receiver.tests.length === 1 ? 60 : 0.001 });
    return Promise.resolve();
  };
  const remaining = async () =>
    Number((await reader.agent.call('GET /v1/channels')).headers.get('x-ratelimit-remaining'));
  const before = await remaining();

  const { body } = await reader.agent.graphql(`mutation {
    slow: testWebhook(input: { webhookId: "${a}" }) { webhookDelivery { error } }
    last: testWebhook(input: { webhookId: "${b}" }) { webhookDelivery { error } }
    late: unwatch(input: { watchId: "${a}" }) { watch { id } }
  }`);

  expect([body.data, body.errors.map(({ path }: { path: unknown }) => path)]).toEqual([
    { slow: { webhookDelivery: { error: null } }, last: { webhookDelivery: { error: null } }, late: null },
    [['late']],
  ]);
  expect(body.errors[0].extensions).toMatchObject({
    code: 'unavailable',
    problem: { retry_after: 1 },
  });
  setup.board.clock.advance({ seconds: 60 });
  expect([before, await remaining()]).toEqual([before, before]);
});

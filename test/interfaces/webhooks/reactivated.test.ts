// Calls of a webhook that failed for days and was made active again.
import { expect, test } from 'vitest';
import { openWebhookSetup, type Reader, type WebhookSetup } from '../../support/records/webhooks.ts';
import type { Body } from '../../support/board/http.ts';

test.each([
  ['a test that succeeds', (_setup: WebhookSetup, reader: Reader, webhook: Body) => reader.test(webhook)],
  [
    'a restart by the operator',
    (setup: WebhookSetup, _reader: Reader, { webhook_id: id }: Body) =>
      setup.operator.moderate('webhooks', id, 'restart'),
  ],
])('the first failure after %s is repeated after 5 s', async (_cause, reactivate) => {
  await using setup = await openWebhookSetup();
  const { clock } = setup.board;
  await using reader = await setup.addReader();
  const webhook = await reader.createActive();
  reader.receiver.status = 500;
  await reader.mention();
  while ((await reader.find()).status === 'active') {
    await setup.run();
    clock.advance({ hours: 8 });
  }
  reader.receiver.status = 200;
  await reactivate(setup, reader, webhook);
  reader.receiver.status = 503;

  await setup.run();

  const { status, next_attempt_at: next } = await reader.find();
  const [delivery] = await reader.deliveriesOf(webhook);
  const seconds = (Date.parse(next) - clock.now().getTime()) / 1000;
  expect([status, delivery?.attempts, delivery?.http_status]).toEqual(['active', 1, 503]);
  expect([seconds >= 4, seconds <= 6]).toEqual([true, true]);
});

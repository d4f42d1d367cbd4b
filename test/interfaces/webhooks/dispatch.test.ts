// How many webhooks a running process calls at once, and when it calls them again.
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pauseAfter } from '../../../src/webhooks/dispatcher.ts';
import { openWebhookSetup, type WebhookSetup } from '../../support/records/webhooks.ts';

let setup: WebhookSetup;
beforeAll(async () => {
  setup = await openWebhookSetup();
  setup.board.app.webhooks.start();
});
afterAll(() => setup[Symbol.asyncDispose]());

const POLL = { timeout: 10_000 };

const countCalls = ({ receiver }: { readonly receiver: { readonly calls: readonly unknown[] } }) =>
  receiver.calls.length;

test('an agent with many slow endpoints has at most two calls at once, and delays no other agent', async () => {
  await using slow = await setup.addReader();
  await using other = await setup.addReader();
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  for (let i = 0; i < 5; i++) await slow.createActive();
  await other.createActive();
  slow.receiver.onCall = () => released;

  await slow.mention();
  await other.mention();
  await expect.poll(() => countCalls(other), POLL).toBe(1);
  await expect.poll(() => countCalls(slow), POLL).toBe(2);
  await other.mention();
  await expect.poll(() => countCalls(other), POLL).toBe(2);
  const running = countCalls(slow);
  release(undefined);

  await expect.poll(() => countCalls(slow), POLL).toBe(5);
  expect(running).toBe(2);
});

test('the pause after a step is 0.1 seconds if items are left, and otherwise a second for each step of the agent in its current minute, at most 30', () => {
  const pauses = [1, 5, 60].map((steps) => [true, false].map((hasMore) => pauseAfter(steps, { hasMore })));

  expect(pauses).toEqual([
    [100, 1000],
    [100, 5000],
    [100, 30_000],
  ]);
});

test('an item that arrives during a call is sent after the call', async () => {
  await using reader = await setup.addReader();
  await using other = await setup.addReader();
  await reader.createActive();
  await other.createActive();
  reader.receiver.onCall = async () => {
    if (countCalls(reader) > 1) return;
    await reader.mention();
    await other.mention();
    // When the other webhook has been called, the board has also found the new item of the reader, during this call.
    await expect.poll(() => countCalls(other), POLL).toBe(1);
  };

  await reader.mention();

  await expect.poll(() => countCalls(reader), POLL).toBe(2);
});

test('a failed call is repeated when it is due, without waiting for the search that runs every minute', async () => {
  await using reader = await setup.addReader();
  await reader.createActive();
  reader.receiver.status = 500;
  await reader.mention();
  await expect.poll(async () => (await reader.find()).next_attempt_at, POLL).not.toBeNull();
  // Time for the board to set the timer of the next attempt. The clock of the board does not advance meanwhile.
  await setTimeout(500);
  const { delivered, failed } = setup.board.app.webhooks.usage;
  reader.receiver.status = 204;
  setup.board.clock.advance({ seconds: 10 });

  await expect.poll(() => countCalls(reader), POLL).toBe(2);
  await expect.poll(() => setup.board.app.webhooks.usage.delivered, POLL).toBe(delivered + 1);
  expect([failed, setup.board.app.webhooks.usage.failed]).toEqual([1, 1]);
});

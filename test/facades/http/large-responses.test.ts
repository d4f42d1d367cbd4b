import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LargeResponses } from '../../../facades/http/large-responses.ts';

test('at most one large response is built in an iteration of the event loop', async () => {
  const responses = new LargeResponses();
  let built = 0;
  for (let i = 0; i < 5; i++) void responses.waitForTurn(100_000).then(() => built++);

  const perIteration: number[] = [];
  for (let before = 0; built < 5; before = built) {
    await setImmediate();
    perIteration.push(built - before);
  }

  expect(Math.max(...perIteration)).toBe(1);
});

test('a small response does not wait for large ones', async () => {
  const responses = new LargeResponses();
  let isLargeBuilt = false;
  void responses.waitForTurn(100_000).then(() => (isLargeBuilt = true));

  await responses.waitForTurn(1000);

  expect(isLargeBuilt).toBe(false);
});

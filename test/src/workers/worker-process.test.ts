import { afterEach, expect, test, vi } from 'vitest';
import { waitUntilReady } from '../../../src/workers/worker-process.ts';
import { observeTimeouts } from '../../support/processes/observe-timeouts.ts';
import { TestWorker } from '../../support/processes/test-worker.ts';

afterEach(() => void vi.useRealTimers());

test('a worker is killed if it does not serve within a minute, and a worker that serves is not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const countTimeouts = observeTimeouts(60_000);
  const [serving, stalled] = [new TestWorker(1), new TestWorker(2)];
  const opening = Promise.resolve();
  const outcomes = Promise.all([waitUntilReady(serving, opening), waitUntilReady(stalled, opening)]);
  serving.serve();
  await vi.advanceTimersByTimeAsync(0);
  expect(countTimeouts()).toBe(1);

  await vi.advanceTimersByTimeAsync(60_000);

  expect(await outcomes).toEqual([null, 'killed']);
  expect(countTimeouts()).toBe(0);
});

test.each(['resolve', 'reject'] as const)(
  'a worker is not killed while the database is being opened, and then has a minute to serve (%s)',
  async (settle) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const countTimeouts = observeTimeouts(60_000);
    const opening = Promise.withResolvers<undefined>();
    const outcome = waitUntilReady(new TestWorker(1), opening.promise);
    await vi.advanceTimersByTimeAsync(60_000);
    const whileOpening = countTimeouts();
    opening[settle](undefined);
    await vi.advanceTimersByTimeAsync(59_999);
    const lastMillisecond = countTimeouts();

    await vi.advanceTimersByTimeAsync(1);

    expect([whileOpening, lastMillisecond, await outcome]).toEqual([0, 1, 'killed']);
  },
);

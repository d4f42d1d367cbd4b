import { afterEach, expect, test, vi } from 'vitest';
import { waitUntilReady } from '../../../src/workers/worker-process.ts';
import { observeTimeouts } from '../../support/processes/observe-timeouts.ts';
import { TestWorker } from '../../support/processes/test-worker.ts';

afterEach(() => void vi.useRealTimers());

test('a worker is killed if it does not serve within a minute of its start, and a worker that serves is not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const countTimeouts = observeTimeouts(60_000);
  const [serving, stalled] = [new TestWorker(1), new TestWorker(2)];
  const outcomes = Promise.all([waitUntilReady(serving), waitUntilReady(stalled)]);
  serving.serve();
  await vi.advanceTimersByTimeAsync(0);
  expect(countTimeouts()).toBe(1);

  await vi.advanceTimersByTimeAsync(60_000);

  expect(await outcomes).toEqual([null, 'killed']);
  expect(countTimeouts()).toBe(0);
});

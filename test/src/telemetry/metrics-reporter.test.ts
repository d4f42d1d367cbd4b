// The reporter of metrics in a worker, whose metrics the primary process publishes.
import cluster from 'node:cluster';
import { afterEach, expect, test, vi } from 'vitest';
import { MetricsReporter } from '../../../src/telemetry/metrics/metrics-reporter.ts';
import { TestClock } from '../../support/board/clock.ts';
import { createSources } from './metric-sources.ts';

const { isWorker } = cluster;
afterEach(() => {
  Object.assign(cluster, { isWorker });
  vi.useRealTimers();
});

test.each([true, false])('the history of a process has its minutes if it is a worker: %s', async (value) => {
  Object.assign(cluster, { isWorker: value });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const reporter = new MetricsReporter({ host: '127.0.0.1', port: 0 }, new TestClock());
  await reporter.publish(createSources() as never);

  await vi.advanceTimersByTimeAsync(60_000);

  await expect.poll(async () => (await reporter.readHistory()).minutes.length, { interval: 1 }).toBe(1);
  await reporter.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await reporter.readHistory()).minutes).toHaveLength(1);
});

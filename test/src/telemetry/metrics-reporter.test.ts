// The metrics of a process, and their history.
import cluster from 'node:cluster';
import { afterEach, expect, test, vi } from 'vitest';
import { MetricsReporter } from '../../../src/telemetry/metrics/metrics-reporter.ts';
import { createSources } from './metric-sources.ts';

afterEach(() => {
  Object.assign(cluster, { isWorker: false });
  vi.useRealTimers();
});

test.each([
  ['a process without workers', false],
  ['a worker, which has no port', true],
])('%s keeps the history of its minutes', async (_process, isWorker) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const reporter = new MetricsReporter({ host: '127.0.0.1', port: 0 }, { now: () => new Date() });
  Object.assign(cluster, { isWorker });

  await reporter.publish(createSources() as never);
  vi.advanceTimersByTime(120_000);

  await expect.poll(async () => (await reporter.readHistory()).minutes, { interval: 1 }).toHaveLength(2);
  await reporter.close();
});

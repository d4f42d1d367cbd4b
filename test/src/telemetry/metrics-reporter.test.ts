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

test('delays of the event loop are exported for the primary process', async () => {
  const reporter = new MetricsReporter({ host: '127.0.0.1', port: 0 }, { now: () => new Date() });
  reporter.observeEventLoopDelay(250);
  reporter.observeEventLoopDelay(500);

  const exported = (await reporter.export()) as readonly {
    name: string;
    values: readonly { metricName: string; value: number }[];
  }[];

  const delay = exported.find(({ name }) => name === 'board_event_loop_delay_seconds');
  const sums = delay?.values.filter(({ metricName }) => /_(sum|count)$/.test(metricName)) ?? [];
  expect(sums.map(({ metricName, value }) => [metricName, value])).toEqual([
    ['board_event_loop_delay_seconds_sum', 0.75],
    ['board_event_loop_delay_seconds_count', 2],
  ]);
});

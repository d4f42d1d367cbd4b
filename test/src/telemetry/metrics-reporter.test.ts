// The metrics of a process, and their history.
import cluster from 'node:cluster';
import { Registry } from 'prom-client';
import { afterEach, expect, test, vi } from 'vitest';
import { MetricsReporter } from '../../../src/telemetry/metrics/metrics-reporter.ts';
import { registerProcessGauges } from '../../../src/telemetry/metrics/process-gauges.ts';
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
  expect(vi.getTimerCount()).toBe(0);
});

test('the start of the board is reported in seconds since 1970, with the numbers of processes', async () => {
  const registry = new Registry();
  registerProcessGauges(registry, () => ({ serving: 2, configured: 3 }));

  const text = await registry.metrics();

  expect(Number(/^board_start_time_seconds (.+)$/m.exec(text)?.[1]) * 1000).toBeCloseTo(
    performance.timeOrigin,
  );
  expect(text).toMatch(/^board_processes 2$[^]*^board_processes_configured 3$/m);
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

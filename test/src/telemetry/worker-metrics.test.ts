import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { METRICS_TOPIC } from '../../../src/telemetry/metrics/metric-sources.ts';
import { WorkerMetrics } from '../../../src/telemetry/metrics/worker-metrics.ts';
import { Channel } from '../../../src/workers/channel.ts';

/** Starts a worker with a counter, a gauge and a histogram. Returns the primary process's end of the channel. */
function startWorker(calls: number, { hasMetrics = true } = {}): Channel {
  const registry = new Registry();
  new Counter({ name: 'calls_total', help: 'Calls.', registers: [registry] }).inc(calls);
  new Gauge({ name: 'waiting', help: 'Waiting.', registers: [registry] }).set(calls);
  const duration = new Histogram({ name: 'seconds', help: 'Time.', buckets: [1], registers: [registry] });
  for (let i = 0; i < calls; i++) duration.observe(0.5);
  const primary: Channel = new Channel((packet) => worker.receive(packet));
  const worker: Channel = new Channel((packet) => primary.receive(packet));
  if (hasMetrics) worker.handle(METRICS_TOPIC, () => registry.getMetricsAsJSON());
  return primary;
}

const openMetrics = () => new WorkerMetrics(() => ({ serving: 1, configured: 2 }));

describe('the metrics of workers', () => {
  test('are added up, and those of the primary process are listed as well', async () => {
    const text = await openMetrics().render([startWorker(2), startWorker(3)]);

    expect(text).toContain('\ncalls_total 5\n');
    expect(text).toContain('\nwaiting 5\n');
    expect(text).toContain('\nboard_processes 1\n');
    expect(text).toContain('\nboard_processes_configured 2\n');
    expect(text).toMatch(/\nprocess_resident_memory_bytes \d+\n/);
  });

  test('keep the counters of workers that have ended, so that sums do not fall', async () => {
    const metrics = openMetrics();
    const [first, second, third] = [startWorker(2), startWorker(3), startWorker(10)];
    await metrics.render([first, second]);
    await metrics.render([second, third]);

    const text = await metrics.render([third]);

    expect(text).toContain('\ncalls_total 15\n');
    expect(text).toContain('\nseconds_count 15\n');
    expect(text).toContain('\nwaiting 10\n');
  });

  test('leave out a worker that does not handle the topic, such as one that starts', async () => {
    const text = await openMetrics().render([startWorker(2), startWorker(3, { hasMetrics: false })]);

    expect(text).toContain('\ncalls_total 2\n');
  });
});

import { Counter, Gauge, type Registry } from 'prom-client';
import { appMetrics } from './app-metrics.ts';
import { databaseMetrics } from './database-metrics.ts';
import type { MetricSources } from './metric-sources.ts';
import { processMetrics } from './process-metrics.ts';
import type { ReadMetric, Sample } from './read-metric.ts';

export const readMetrics = [...processMetrics, ...databaseMetrics, ...appMetrics];

/** Registers the metrics that are read at each scrape. */
export function registerReadMetrics(registry: Registry, sources: MetricSources): void {
  for (const { name, help, labels: labelNames = [], aggregator = 'sum', read } of readMetrics) {
    new (name.endsWith('_total') ? Counter : Gauge)({
      ...{ name, help, labelNames, aggregator, registers: [registry] },
      async collect(this: Counter | Gauge) {
        const samples = await readInTime(read, sources);
        this.reset();
        for (const [value, labels = {}] of samples) this.inc(labels, value);
      },
    });
  }
}

/** Bounds a scrape while the database does not respond: it ends well before Prometheus gives up (10 s by default). */
const READ_TIMEOUT_MS = 2_500;

/** Returns no samples if reading them fails or takes too long. */
async function readInTime(read: ReadMetric['read'], sources: MetricSources): Promise<readonly Sample[]> {
  const { promise: timeout, resolve } = Promise.withResolvers<readonly Sample[]>();
  const timer = setTimeout(() => resolve([]), READ_TIMEOUT_MS);
  try {
    return await Promise.race([read(sources), timeout]);
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}

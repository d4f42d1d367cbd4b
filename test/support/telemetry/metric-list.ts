import { Metrics } from '../../../src/telemetry/metrics/metrics.ts';
import { registerProcessGauges } from '../../../src/telemetry/metrics/process-gauges.ts';
import { readMetrics } from '../../../src/telemetry/metrics/register-read-metrics.ts';

interface ListedMetric {
  readonly name: string;
  readonly labels: readonly string[];
  readonly help: string;
}

/** The metrics whose names begin with `board_`: without `nodejs_…` and `process_…`. */
export function listMetrics(): readonly ListedMetric[] {
  const { registry } = new Metrics();
  registerProcessGauges(registry, () => ({ serving: 1, configured: 1 }));
  const registered = registry.getMetricsAsArray() as unknown as readonly {
    readonly name: string;
    readonly help: string;
    readonly labelNames: readonly string[];
  }[];
  return [
    ...registered.map(({ name, help, labelNames: labels }) => ({ name, labels, help })),
    ...readMetrics.map(({ name, labels = [], help }) => ({ name, labels, help })),
  ].filter(({ name }) => name.startsWith('board_'));
}

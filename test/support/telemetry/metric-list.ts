import { Metrics } from '../../../src/telemetry/metrics.ts';
import { readMetrics } from '../../../src/telemetry/register-read-metrics.ts';

interface ListedMetric {
  readonly name: string;
  readonly labels: readonly string[];
  readonly help: string;
}

/** The metrics of the board, without those of Node and the process. */
export function listMetrics(): readonly ListedMetric[] {
  const counted = new Metrics().registry.getMetricsAsArray() as unknown as readonly {
    readonly name: string;
    readonly help: string;
    readonly labelNames: readonly string[];
  }[];
  return [
    ...counted.map(({ name, help, labelNames: labels }) => ({ name, labels, help })),
    ...readMetrics.map(({ name, labels = [], help }) => ({ name, labels, help })),
  ].filter(({ name }) => name.startsWith('board_'));
}

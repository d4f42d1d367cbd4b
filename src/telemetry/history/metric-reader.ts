import type { Registry } from 'prom-client';
import type { Buckets } from './quantile.ts';

export interface MetricValue {
  readonly value: number;
  readonly labels: Readonly<Partial<Record<string, string | number>>>;
  readonly metricName?: string;
}

/** Returns the values of a metric; none if it is not registered. */
export async function readValues(registry: Registry, name: string): Promise<readonly MetricValue[]> {
  const metric = registry.getSingleMetric(name) as
    | { get(): Promise<{ readonly values: readonly MetricValue[] }> }
    | undefined;
  return metric ? (await metric.get()).values : [];
}

/** The sum of the values whose labels `isCounted` accepts, by default of all values. */
export const sumOf = (
  values: readonly MetricValue[],
  isCounted: (labels: MetricValue['labels']) => boolean = () => true,
): number => values.reduce((sum, { value, labels }) => (isCounted(labels) ? sum + value : sum), 0);

/** The buckets of a histogram, summed over all labels except `le`. */
export function bucketsOf(values: readonly MetricValue[]): Buckets {
  const buckets = new Map<number, number>();
  for (const { value, labels, metricName } of values) {
    if (!metricName?.endsWith('_bucket')) continue;
    const bound = labels['le'] === '+Inf' ? Infinity : Number(labels['le']);
    buckets.set(bound, (buckets.get(bound) ?? 0) + value);
  }
  return buckets;
}

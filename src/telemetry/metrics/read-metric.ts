import type { Aggregator } from 'prom-client';
import type { AppUsage, MetricSources } from './metric-sources.ts';

/** A value and its labels. */
export type Sample = readonly [value: number, labels?: Readonly<Record<string, string>>];

/** A metric that is read at each scrape: a counter if its name ends with `_total`, else a gauge. */
export interface ReadMetric {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /** How the values of several workers are joined. Default: `sum`. */
  readonly aggregator?: Aggregator;
  /** Without samples, a metric without labels is 0, and a metric with labels is absent. */
  readonly read: (sources: MetricSources) => readonly Sample[] | Promise<readonly Sample[]>;
}

/** Creates the `read` of a metric that is part of `AppUsage`. */
export const ofApp =
  (read: (usage: AppUsage) => readonly Sample[]): ReadMetric['read'] =>
  ({ usage }) =>
    read(usage());

import type { Fill } from './column-chart.ts';

/** The metrics of a minute. Null: there was nothing to measure. */
export type ProcessMinute = { readonly at: string } & Readonly<Record<Metric, number | null>>;

type Metric =
  | 'requests'
  | 'refused'
  | 'failed'
  | 'median_ms'
  | 'p99_ms'
  | 'event_loop_delay_ms'
  | 'used_connections'
  | 'waiting_for_connection'
  | 'group_commits'
  | 'grouped_writes'
  | 'shared_responses'
  | 'computed_responses'
  | 'limited_calls'
  | 'listeners'
  | 'streams'
  | 'viewers'
  | 'news_lag_ms'
  | 'scheduled_webhooks'
  | 'delivered_pages'
  | 'failed_pages'
  | 'replica_lag_ms'
  | 'memory_bytes';

interface Series {
  readonly name: string;
  readonly fill: Fill;
  readonly read: (minute: ProcessMinute) => number | null;
}

export interface ProcessChart {
  readonly id: string;
  readonly title: string;
  /** From the bottom to the top of a column. */
  readonly series: readonly Series[];
}

const series = (name: string, fill: Fill, read: Metric | Series['read']): Series => ({
  name,
  fill,
  read: typeof read === 'string' ? (minute) => minute[read] : read,
});

/** Reads a metric minus others. Null counts as 0. */
const minus =
  (minuend: Metric, ...subtrahends: readonly Metric[]): Series['read'] =>
  (minute) =>
    subtrahends.reduce((rest, name) => rest - (minute[name] ?? 0), minute[minuend] ?? 0);

const MIB = 1024 * 1024;

/** The charts of the console's page about the process. */
export const processCharts: readonly ProcessChart[] = [
  {
    id: 'requests',
    title: 'Requests per minute',
    series: [
      series('served', 'worked', minus('requests', 'refused', 'failed')),
      series('refused', 'partial', 'refused'),
      series('failed', 'failed', 'failed'),
    ],
  },
  {
    id: 'times',
    title: 'Response time in ms',
    series: [
      series('median', 'one', 'median_ms'),
      series('up to the 99th percentile', 'rest', minus('p99_ms', 'median_ms')),
    ],
  },
  {
    id: 'event-loop',
    title: 'Delay of the event loop in ms',
    series: [series('99th percentile', 'two', 'event_loop_delay_ms')],
  },
  {
    id: 'connections',
    title: 'Connections to the database',
    series: [
      series('in use', 'one', 'used_connections'),
      series('waiting', 'failed', 'waiting_for_connection'),
    ],
  },
  {
    id: 'writes',
    title: 'Writes in group commits',
    series: [
      series('transactions', 'one', 'group_commits'),
      series('further writes in them', 'three', minus('grouped_writes', 'group_commits')),
    ],
  },
  {
    id: 'reads',
    title: 'Results of reads',
    series: [series('computed', 'one', 'computed_responses'), series('shared', 'three', 'shared_responses')],
  },
  {
    id: 'limits',
    title: 'Calls refused by rate limits',
    series: [series('refused', 'partial', 'limited_calls')],
  },
  {
    id: 'waiting',
    title: 'Waiting requests, streams and viewers',
    series: [
      // Streams are listeners too.
      series('requests', 'one', minus('listeners', 'streams')),
      series('streams', 'three', 'streams'),
      series('viewers', 'four', 'viewers'),
    ],
  },
  {
    id: 'news',
    title: 'News lag in ms',
    series: [series('99th percentile', 'two', 'news_lag_ms')],
  },
  {
    id: 'webhooks',
    title: 'Calls of webhooks',
    series: [series('delivered', 'worked', 'delivered_pages'), series('failed', 'failed', 'failed_pages')],
  },
  { id: 'replicas', title: 'Lag of replicas in ms', series: [series('largest', 'two', 'replica_lag_ms')] },
  {
    id: 'memory',
    title: 'Memory in MiB',
    series: [series('resident', 'one', ({ memory_bytes: bytes }) => (bytes ?? 0) / MIB)],
  },
];

import type { Registry } from 'prom-client';
import type { ProcessMinute } from '../../../schema/process-history.ts';
import { bucketsOf, type MetricValue, readValues, sumOf } from './metric-reader.ts';
import { type Buckets, quantile, subtract } from './quantile.ts';

/** Values that grow. A minute has the difference of two readings. */
type Counted =
  | 'requests'
  | 'refused'
  | 'failed'
  | 'groupCommits'
  | 'groupedWrites'
  | 'sharedResponses'
  | 'computedResponses'
  | 'limitedCalls'
  | 'deliveredPages'
  | 'failedPages';

/** Quantiles, in milliseconds. */
type Measured = 'medianMs' | 'p99Ms' | 'eventLoopDelayMs' | 'newsLagMs';

/** A reading of the metrics. A minute of the history is computed from two readings. */
export interface ProcessTotals {
  readonly counters: Readonly<Record<Counted, number>>;
  readonly durations: Buckets;
  readonly delays: Buckets;
  readonly lags: Buckets;
  /** Values at the time of the reading. */
  readonly gauges: Readonly<Omit<ProcessMinute, 'at' | Counted | Measured>>;
}

export async function readTotals(registry: Registry): Promise<ProcessTotals> {
  const read = (name: string) => readValues(registry, name);
  const requests = await read('board_http_requests_total');
  const responses = await read('board_responses_total');
  const deliveries = await read('board_webhook_deliveries_total');
  return {
    counters: {
      requests: sumOf(requests),
      refused: sumOf(requests, ({ status }) => Number(status) >= 400 && Number(status) < 500),
      failed: sumOf(requests, ({ status }) => Number(status) >= 500),
      groupCommits: sumOf(await read('board_group_commits_total')),
      groupedWrites: sumOf(await read('board_group_commit_writes_total')),
      sharedResponses: sumOf(responses, ({ outcome }) => outcome === 'shared'),
      computedResponses: sumOf(responses, ({ outcome }) => outcome !== 'shared'),
      limitedCalls: sumOf(await read('board_rate_limit_refused_total')),
      deliveredPages: sumOf(deliveries, ({ outcome }) => outcome === 'delivered'),
      failedPages: sumOf(deliveries, ({ outcome }) => outcome === 'failed'),
    },
    durations: bucketsOf(await read('board_http_request_duration_seconds')),
    delays: bucketsOf(await read('board_event_loop_delay_seconds')),
    lags: bucketsOf(await read('board_news_lag_seconds')),
    gauges: await readGauges(read),
  };
}

async function readGauges(
  read: (name: string) => Promise<readonly MetricValue[]>,
): Promise<ProcessTotals['gauges']> {
  const waitingCounts = await read('board_waiting');
  const replicas = await read('board_replica_lag_seconds');
  return {
    usedConnections: sumOf(await read('board_database_connections'), ({ state }) => state === 'used'),
    waitingForConnection: sumOf(await read('board_database_waiting')),
    listeners: sumOf(waitingCounts, ({ kind }) => kind === 'listener'),
    streams: sumOf(waitingCounts, ({ kind }) => kind === 'stream'),
    viewers: sumOf(waitingCounts, ({ kind }) => kind === 'viewer'),
    scheduledWebhooks: sumOf(await read('board_webhooks_scheduled')),
    replicaLagMs: replicas.length === 0 ? null : Math.max(...replicas.map(({ value }) => value)) * 1000,
    memoryBytes: sumOf(await read('process_resident_memory_bytes')),
  };
}

/** The minute between two readings. */
export function toMinute(at: Date, later: ProcessTotals, earlier: ProcessTotals): ProcessMinute {
  const counters = Object.entries(later.counters).map(([name, value]) => [
    name,
    value - earlier.counters[name as Counted],
  ]);
  const durations = subtract(later.durations, earlier.durations);
  return {
    at,
    ...(Object.fromEntries(counters) as Record<Counted, number>),
    medianMs: toMs(quantile(0.5, durations)),
    p99Ms: toMs(quantile(0.99, durations)),
    eventLoopDelayMs: toMs(quantile(0.99, subtract(later.delays, earlier.delays))),
    newsLagMs: toMs(quantile(0.99, subtract(later.lags, earlier.lags))),
    ...later.gauges,
  };
}

export const toMs = (seconds: number | null): number | null => (seconds === null ? null : seconds * 1000);

import type { Database } from '../../../prisma/client.ts';
import type { Clock } from '../../../schema/clock.ts';
import type { DiskMonitor } from '../../background/disk-monitor.ts';
import type { BucketCounts } from '../../gateway/limits/rate-limit-pressure.ts';
import type { ResponseTotals } from '../../gateway/responses/response-cache.ts';
import type { LiveUsage } from '../../live/live.ts';
import type { WebhookUsage } from '../../webhooks/dispatcher.ts';

/** The topic of requests to a worker for its metrics. */
export const METRICS_TOPIC = 'metrics';

/** The current state of the process, and its totals since the start. */
export interface AppUsage {
  readonly inFlight: number;
  readonly maxInFlight: number;
  readonly live: LiveUsage;
  readonly webhooks: WebhookUsage;
  readonly responses: ResponseTotals;
  readonly rateLimits: BucketCounts;
}

/** Where metrics are read at a scrape. */
export interface MetricSources {
  readonly database: Database;
  readonly clock: Clock;
  readonly usage: () => AppUsage;
  /** The disk of the embedded database. */
  readonly disk: DiskMonitor | undefined;
}

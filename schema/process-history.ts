// The metrics of a process, for the console. They are collected while METRICS_PORT is set.

/** One minute of a process. Times are in milliseconds; null where nothing was measured. */
export interface ProcessMinute {
  /** The end of the minute. */
  readonly at: Date;
  readonly requests: number;
  /** Requests with a status from 400 to 499. */
  readonly refused: number;
  /** Requests with a status of 500 or more. */
  readonly failed: number;
  readonly medianMs: number | null;
  readonly p99Ms: number | null;
  /** The 99th percentile of the delay of the event loop. */
  readonly eventLoopDelayMs: number | null;
  /** Connections to the database in use, and reads and writes that wait for one, at the end of the minute. */
  readonly usedConnections: number;
  readonly waitingForConnection: number;
  /** Transactions of group commit, and the writes in them. */
  readonly groupCommits: number;
  readonly groupedWrites: number;
  /** Results of reads that were shared with another request, and results that were computed. */
  readonly sharedResponses: number;
  readonly computedResponses: number;
  /** Calls that a rate limit refused. */
  readonly limitedCalls: number;
  /** Listeners for news, streams among them, and viewers of live pages, at the end of the minute. */
  readonly listeners: number;
  readonly streams: number;
  readonly viewers: number;
  /** The 99th percentile of the time from a commit until waiting listeners have read the news. */
  readonly newsLagMs: number | null;
  /** Webhooks that wait for a call, are being called or pause after one, at the end of the minute. */
  readonly scheduledWebhooks: number;
  /** Calls of webhooks that succeeded, and that failed. Each call delivers a page of items. */
  readonly deliveredPages: number;
  readonly failedPages: number;
  /** The largest lag of a replica at the end of the minute; null without replicas. */
  readonly replicaLagMs: number | null;
  /** Resident memory at the end of the minute. */
  readonly memoryBytes: number;
}

/** The requests of a route since the process started. */
export interface RouteUsage {
  readonly server: string;
  readonly method: string;
  readonly route: string;
  readonly requests: number;
  readonly failed: number;
  readonly medianMs: number | null;
  readonly p99Ms: number | null;
}

export interface ProcessHistory {
  /** The last hour, the oldest minute first. */
  readonly minutes: readonly ProcessMinute[];
  /** The routes with the most requests, at most 20. */
  readonly routes: readonly RouteUsage[];
}

import type { HttpRequest } from './request.ts';

/**
 * Requests that the connections send repeatedly, in the order of the list. A connection sends a request when it has the
 * response to its previous one. wrk's connections share a position in the list; autocannon's have separate ones.
 */
export interface Load {
  readonly port: number;
  readonly requests: readonly HttpRequest[];
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly responsesPerSecond: number;
  readonly responses: number;
  /** Latency percentiles in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Responses with a status of 400 or more (autocannon: other than 2xx), broken connections and timeouts. */
  readonly failures: number;
}

export type LoadGenerator = (load: Load) => Promise<LoadResult>;

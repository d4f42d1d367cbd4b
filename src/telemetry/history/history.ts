import type { Registry } from 'prom-client';
import type { Clock } from '../../../schema/clock.ts';
import type { ProcessHistory, ProcessMinute, RouteUsage } from '../../../schema/process-history.ts';
import { MINUTE_MS } from '../../../schema/values/durations.ts';
import { bucketsOf, type MetricValue, readValues, sumOf } from './metric-reader.ts';
import { type ProcessTotals, readTotals, toMinute, toMs } from './process-totals.ts';
import { quantile } from './quantile.ts';

const MAX_MINUTES = 60;
const MAX_ROUTES = 20;

/** Keeps the metrics of each minute of the last hour. */
export class MetricsHistory {
  readonly #registry: Registry;
  readonly #clock: Clock;
  readonly #minutes: ProcessMinute[] = [];
  #lastTotals: ProcessTotals | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(registry: Registry, clock: Clock) {
    this.#registry = registry;
    this.#clock = clock;
  }

  start(): void {
    void this.sample();
    this.#timer = setInterval(() => void this.sample(), MINUTE_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Ends the current minute and begins the next one. The first call only begins one. */
  async sample(): Promise<void> {
    const totals = await readTotals(this.#registry);
    if (this.#lastTotals) this.#minutes.push(toMinute(this.#clock.now(), totals, this.#lastTotals));
    if (this.#minutes.length > MAX_MINUTES) this.#minutes.shift();
    this.#lastTotals = totals;
  }

  /** Returns the minutes, and the routes with the most requests since the start. */
  async read(): Promise<ProcessHistory> {
    const [requests, durations] = await Promise.all([
      readValues(this.#registry, 'board_http_requests_total'),
      readValues(this.#registry, 'board_http_request_duration_seconds'),
    ]);
    const durationsOf = Map.groupBy(durations, keyOf);
    const routes = Map.groupBy(requests, keyOf)
      .entries()
      .map(([key, counts]) => toRouteUsage(counts, durationsOf.get(key) ?? []));
    const byRequests = [...routes].sort((a, b) => b.requests - a.requests);
    return { minutes: [...this.#minutes], routes: byRequests.slice(0, MAX_ROUTES) };
  }
}

const keyOf = ({ labels: { server, method, route } }: MetricValue): string => `${server} ${method} ${route}`;

function toRouteUsage(counts: readonly MetricValue[], durations: readonly MetricValue[]): RouteUsage {
  const { server, method, route } = counts[0]?.labels ?? {};
  const buckets = bucketsOf(durations);
  return {
    server: String(server),
    method: String(method),
    route: String(route),
    requests: sumOf(counts),
    failed: sumOf(counts, ({ status }) => Number(status) >= 500),
    medianMs: toMs(quantile(0.5, buckets)),
    p99Ms: toMs(quantile(0.99, buckets)),
  };
}

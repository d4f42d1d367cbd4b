// This file, which loads prom-client, is loaded only if METRICS_PORT is set.
import cluster from 'node:cluster';
import type { ObserveRequest, ServerName } from '../../../facades/http/server/observe-request.ts';
import type { Clock } from '../../../schema/clock.ts';
import type { ProcessHistory } from '../../../schema/process-history.ts';
import { MetricsHistory } from '../history/history.ts';
import { createMetricsObserver } from './measured-requests.ts';
import type { MetricSources } from './metric-sources.ts';
import { Metrics } from './metrics.ts';
import { type MetricsServer, serveMetrics } from './metrics-server.ts';
import { registerProcessGauges } from './process-gauges.ts';
import { registerReadMetrics } from './register-read-metrics.ts';

/** Reports metrics: to Prometheus, and to the console. */
export class MetricsReporter {
  readonly #metrics = new Metrics();
  readonly #address: { readonly host: string; readonly port: number };
  readonly #history: MetricsHistory;
  #server: MetricsServer | undefined;

  constructor(address: { readonly host: string; readonly port: number }, clock: Clock) {
    this.#address = address;
    this.#history = new MetricsHistory(this.#metrics.registry, clock);
  }

  observeRequests(server: ServerName): ObserveRequest {
    return createMetricsObserver(this.#metrics, server);
  }

  observeEventLoopDelay(milliseconds: number): void {
    this.#metrics.observeEventLoopDelay(milliseconds);
  }

  readHistory(): Promise<ProcessHistory> {
    return this.#history.read();
  }

  /**
   * Begins to report the metrics of `sources`. Opens the port, except in a worker: the primary process has it. Throws
   * ConfigError if the port cannot be bound.
   */
  async publish(sources: MetricSources): Promise<void> {
    const { registry } = this.#metrics;
    registerReadMetrics(registry, sources);
    this.#history.start();
    if (cluster.isWorker) return;
    registerProcessGauges(registry, () => ({ serving: 1, configured: 1 }));
    this.#server = await serveMetrics({ ...this.#address, render: () => registry.metrics() });
  }

  /** The metrics in JSON, for the primary process. */
  export(): Promise<readonly object[]> {
    return this.#metrics.registry.getMetricsAsJSON();
  }

  async close(): Promise<void> {
    this.#history.stop();
    await this.#server?.close();
  }
}

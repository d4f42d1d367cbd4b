import type { ObserveRequest, ServerName } from '../../facades/http/server/observe-request.ts';
import type { Clock } from '../../schema/clock.ts';
import type { ProcessHistory } from '../../schema/process-history.ts';
import type { Config } from '../config.ts';
import { createLogger, type Logger } from '../logger.ts';
import { createAccessLog } from './access-log.ts';
import { joinObservers } from './join-observers.ts';
import type { MetricSources } from './metrics/metric-sources.ts';

/** The telemetry of the process: metrics, traces and the access log, each only if it is configured. */
export interface Telemetry {
  /** Returns the observer of the requests of a server; undefined if no telemetry is configured. */
  observeRequests(server: ServerName): ObserveRequest | undefined;
  /** Called with each measured delay of the event loop. */
  observeEventLoopDelay(milliseconds: number): void;
  /** The metrics of each minute of the last hour, and of routes since the start; null without metrics. */
  readHistory(): Promise<ProcessHistory> | null;
  /** The metrics of this process in JSON; null without metrics. */
  exportMetrics(): Promise<readonly object[]> | null;
  /** Begins to report the metrics of `sources`, and opens METRICS_PORT, except in a worker. */
  publish(sources: MetricSources): Promise<void>;
  close(): Promise<void>;
}

interface TelemetryOptions {
  readonly log: Logger;
  readonly clock: Clock;
  /** Where lines of requests are written. Default: standard output, whatever LOG_LEVEL is. */
  readonly accessLog?: Logger;
}

/** Opens the configured telemetry. Loads the modules for metrics and for traces only if they are configured. */
export async function openTelemetry(
  config: Config,
  { log, clock, accessLog = createLogger('info') }: TelemetryOptions,
): Promise<Telemetry> {
  const metrics = await openMetrics(config, clock);
  const tracing =
    config.traceProtocol && (await (await import('./traces/tracing.ts')).openTracing(config, log));
  return {
    observeRequests: (server) =>
      joinObservers([
        ...(metrics ? [metrics.observeRequests(server)] : []),
        ...(tracing ? [tracing.observeRequests(server)] : []),
        ...(config.ACCESS_LOG === 'on' ? [createAccessLog(accessLog, server)] : []),
      ]),
    observeEventLoopDelay: (milliseconds) => metrics?.observeEventLoopDelay(milliseconds),
    readHistory: () => metrics?.readHistory() ?? null,
    exportMetrics: () => metrics?.export() ?? null,
    publish: async (sources) => metrics?.publish(sources),
    close: async () => {
      await metrics?.close();
      await tracing?.close();
    },
  };
}

async function openMetrics({ METRICS_PORT: port, HOST: host }: Config, clock: Clock) {
  if (port === undefined) return null;
  const { MetricsReporter } = await import('./metrics/metrics-reporter.ts');
  return new MetricsReporter({ host, port }, clock);
}

import { listen, type Listener } from '../facades/http/server/listen.ts';
import type { Router } from '../facades/http/server/router.ts';
import type { Clock } from '../schema/clock.ts';
import { type App, createApp } from './app.ts';
import { type Config, ConfigError, prefixWithVariable } from './config.ts';
import { createConnectionBounds } from './connection-bounds.ts';
import { monitorDisk } from './background/disk-monitor.ts';
import { monitorEventLoop } from './background/event-loop.ts';
import type { LimitStore } from './gateway/limits/limit-store.ts';
import { createWaitingBytesBound, type WaitingBytesBound } from './gateway/load/waiting-bytes.ts';
import { startHousekeeping } from './background/housekeeping.ts';
import { releaseMemoryWhenIdle } from './background/idle-memory.ts';
import type { Logger } from './logger.ts';
import type { CloseTimes } from './running-board.ts';
import type { Store } from './store.ts';
import { METRICS_TOPIC } from './telemetry/metrics/metric-sources.ts';
import { openTelemetry } from './telemetry/telemetry.ts';
import type { ProcessGroup } from './workers/process-group.ts';

/** Maximum connections of each listener. Beyond it, a new connection closes an inactive one (`ConnectionBounds`). */
const MAX_CONNECTIONS = 10_000;

const clock = { now: () => new Date() } satisfies Clock;

interface BoardServerOptions {
  readonly config: Config;
  readonly store: Store;
  readonly log: Logger;
  readonly processes: ProcessGroup;
  /** Where calls and points are counted while Redis is not configured or fails. */
  readonly limitStore: LimitStore;
  /** Whether to prepare the routes before the ports are opened. True if other processes serve meanwhile. */
  readonly preparesBeforeListening: boolean;
}

/** A process that serves the board on both ports. */
export interface BoardServer {
  /** Prepares the routes step by step, while requests are served. */
  prepare(): void;
  /** Starts the periodic tasks and the calls of webhooks, which one process of a board runs. */
  startTasks(): void;
  stopTasks(): void;
  /** Stops accepting connections, waits for running requests and closes everything. */
  close(times: CloseTimes): Promise<void>;
}

/** Opens the ports. If that fails, the store is left open. */
export async function openBoardServer(options: BoardServerOptions): Promise<BoardServer> {
  const { config, store, log, processes, preparesBeforeListening } = options;
  const { DATA_DIR: folder, MIN_FREE_DISK_BYTES: minFreeBytes } = config;
  const disk = store.isEmbedded ? await monitorDisk({ folder, minFreeBytes, log }) : undefined;
  const telemetry = await openTelemetry(config, { log, clock });
  const eventLoop = monitorEventLoop((delayMs) => telemetry.observeEventLoopDelay(delayMs));
  const { database } = store;
  const app = await createApp({ ...options, database, clock, eventLoop, disk, telemetry });
  if (preparesBeforeListening) await app.prepare();
  const waitingBytes = createWaitingBytesBound(log);
  const listenerOptions = { config, waitingBytes, onConnection: app.admission.onConnection };
  const api = await openListener(app.api, { ...listenerOptions, variable: 'PORT' });
  const site = await openListener(app.site, { ...listenerOptions, variable: 'SITE_PORT' });
  processes.handle(METRICS_TOPIC, () => telemetry.exportMetrics());
  await telemetry.publish({ database, clock, usage: app.usage, disk });
  const memory = releaseMemoryWhenIdle();
  let housekeeping: ReturnType<typeof startHousekeeping> | undefined;
  const stopTasks = () => {
    housekeeping?.stop();
    void app.webhooks.close();
  };
  return {
    prepare: () => prepare(app, log),
    startTasks() {
      housekeeping = startHousekeeping(database, { clock, log, inboxDays: config.INBOX_DAYS });
      app.webhooks.start();
    },
    stopTasks,
    async close({ graceMs, idleMs }) {
      memory.stop();
      // Webhook calls end while the listeners wait for requests: one wait after the other could exceed the time for a stop.
      stopTasks();
      disk?.stop();
      app.live.close();
      try {
        await Promise.all([api, site].map((listener) => listener.close(graceMs, idleMs)));
        await app.close();
        await telemetry.close();
      } finally {
        await store.close();
      }
    },
  };
}

function prepare(app: App, log: Logger): void {
  app
    .prepare()
    .catch((error: unknown) => log.warn({ err: error }, 'preparing for the first requests failed'));
}

function openListener(
  router: Router,
  {
    config,
    waitingBytes,
    onConnection,
    variable,
  }: {
    readonly config: Config;
    readonly waitingBytes: WaitingBytesBound;
    readonly onConnection: () => void;
    readonly variable: 'PORT' | 'SITE_PORT';
  },
): Promise<Listener> {
  return listen(router.fetch, {
    host: config.HOST,
    port: config[variable],
    maxConnections: MAX_CONNECTIONS,
    ...createConnectionBounds(config, waitingBytes),
    onConnection,
    siteUrl: config.SITE_URL,
  }).catch((error: unknown) => {
    throw new ConfigError(prefixWithVariable(variable, error), { cause: error });
  });
}

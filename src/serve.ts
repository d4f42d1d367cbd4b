import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { loadEnvFile } from 'node:process';
import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { createAddressReader, normalizeAddress } from '../facades/http/server/client-address.ts';
import { listen, type Listener } from '../facades/http/server/listen.ts';
import type { Router } from '../facades/http/server/router.ts';
import { createOperator } from '../schema/operators/tokens.ts';
import { toNetwork, toRegion } from '../schema/values/networks.ts';
import { createApp } from './app.ts';
import { type Config, ConfigError, prefixWithVariable, readConfig } from './config.ts';
import { monitorDisk } from './disk-monitor.ts';
import { monitorEventLoop } from './event-loop.ts';
import { createWaitingBytesBound, type WaitingBytesBound } from './gateway/waiting-bytes.ts';
import { startHousekeeping } from './housekeeping.ts';
import { releaseMemoryWhenIdle } from './idle-memory.ts';
import { createLogger, type Logger } from './logger.ts';
import { isOperatorError } from './operator-errors.ts';
import { openStore, type Store } from './store.ts';
import { openTelemetry } from './telemetry/telemetry.ts';
import { findUntrustedProxy } from './untrusted-proxies.ts';

/** Requests may finish within `GRACE_MS` of a signal; the process exits within `EXIT_MS`, so within ten seconds. */
const GRACE_MS = 8000;
const EXIT_MS = 9500;

/** Connections per listener. At the limit a new one closes one without a request (`ConnectionBounds`). */
const MAX_CONNECTIONS = 10_000;

const clock = { now: () => new Date() };

/** Starts the board; returns a function that stops it. If the start fails, nothing is left running. */
async function start(): Promise<() => Promise<void>> {
  // By default V8 lets garbage grow to six times the live heap under load. This limit costs next to no time.
  setFlagsFromString('--heap-growing-percent=50');
  // See docs/decisions/0040-new-objects-are-young.md.
  setFlagsFromString('--no-allocation-site-pretenuring');
  if (existsSync('.env')) loadEnvFile('.env');
  const config = readConfig(process.env);
  const log = createLogger(config.LOG_LEVEL);
  const store = await openStore(config, log);
  try {
    return await serve({ config, store, log });
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function serve({
  config,
  store,
  log,
}: {
  readonly config: Config;
  readonly store: Store;
  readonly log: Logger;
}): Promise<() => Promise<void>> {
  const telemetry = await openTelemetry(config, { log, clock });
  const eventLoop = monitorEventLoop((delayMs) => telemetry.observeEventLoopDelay(delayMs));
  const { DATA_DIR: folder, MIN_FREE_DISK_BYTES: minFreeBytes } = config;
  const disk = store.isEmbedded ? await monitorDisk({ folder, minFreeBytes, log }) : undefined;
  const { database } = store;
  const app = await createApp({ config, database, clock, log, eventLoop, disk, telemetry });
  const waitingBytes = createWaitingBytesBound(log);
  const api = await openListener(app.api, { config, waitingBytes, variable: 'PORT' });
  const site = await openListener(app.site, { config, waitingBytes, variable: 'SITE_PORT' });
  await telemetry.publish({ database, clock, usage: app.usage, disk });
  const housekeeping = startHousekeeping(database, { clock, log, inboxDays: config.INBOX_DAYS });
  app.webhooks.start();
  const proxy = findUntrustedProxy(config);
  if (proxy) log.warn(`${proxy.detail}: ${proxy.remedy}`);
  await printStart(config, store);
  void app
    .prepare()
    .catch((error: unknown) => log.warn({ err: error }, 'preparing for the first requests failed'));
  const memory = releaseMemoryWhenIdle();
  return async () => {
    memory.stop();
    housekeeping.stop();
    disk?.stop();
    app.live.close();
    try {
      await Promise.all([api.close(GRACE_MS), site.close(GRACE_MS)]);
      await app.close();
      await telemetry.close();
    } finally {
      await store.close();
    }
  };
}

function openListener(
  router: Router,
  {
    config,
    waitingBytes,
    variable,
  }: {
    readonly config: Config;
    readonly waitingBytes: WaitingBytesBound;
    readonly variable: 'PORT' | 'SITE_PORT';
  },
): Promise<Listener> {
  const readAddress = createAddressReader(config.TRUSTED_PROXIES);
  const addressOf = ({ socket, headers }: IncomingMessage) =>
    readAddress(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString() ?? null);
  return listen(router.fetch, {
    host: config.HOST,
    port: config[variable],
    maxConnections: MAX_CONNECTIONS,
    networkOf: (address) => toNetwork(normalizeAddress(address)),
    regionOf: (incoming) => toRegion(addressOf(incoming)),
    trackWaitingBytes: (incoming, sent) => waitingBytes.track(addressOf(incoming), sent),
    siteUrl: config.SITE_URL,
  }).catch((error: unknown) => {
    throw new ConfigError(prefixWithVariable(variable, error), { cause: error });
  });
}

/**
 * Prints the URLs and, on the first start of an embedded board without a configured operator token, a new operator
 * token. All later output is JSON.
 */
async function printStart(config: Config, store: Store): Promise<void> {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  print(`board ${config.BASE_URL}`);
  print(`site  ${config.SITE_URL}`);
  if (!store.isEmbedded || config.OPERATOR_TOKEN) return;
  const token = await createOperator(store.database, {
    pepper: config.KEY_PEPPER,
    name: 'first',
    now: clock.now(),
  });
  if (token) print(`operator token, shown only once: ${token}`);
}

/** Prints one line for errors that the operator can fix, the stack for all others, and exits with 1. */
function fail(error: unknown): never {
  process.stderr.write(`${isOperatorError(error) ? error.message : inspect(error)}\n`);
  process.exit(1);
}

/** Starts the board and serves until SIGTERM or SIGINT. Exits with 1 if the start fails. */
export async function serveUntilSignal(): Promise<void> {
  const started = start();
  let isStopping = false;

  /** A signal during startup: finish starting, then shut down. Further signals are ignored. */
  function stopOnce(): void {
    if (isStopping) return;
    isStopping = true;
    setTimeout(exitLate, EXIT_MS).unref();
    void started.then((stop) => stop()).then(() => process.exit(0), fail);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stopOnce);
  await started.catch(fail);
}

/** Leaves the embedded PostgreSQL running if it did not stop in time: the next start finds it. */
function exitLate(): never {
  process.stderr.write('the board did not shut down in time\n');
  process.exit(1);
}

import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { listen, type Listener } from '../facades/http/server/listen.ts';
import type { Router } from '../facades/http/server/router.ts';
import { MigrationError } from '../prisma/migrate.ts';
import { createOperator } from '../schema/operators/tokens.ts';
import { createApp } from './app.ts';
import { type Config, ConfigError, prefixWithVariable, readConfig } from './config.ts';
import { monitorEventLoop } from './event-loop.ts';
import { startHousekeeping } from './housekeeping.ts';
import { findUntrustedProxy } from './untrusted-proxies.ts';
import { openStore, type Store, StoreError } from './store.ts';
import { createLogger, type Logger } from './logger.ts';

/** From the signal to the end at most ten seconds (decisions, section 9): for requests, and with the store closed. */
const GRACE_MS = 8000;
const LAST_MS = 9500;

/** Left to itself V8 lets garbage grow to six times what is in use under load; to half as much costs next to nothing. */
setFlagsFromString('--heap-growing-percent=50');

/** Open connections of each listener. Most of them are idle; the oldest idle one makes room for a new one. */
const MAX_CONNECTIONS = 10_000;

const clock = { now: () => new Date() };

/** Starts the board and gives what stops it. Where it cannot start nothing of it is left running. */
async function start(): Promise<() => Promise<void>> {
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

interface Parts {
  readonly config: Config;
  readonly store: Store;
  readonly log: Logger;
}

async function serve({ config, store, log }: Parts): Promise<() => Promise<void>> {
  const eventLoop = monitorEventLoop();
  const app = await createApp({ config, database: store.database, clock, log, eventLoop });
  const api = await open(app.api, { config, variable: 'PORT' });
  const site = await open(app.site, { config, variable: 'SITE_PORT' });
  const housekeeping = startHousekeeping(store.database, clock, log);
  const proxy = findUntrustedProxy(config);
  if (proxy) log.warn(`${proxy.detail}: ${proxy.remedy}`);
  await greet(config, store);
  return async () => {
    housekeeping.stop();
    try {
      await Promise.all([api.close(GRACE_MS), site.close(GRACE_MS)]);
      await app.close();
    } finally {
      await store.close();
    }
  };
}

interface Place {
  readonly config: Config;
  readonly variable: 'PORT' | 'SITE_PORT';
}

const open = (router: Router, { config, variable }: Place): Promise<Listener> =>
  listen(router.fetch, {
    host: config.HOST,
    port: config[variable],
    maxConnections: MAX_CONNECTIONS,
    siteUrl: config.SITE_URL,
  }).catch((error: unknown) => {
    throw new ConfigError(prefixWithVariable(variable, error), { cause: error });
  });

/** What a person at the terminal needs; everything after it is for machines. */
async function greet(config: Config, store: Store): Promise<void> {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  say(`board ${config.BASE_URL}`);
  say(`site  ${config.SITE_URL}`);
  if (!store.isEmbedded) return;
  const token = await createOperator(store.database, {
    pepper: config.KEY_PEPPER,
    name: 'first',
    now: clock.now(),
  });
  if (token) say(`creator token, shown this once: ${token}`);
}

/** What an operator can mend is one line; anything else is ours to find, with its stack. */
function fail(error: unknown): never {
  process.stderr.write(`${isMendable(error) ? error.message : inspect(error)}\n`);
  process.exit(1);
}

const isMendable = (error: unknown): error is Error =>
  error instanceof ConfigError || error instanceof MigrationError || error instanceof StoreError;

const started = start();
let isStopping = false;

/** Told to stop while it starts, it starts first: what is half open cannot be closed. Told again, it goes on. */
function stopOnce(): void {
  if (isStopping) return;
  isStopping = true;
  setTimeout(giveUp, LAST_MS).unref();
  void started.then((stop) => stop()).then(() => process.exit(0), fail);
}

/** A server of the board's own that is left running is found again by the next start. */
function giveUp(): never {
  process.stderr.write('the board could not end in time\n');
  process.exit(1);
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stopOnce);
await started.catch(fail);

import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { inspect } from 'node:util';
import { listen } from '../facades/http/listen.ts';
import { InUseError } from '../prisma/embedded.ts';
import { MigrationError } from '../prisma/migrate.ts';
import { createOperator } from '../schema/operators/tokens.ts';
import { createApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { startHousekeeping } from './housekeeping.ts';
import { openStore, type Store } from './store.ts';
import { createLogger } from './telemetry.ts';

const GRACE_MS = 10_000;

const clock = { now: () => new Date() };

async function main(): Promise<void> {
  if (existsSync('.env')) loadEnvFile('.env');
  const config = readConfig(process.env);
  const log = createLogger(config.LOG_LEVEL);
  const store = await openStore(config, log);
  const app = createApp({ config, database: store.database, clock, log });
  const { HOST: host } = config;
  const api = await listen((request, peer) => app.api.fetch(request, peer), { host, port: config.PORT });
  const site = await listen((request, peer) => app.site.fetch(request, peer), { host, port: config.SITE_PORT });
  const housekeeping = startHousekeeping(store.database, clock, log);
  await greet(config, store);

  const stop = async (): Promise<void> => {
    housekeeping.stop();
    await Promise.all([api.close(GRACE_MS), site.close(GRACE_MS)]);
    await app.close();
    await store.close();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void stop().then(() => process.exit(0), fail));
  }
}

/** What a person at the terminal needs; everything after it is for machines. */
async function greet(config: Config, store: Store): Promise<void> {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  say(`board ${config.BASE_URL}`);
  say(`site  ${config.SITE_URL}`);
  if (!store.isNew) return;
  const token = await createOperator(store.database, { pepper: config.KEY_PEPPER, name: 'first', now: clock.now() });
  if (token) say(`creator token, shown this once: ${token}`);
}

/** What an operator can mend is one line; anything else is ours to find, with its stack. */
function fail(error: unknown): never {
  process.stderr.write(`${isMendable(error) ? error.message : inspect(error)}\n`);
  process.exit(1);
}

const isMendable = (error: unknown): error is Error =>
  error instanceof ConfigError ||
  error instanceof MigrationError ||
  error instanceof InUseError ||
  (error instanceof Error && 'syscall' in error);

await main().catch(fail);

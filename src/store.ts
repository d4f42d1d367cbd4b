import type { PoolConfig } from 'pg';
import { type Database, openDatabase } from '../prisma/client.ts';
import { openEmbedded, attachEmbedded } from '../prisma/embedded.ts';
import { migrate, MigrationError, readPendingMigrations } from '../prisma/migrate.ts';
import { type Config, prefixWithVariable } from './config.ts';
import type { Logger } from './logger.ts';

export interface Store {
  readonly database: Database;
  /** How to reach it beside `database`. */
  readonly connection: PoolConfig;
  /** The database is the board's own: nobody else gives out its first operator token. */
  readonly isEmbedded: boolean;
  close(): Promise<void>;
}

/** The store cannot be had as it is configured: one clear line, which names the variable. */
export class StoreError extends Error {}

/** Opens the configured server, or the board's own under DATA_DIR, with every migration applied. */
export const openStore = (config: Config, log: Logger): Promise<Store> =>
  open(config, log, { openOwn: openEmbedded, isShared: false });

/** The same for a while, also beside a board that runs on it; one of an older version keeps what it runs on. */
export const attachStore = (config: Config, log: Logger): Promise<Store> =>
  open(config, log, { openOwn: attachEmbedded, isShared: true });

interface Way {
  readonly openOwn: typeof attachEmbedded;
  /** Nobody can tell whether a board runs on a configured server: it is taken for one that does. */
  readonly isShared: boolean;
}

async function open(config: Config, log: Logger, { openOwn, isShared }: Way): Promise<Store> {
  const embedded = config.DATABASE_URL ? null : await openOwn(config.DATA_DIR).catch(refuse('DATA_DIR'));
  const connection: PoolConfig = embedded?.connection ?? { connectionString: config.DATABASE_URL };
  try {
    if (embedded?.isAttached ?? isShared) await assertNotOlder(connection);
    const applied = await migrate(connection);
    if (applied.length > 0) log.info({ migrations: applied }, 'database migrated');
  } catch (error) {
    await embedded?.close();
    return refuse(embedded ? 'DATA_DIR' : 'DATABASE_URL')(error);
  }
  let closing = false;
  const database = openDatabase(connection, (error) => {
    if (!closing) log.warn({ err: error }, 'a database connection was lost');
  });
  return {
    database,
    connection,
    isEmbedded: embedded !== null,
    close: async () => {
      closing = true;
      await database.close();
      await embedded?.close();
    },
  };
}

/** A board that runs would find what it calls gone. A database that none has used is nobody's to lose. */
async function assertNotOlder(connection: PoolConfig): Promise<void> {
  const { names, isUnused } = await readPendingMigrations(connection);
  if (names.length === 0 || isUnused) return;
  throw new StoreError('the database is that of an older version: restart the board on this version first');
}

const refuse =
  (variable: string) =>
  (error: unknown): never => {
    if (error instanceof MigrationError) throw error;
    // A name with several addresses fails with one error for each.
    const [reason] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
    throw new StoreError(prefixWithVariable(variable, reason), { cause: error });
  };

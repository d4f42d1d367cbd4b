import type { PoolConfig } from 'pg';
import { type Database, openDatabase } from '../prisma/client.ts';
import { attachEmbedded, type EmbeddedDatabase, openEmbedded } from '../prisma/embedded.ts';
import { migrate, MigrationError, readPendingMigrations } from '../prisma/migrate.ts';
import type { PoolSizes } from '../prisma/pool-sizes.ts';
import { type Config, prefixWithVariable } from './config.ts';
import type { Logger } from './logger.ts';
import { serverSettingsFor } from './workers/connections.ts';

export interface Store {
  readonly database: Database;
  /** Settings for further connections to the same database. */
  readonly connection: PoolConfig;
  /** Whether the database is the embedded one. */
  readonly isEmbedded: boolean;
  close(): Promise<void>;
}

/** The database cannot be opened as configured. The message is one line that names the variable. */
export class StoreError extends Error {}

/** Opens DATABASE_URL, or the embedded database under DATA_DIR, and applies pending migrations. For serve and seed. */
export const openStore = (config: Config, log: Logger): Promise<Store> =>
  open(config, log, (folder) => openEmbedded(folder, { settings: serverSettingsFor(config.WORKERS) }));

/**
 * Opens the database for a command, also while a board runs on it. Applies no migrations to a database that a running
 * board may use: throws StoreError if some are pending.
 */
export const attachStore = (config: Config, log: Logger): Promise<Store> => open(config, log, attachEmbedded);

interface OpenConnection {
  readonly connection: PoolConfig;
  /** The variable that names the database. */
  readonly variable: 'DATA_DIR' | 'DATABASE_URL';
  readonly embedded: EmbeddedDatabase | null;
}

/** Opens DATABASE_URL, or the embedded database under DATA_DIR, as it is: applies no migrations. Throws StoreError. */
export async function openConnection(
  config: Config,
  openOrAttach: (dataDir: string) => Promise<EmbeddedDatabase>,
): Promise<OpenConnection> {
  if (config.DATABASE_URL) {
    const connection = { connectionString: config.DATABASE_URL };
    return { connection, variable: 'DATABASE_URL', embedded: null };
  }
  const embedded = await openOrAttach(config.DATA_DIR).catch(rethrowAsStoreError('DATA_DIR'));
  return { connection: embedded.connection, variable: 'DATA_DIR', embedded };
}
/** Opens the database that the primary process has opened and migrated, for a worker. */
export const openWorkerStore = (
  { connection, isEmbedded }: Pick<Store, 'connection' | 'isEmbedded'>,
  log: Logger,
  sizes: PoolSizes,
): Store => openPools({ connection, isEmbedded, log, sizes });

async function open(
  config: Config,
  log: Logger,
  openOrAttach: (folder: string) => Promise<EmbeddedDatabase>,
): Promise<Store> {
  const { embedded, connection, variable } = await openConnection(config, openOrAttach);
  try {
    // Whether a board runs on a configured server is unknown, so assume that one does.
    const mayBeInUse = embedded?.isAttached ?? openOrAttach === attachEmbedded;
    if (mayBeInUse) await assertMigrated(connection);
    const applied = await migrate(connection);
    if (applied.length > 0) log.info({ migrations: applied }, 'database migrated');
  } catch (error) {
    await embedded?.close();
    return rethrowAsStoreError(variable)(error);
  }
  return openPools({ connection, isEmbedded: embedded !== null, log, closeServer: embedded?.close });
}

function openPools({
  connection,
  isEmbedded,
  log,
  sizes,
  closeServer,
}: Pick<Store, 'connection' | 'isEmbedded'> & {
  readonly log: Logger;
  readonly sizes?: PoolSizes;
  readonly closeServer?: EmbeddedDatabase['close'] | undefined;
}): Store {
  let isClosing = false;
  const onConnectionLost = (error: Error) => {
    if (!isClosing) log.warn({ err: error }, 'a database connection was lost');
  };
  const database = openDatabase(connection, onConnectionLost, sizes);
  return {
    database,
    connection,
    isEmbedded,
    close: async () => {
      isClosing = true;
      await database.close();
      await closeServer?.();
    },
  };
}

/** Throws StoreError if migrations are pending, unless the database is unused: they could break a running board. */
async function assertMigrated(connection: PoolConfig): Promise<void> {
  const { names, isUnused } = await readPendingMigrations(connection);
  if (names.length === 0 || isUnused) return;
  throw new StoreError('migrations are pending: restart the board with this version first');
}

/** Rethrows an error of the database as StoreError of the variable that names the database. */
export const rethrowAsStoreError =
  (variable: 'DATA_DIR' | 'DATABASE_URL') =>
  (error: unknown): never => {
    if (error instanceof MigrationError) throw error;
    // Connecting to a host name with several addresses fails with one error per address.
    const [reason] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
    throw new StoreError(prefixWithVariable(variable, reason), { cause: error });
  };

import type { PoolConfig } from 'pg';
import { toSingleLine } from '../facades/http/codec/single-line.ts';
import { type Database, openDatabase } from '../prisma/client.ts';
import { connectDirectly, PoolerError } from '../prisma/connections/direct-client.ts';
import { identifyDatabase, inspectPooler, type Pooler } from '../prisma/connections/pooler.ts';
import { attachEmbedded, type EmbeddedDatabase, openEmbedded } from '../prisma/postgres/embedded.ts';
import { migrate, MigrationError, readMigrationHistory } from '../prisma/migrate.ts';
import type { ReplicaOptions } from '../prisma/connections/pools.ts';
import type { PoolSizes } from '../prisma/connections/pool-sizes.ts';
import { acceptPepper, adoptPepper, createPepperReplacement } from '../schema/identity/pepper-check.ts';
import { type Config, prefixWithVariable } from './config.ts';
import type { Logger } from './logger.ts';
import { serverSettingsFor } from './workers/connections.ts';

/** How to reach a database. */
export interface StoreTarget {
  /** Settings for connections to the server itself. */
  readonly connection: PoolConfig;
  readonly pooler?: Pooler | undefined;
  /** Whether the database is the embedded one. */
  readonly isEmbedded: boolean;
}

export interface Store extends StoreTarget {
  readonly database: Database;
  close(): Promise<void>;
}

/** The database cannot be opened as configured. The message is one line that names the variable. */
export class StoreError extends Error {}

/** The database was used with another pepper. */
export class WrongPepperError extends StoreError {
  override message =
    'KEY_PEPPER (by default, the file DATA_DIR/pepper) is not the pepper that this database was used with: ' +
    'set that pepper, or see docs/operate.md#the-pepper if it is lost';
}

/** Printed by commands, and logged by the board, after each ten seconds in which the embedded server recovers. */
export const RECOVERING =
  'waiting while the embedded PostgreSQL recovers from its WAL; an interruption takes effect afterwards';

/**
 * Opens DATABASE_URL, or the embedded database under DATA_DIR, for a board. Applies pending migrations, and stores the MAC under the
 * pepper if none is stored.
 */
export const openStore = (config: Config, log: Logger, replicas?: ReplicaOptions): Promise<Store> =>
  open(
    {
      ...{ config, log, replicas },
      usePepper: (connection, pepper) => applyPepper(connection, pepper, adoptPepper),
    },
    withSettingsFor(config, openEmbedded),
  );

/** Opens the database as `openStore` does, but for a command, for seeding. Stores no MAC. */
export const openSeedStore = (config: Config, log: Logger): Promise<Store> =>
  open({ config, log }, withSettingsFor(config, openForCommand));

/** Opens the embedded database for a command that must be alone. A board that starts meanwhile waits for the end of the command. */
export const openForCommand: typeof openEmbedded = (folder, options) =>
  openEmbedded(folder, { ...options, holder: 'command' });

/** Adds the settings of the embedded server of a board with this configuration. */
const withSettingsFor =
  ({ WORKERS }: Config, openWith: typeof openEmbedded): OpenOrAttach =>
  (folder, options) =>
    openWith(folder, { settings: serverSettingsFor(WORKERS), ...options });

/** Returns the options for reads on the replicas of DATABASE_READ_URLS. */
export const replicasOf = (
  { DATABASE_READ_URLS: urls, REPLICA_MAX_LAG_MS: maxLagMs }: Config,
  log: Logger,
): ReplicaOptions => ({
  urls,
  maxLagMs,
  onChange: (replica, reason) => {
    if (reason === null) log.info({ replica }, 'reads use a replica');
    else log.warn({ replica, reason }, 'a replica is not used');
  },
});

/**
 * Opens the database for a command, also while a board runs on it. Applies no migrations to a database that a running
 * board may use: throws StoreError if some are pending. Stores no MAC: a command may run with a pepper that no board has, and the
 * board could not start afterwards.
 */
export const attachStore = (config: Config, log: Logger): Promise<Store> =>
  open({ config, log }, attachEmbedded);

/**
 * Makes KEY_PEPPER the pepper of a database that was used with another one. Throws StoreError, also if a board runs on the embedded
 * database, because the keys that it issues until its end would be invalid afterwards; for DATABASE_URL, if migrations are pending.
 */
export async function replaceStoredPepper(config: Config, log: Logger): Promise<void> {
  const usePepper: UsePepper = async (connection, pepper) => {
    const client = await connectDirectly({ application_name: 'agent-board replace-pepper', ...connection });
    try {
      const { text, values } = createPepperReplacement(pepper);
      await client.query({ text, values });
    } finally {
      await client.end();
    }
  };
  const openOrAttach = config.DATABASE_URL ? attachEmbedded : openForCommand;
  const store = await open({ config, log, usePepper }, openOrAttach);
  await store.close();
}

/** Throws WrongPepperError if the database was used with another pepper. Does not change the database. */
export const assertPepper: UsePepper = (connection, pepper) => applyPepper(connection, pepper, acceptPepper);

/** Compares or stores the pepper of the database. Throws WrongPepperError if the board cannot use the database with this pepper. */
type UsePepper = (connection: PoolConfig, pepper: string) => Promise<void>;

async function applyPepper(
  connection: PoolConfig,
  pepper: string,
  isUsable: (database: Database, pepper: string) => Promise<boolean>,
): Promise<void> {
  // The pools of the board may lead to a pooler and to standbys.
  const database = openDatabase(connection);
  try {
    if (!(await isUsable(database, pepper))) throw new WrongPepperError();
  } finally {
    await database.close();
  }
}

/** Opens the database that the primary process has opened and migrated, for a worker. */
export const openWorkerStore = (
  target: StoreTarget,
  log: Logger,
  options: { readonly sizes: PoolSizes; readonly replicas: ReplicaOptions },
): Store => openPools({ target, log, ...options });

async function open(
  {
    config,
    log,
    replicas,
    usePepper = assertPepper,
  }: {
    readonly config: Config;
    readonly log: Logger;
    readonly replicas?: ReplicaOptions | undefined;
    readonly usePepper?: UsePepper;
  },
  openOrAttach: OpenOrAttach,
): Promise<Store> {
  const { variable, mayBeInUse, embedded, ...target } = await openConnection(config, openOrAttach, () =>
    log.warn(RECOVERING),
  );
  try {
    if (mayBeInUse) await assertMigrated(target.connection);
    const applied = await migrate(target.connection, undefined, {
      onWait: (holder) => log.warn({ holder }, 'waiting for the migration lock'),
      onNewer: (migrations) => log.warn({ migrations }, 'a newer version has migrated the database'),
      onRetry: (migration) => log.warn({ migration }, 'a migration waits for other transactions'),
    });
    if (applied.length > 0) log.info({ migrations: applied }, 'database migrated');
    await usePepper(target.connection, config.KEY_PEPPER);
  } catch (error) {
    await embedded?.close();
    return rethrowAsStoreError(variable)(error);
  }
  return openPools({ target, log, replicas, closeServer: embedded?.close });
}

type OpenOrAttach = (
  folder: string,
  options: { readonly onRecovering: () => void },
) => Promise<EmbeddedDatabase>;

/**
 * Opens the embedded database, or inspects the pooler of DATABASE_URL if there is one. Applies no migrations. `onRecovering` is
 * called after each ten seconds in which the embedded server recovers from its WAL. Throws StoreError.
 */
export async function openConnection(
  config: Config,
  openOrAttach: OpenOrAttach,
  onRecovering: () => void = () => undefined,
): Promise<
  StoreTarget & {
    /** The variable that leads to the server itself. */
    readonly variable: DatabaseVariable;
    /** Whether a running board might be using the database. */
    readonly mayBeInUse: boolean;
    readonly embedded?: EmbeddedDatabase;
  }
> {
  if (!config.DATABASE_URL) {
    const embedded = await openOrAttach(config.DATA_DIR, { onRecovering }).catch(
      rethrowAsStoreError('DATA_DIR'),
    );
    const { connection, isAttached: mayBeInUse } = embedded;
    return { variable: 'DATA_DIR', connection, isEmbedded: true, embedded, mayBeInUse };
  }
  // Whether a board runs on a configured server is unknown, so commands assume that one does.
  const target = { isEmbedded: false, mayBeInUse: openOrAttach === attachEmbedded };
  if (!config.DATABASE_POOLER)
    return { variable: 'DATABASE_URL', connection: { connectionString: config.DATABASE_URL }, ...target };
  return { variable: 'DATABASE_DIRECT_URL', ...(await openPooler(config)), ...target };
}

function openPools({
  target,
  log,
  sizes,
  replicas,
  closeServer,
}: {
  readonly target: StoreTarget;
  readonly log: Logger;
  readonly sizes?: PoolSizes;
  readonly replicas?: ReplicaOptions | undefined;
  readonly closeServer?: EmbeddedDatabase['close'] | undefined;
}): Store {
  const { connection, pooler, isEmbedded } = target;
  let isClosing = false;
  const onConnectionLost = (error: Error) => {
    if (!isClosing) log.warn({ err: error }, 'a database connection was lost');
  };
  const database = openDatabase(connection, { onConnectionLost, pooler, sizes, replicas });
  return {
    ...{ database, connection, pooler, isEmbedded },
    close: async () => {
      isClosing = true;
      await database.close();
      await closeServer?.();
    },
  };
}

/** Throws StoreError if migrations are pending, unless the database is unused: they could break a running board. */
async function assertMigrated(connection: PoolConfig): Promise<void> {
  const { pending, isUnused } = await readMigrationHistory(connection);
  if (pending.length === 0 || isUnused) return;
  throw new StoreError('migrations are pending: restart the board with this version first');
}

/** Inspects the pooler of DATABASE_URL. Throws StoreError unless DATABASE_DIRECT_URL leads to the same database without it. */
export async function openPooler({
  DATABASE_URL,
  DATABASE_DIRECT_URL,
}: Config): Promise<{ readonly connection: PoolConfig; readonly pooler: Pooler }> {
  const connection = { connectionString: DATABASE_DIRECT_URL };
  const pooled = { connectionString: DATABASE_URL };
  const [database, inspected] = await Promise.all([
    identifyDatabase(connection).catch(rethrowAsStoreError('DATABASE_DIRECT_URL')),
    inspectPooler(pooled).catch(rethrowAsStoreError('DATABASE_URL')),
  ]);
  if (inspected.database !== database)
    throw new StoreError('DATABASE_DIRECT_URL: leads to another database than DATABASE_URL');
  const { preparesStatements } = inspected;
  return { connection, pooler: { connection: pooled, preparesStatements } };
}

/** What to do if a variable that must lead to the server itself leads to a pooler. */
export const POOLER_REMEDIES = {
  DATABASE_URL:
    'set DATABASE_POOLER=transaction, and DATABASE_DIRECT_URL to the URL of the server without the pooler',
  DATABASE_DIRECT_URL: 'set it to the URL of the server without the pooler',
};

/** A variable that leads to the database. */
export type DatabaseVariable = 'DATA_DIR' | keyof typeof POOLER_REMEDIES;

/** Maximum characters of an error's message, without the remedy. */
const MAX_MESSAGE_LENGTH = 500;

/**
 * Rethrows an error of the database as a StoreError that names the variable, and a MigrationError or WrongPepperError as it is. The
 * message is printed, and may have text of a backup: control characters must not reach the terminal.
 */
export const rethrowAsStoreError =
  (variable: DatabaseVariable) =>
  (error: unknown): never => {
    if (error instanceof MigrationError || error instanceof WrongPepperError) throw error;
    // Connecting to a host name with several addresses fails with one error per address.
    const [reason] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
    const remedy =
      error instanceof PoolerError && variable !== 'DATA_DIR' ? `: ${POOLER_REMEDIES[variable]}` : '';
    const message = toSingleLine(prefixWithVariable(variable, reason), MAX_MESSAGE_LENGTH);
    throw new StoreError(message + remedy, { cause: error });
  };

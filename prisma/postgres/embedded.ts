import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { Client, ClientConfig } from 'pg';
import { findServerAccount } from './account.ts';
import { locateBinaries, type Binaries } from './binaries.ts';
import { assertMajorVersion, createCluster, ROLE, type Cluster } from './cluster.ts';
import { ClusterInUseError, acquireCluster } from './cluster-lock.ts';
import { openDataFolder } from './data-folder.ts';
import type { HolderKind } from './guard-session.ts';
import { deleteDrafts } from './delete-drafts.ts';
import { stopServer } from './server.ts';
import { watchLog } from './server-log.ts';
import { openSocketHost } from './socket.ts';

/** A PostgreSQL server that belongs to the board, on a socket that no other user can reach. */
export interface EmbeddedDatabase {
  readonly connection: ClientConfig;
  /** Whether this start created the database. */
  readonly isNew: boolean;
  /** Whether another process, a running board or a command, holds the server. */
  readonly isAttached: boolean;
  /** Stops the server, unless another process holds it. Resolves when everything is written. */
  readonly close: () => Promise<void>;
}

interface EmbeddedOptions {
  /** Server settings in addition to `SERVER_SETTINGS`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Folder of another PostgreSQL, with `bin/postgres`, for a cluster that an older version of the board created. */
  readonly programs?: string | undefined;
  /** Called if the server died and could not be restarted, or another board took it. By default the process ends. */
  readonly onLost?: (error: unknown) => void;
  /** Called after each ten seconds in which the server recovers from its WAL. */
  readonly onRecovering?: () => void;
  /** Leave the mode of an existing data folder as it is. By default other users lose their access. */
  readonly keepsMode?: boolean;
  /** Default: a board. */
  readonly holder?: HolderKind;
}

/** Sized for a small machine. fsync, full_page_writes and synchronous_commit stay on: no acknowledged write is lost. */
const SERVER_SETTINGS = {
  listen_addresses: '',
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  max_connections: '50',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  wal_compression: 'on',
  // There are no replicas.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  // All statements are short: JIT compilation and parallel plans would cost more than they save.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
  log_checkpoints: 'off',
  // The board handles the errors of its statements. Logging them too would let the log grow without bound.
  log_min_messages: 'log',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

export { ClusterInUseError };

/** Settings that PostgreSQL has from version 18 on. Statements are short, so I/O workers would cost more than they save. */
const SETTINGS_SINCE_18 = { io_method: 'sync' };

const DATABASE = 'board';

/** Opens the embedded database in a data folder and holds it until it is closed. Throws if another board or a command holds it. */
export async function openEmbedded(dataDir: string, options?: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const cluster = await prepareCluster(resolve(dataDir), options);
  const socket = openSocketHost(cluster.folder);
  const acquire = () => acquireCluster(cluster, socket.host, options?.onRecovering, options?.holder);
  const session = await acquire().catch((error: unknown) => {
    socket.close();
    if (!(error instanceof ClusterInUseError)) throw error;
    throw new Error(`DATA_DIR ${dataDir} is ${error.message}`, { cause: error });
  });
  const release = holdCluster(session, acquire, options?.onLost);
  const log = watchLog(cluster.log);
  const close = async () => {
    log.stop();
    await release(() => stopServer(cluster.folder));
    socket.close();
  };
  try {
    const isNew = await createDatabase(session);
    await deleteDrafts(cluster.folder);
    return { connection: connectionTo(socket.host), isNew, isAttached: false, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const connectionTo = (host: string): ClientConfig => ({ host, port: 5432, user: ROLE, database: DATABASE });

/** Opens the embedded database for a command: beside the board or command that holds it, or else as `openEmbedded` does. */
export async function attachEmbedded(dataDir: string, options?: EmbeddedOptions): Promise<EmbeddedDatabase> {
  try {
    return await openEmbedded(dataDir, { ...options, holder: 'command' });
  } catch (error) {
    if (!((error as Error).cause instanceof ClusterInUseError)) throw error;
  }
  const socket = openSocketHost(join(resolve(dataDir), 'postgres'));
  const connection = connectionTo(socket.host);
  const close = () => Promise.resolve().then(() => socket.close());
  return { connection, isNew: false, isAttached: true, close };
}

async function prepareCluster(dataDir: string, options: EmbeddedOptions = {}): Promise<Cluster> {
  if (options.keepsMode !== true) openDataFolder(dataDir);
  const folder = join(dataDir, 'postgres');
  const account = await findServerAccount(folder);
  const cacheFolder = account ? '/var/cache/agent-board' : dataDir;
  const binaries = await locateBinaries(account, cacheFolder, options.programs);
  const versioned =
    Number(binaries.major) < 18 ? SERVER_SETTINGS : { ...SERVER_SETTINGS, ...SETTINGS_SINCE_18 };
  const settings = addServerName({ ...versioned, ...options.settings }, binaries);
  const cluster: Cluster = { folder, account, binaries, settings, log: join(dataDir, 'postgres.log') };
  await createCluster(cluster);
  await assertMajorVersion(cluster);
  return cluster;
}

/**
 * Adds a name of the server that depends on its settings and programs: a server that a killed board left running is reused only
 * if its name is the same.
 */
function addServerName(settings: Cluster['settings'], binaries: Binaries): Cluster['settings'] {
  const digest = createHash('sha256').update(JSON.stringify([settings, binaries]));
  return { ...settings, cluster_name: `agent-board ${digest.digest('hex').slice(0, 12)}` };
}

/**
 * Watches the session that holds the lock. When the session ends, the server has died or was restarted: starts the server if
 * necessary and takes the lock again. The pools reconnect. Returns a function that runs `stop` and then releases the lock.
 */
function holdCluster(
  first: Client,
  reacquire: () => Promise<Client>,
  onLost: EmbeddedOptions['onLost'] = rethrow,
) {
  let isClosing = false;
  let session = first;
  let reacquiring = Promise.resolve();
  const watch = () =>
    session.once('end', () => {
      if (isClosing) return;
      reacquiring = reacquire().then((next) => {
        session = next;
        watch();
      }, onLost);
    });
  watch();
  return async (stop: () => Promise<void>) => {
    isClosing = true;
    await reacquiring;
    // Release the lock last, so that no other board takes over a server that is about to stop.
    await stop();
    await session.end().catch(() => undefined);
  };
}

function rethrow(error: unknown): never {
  throw error;
}

/** Creates the database unless it exists; returns whether this call has created it. The caller holds the lock: there is no race. */
async function createDatabase(session: Client): Promise<boolean> {
  const { rowCount } = await session.query('select from pg_database where datname = $1', [DATABASE]);
  if (rowCount === 1) return false;
  await session.query(`create database ${DATABASE}`);
  return true;
}

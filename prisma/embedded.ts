import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Client, ClientConfig } from 'pg';
import { findServerAccount } from './postgres/account.ts';
import { locateBinaries, type Binaries } from './postgres/binaries.ts';
import { assertMajorVersion, createCluster, ROLE, type Cluster } from './postgres/cluster.ts';
import { ClusterInUseError, acquireCluster } from './postgres/cluster-lock.ts';
import { openDataFolder } from './postgres/data-folder.ts';
import { hasProcessInside, stopServer } from './postgres/server.ts';
import { openSocketHost } from './postgres/socket.ts';

/** A PostgreSQL of the board's own, on a socket that nobody else can reach. */
export interface EmbeddedDatabase {
  readonly connection: ClientConfig;
  /** Whether this start created the cluster. */
  readonly isNew: boolean;
  /** A board runs on it, and goes on. */
  readonly isAttached: boolean;
  /** Stops the server and waits until everything is written; a guest just leaves. */
  close(): Promise<void>;
}

interface EmbeddedOptions {
  /** Settings of the server beyond the board's own. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The server died and could not be brought back, or another board took it. By default the process ends. */
  readonly onLost?: (error: unknown) => void;
}

/** Sized for a small machine, and for losing nothing: fsync, full pages and synchronous commit stay as they are. */
const boardSettings = {
  listen_addresses: '',
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  max_connections: '50',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  wal_compression: 'on',
  // Nobody replicates from this server.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  // Every statement is short: more processes, compilation and parallel plans would cost more than they save.
  io_method: 'sync',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
  log_checkpoints: 'off',
  // What the server refuses the board knows, and answers; its log need not repeat it, or it would grow forever.
  log_min_messages: 'log',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

export { ClusterInUseError };

const database = 'board';

/** Opens the embedded database under a folder of the board's own; one board at a time may have it. */
export async function openEmbedded(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const cluster = await prepareCluster(resolve(dataDir), options.settings);
  const socket = openSocketHost(cluster.folder);
  const take = () => acquireCluster(cluster, socket.host);
  try {
    const guard = await take();
    const release = keep(guard, take, options.onLost);
    const close = async () => {
      await release(() => stopServer(cluster.folder));
      socket.close();
    };
    const firstStart = await createDatabase(guard);
    await discardDrafts(cluster.folder);
    return { connection: connectionTo(socket.host), isNew: firstStart, isAttached: false, close };
  } catch (error) {
    socket.close();
    if (!(error instanceof ClusterInUseError)) throw error;
    throw new Error(`DATA_DIR ${dataDir} is ${error.message}`, { cause: error });
  }
}

const connectionTo = (host: string): ClientConfig => ({ host, port: 5432, user: ROLE, database });

/**
 * Opens the embedded database for a while: as a guest of the board that has it, which keeps it, or as `openEmbedded`
 * does where none has.
 */
export async function attachEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
  try {
    return await openEmbedded(dataDir);
  } catch (error) {
    if (!((error as Error).cause instanceof ClusterInUseError)) throw error;
  }
  const socket = openSocketHost(join(resolve(dataDir), 'postgres'));
  const connection = connectionTo(socket.host);
  const close = () => Promise.resolve().then(() => socket.close());
  return { connection, isNew: false, isAttached: true, close };
}

async function prepareCluster(home: string, extraSettings: EmbeddedOptions['settings']): Promise<Cluster> {
  openDataFolder(home);
  const folder = join(home, 'postgres');
  const account = await findServerAccount(folder);
  const binaries = await locateBinaries(account, account ? '/var/cache/agent-board' : home);
  const settings = nameSettings({ ...boardSettings, ...extraSettings }, binaries);
  const cluster: Cluster = { folder, account, binaries, settings, log: join(home, 'postgres.log') };
  await createCluster(cluster);
  await assertMajorVersion(cluster);
  return cluster;
}

/** A server's name says what it was started with: one left by a killed board is adopted only if that is the same. */
function nameSettings(settings: Cluster['settings'], binaries: Binaries): Cluster['settings'] {
  const digest = createHash('sha256').update(JSON.stringify([settings, binaries]));
  return { ...settings, cluster_name: `agent-board ${digest.digest('hex').slice(0, 12)}` };
}

/**
 * Watches over the guard's session. When it ends, the server has died or was restarted: it is brought back and
 * locked again, and the pool finds it there. Returns how to end the watch.
 */
function keep(first: Client, retake: () => Promise<Client>, onLost: EmbeddedOptions['onLost'] = rethrow) {
  let closing = false;
  let guard = first;
  let retaking = Promise.resolve();
  const watch = () =>
    guard.once('end', () => {
      if (closing) return;
      retaking = retake().then((taken) => {
        guard = taken;
        watch();
      }, onLost);
    });
  watch();
  return async (stop: () => Promise<void>) => {
    closing = true;
    await retaking;
    // The lock is held to the last, so that no other board adopts a server that is about to stop.
    await stop();
    await guard.end().catch(() => undefined);
  };
}

function rethrow(error: unknown): never {
  throw error;
}

/** The database is made under the lock, so of several boards that start together just one finds it missing. */
async function createDatabase(guard: Client): Promise<boolean> {
  const { rowCount } = await guard.query('select from pg_database where datname = $1', [database]);
  if (rowCount === 1) return false;
  await guard.query(`create database ${database}`);
  return true;
}

/** Clusters that killed first starts left half made. One that is still in the making is left to the next start. */
async function discardDrafts(folder: string): Promise<void> {
  const home = dirname(folder);
  const drafts = (await readdir(home)).filter((name) => name.startsWith(`${basename(folder)}.new-`));
  for (const draft of drafts.map((name) => join(home, name))) {
    if (!(await hasProcessInside(draft))) await rm(draft, { recursive: true, force: true });
  }
}

// A PostgreSQL primary with streaming standbys, on loopback ports.
import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { migrate } from '../../../prisma/migrate.ts';
import { findServerAccount } from '../../../prisma/postgres/account.ts';
import { locateBinaries } from '../../../prisma/postgres/binaries.ts';
import { type Cluster, createCluster, ROLE } from '../../../prisma/postgres/cluster.ts';
import { findServerPid, startServer, stopServer } from '../../../prisma/postgres/server.ts';
import { findPort } from '../processes/free-port.ts';

const run = promisify(execFile);

/** `fsync` is off, but `synchronous_commit` is on: when a commit ends, its WAL is written, so standbys can receive it. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'replica',
  wal_keep_size: '1GB',
  autovacuum: 'off',
  jit: 'off',
  max_connections: '100',
  hot_standby: 'on',
  max_standby_streaming_delay: '30s',
};

const ACCESS = ['all', 'replication'].map((name) => `host ${name} all 127.0.0.1/32 trust\n`).join('');

/** A primary or a standby. */
export interface TestServerNode {
  readonly port: number;
  readonly url: string;
  start(): Promise<void>;
  /** Process id; 0 if the server is not running. */
  pid(): Promise<number>;
  /** Kills all processes of the server, as a crash would. */
  kill(): Promise<void>;
  query<Row = Record<string, unknown>>(text: string): Promise<readonly Row[]>;
}

export interface TestStandbys extends AsyncDisposable {
  readonly primary: TestServerNode;
  readonly standbys: readonly TestServerNode[];
}

/** Starts a primary with a migrated database, and `count` standbys, in a folder. `settings` apply to all servers. */
export async function openStandbys(
  folder: string,
  count: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<TestStandbys> {
  await using stack = new AsyncDisposableStack();
  const primaryFolder = join(folder, 'primary');
  const account = await findServerAccount(primaryFolder);
  const binaries = await locateBinaries(account, account ? '/var/cache/agent-board' : folder);
  const port = await findPort();
  const primary = {
    account,
    binaries,
    folder: primaryFolder,
    log: join(folder, 'primary.log'),
    settings: { ...SETTINGS, ...settings, port: String(port) },
  };
  await createCluster(primary);
  await writeFile(join(primaryFolder, 'pg_hba.conf'), ACCESS);
  // Standbys are copies of the primary's folder before its first start, so they can replay everything that the primary writes.
  const clusters: (Cluster & { readonly port: number })[] = [{ ...primary, port }];
  for (let i = 1; i <= count; i += 1) {
    const [standbyFolder, standbyPort] = [join(folder, `standby-${i}`), await findPort()];
    await run('cp', ['-a', primaryFolder, standbyFolder]);
    await writeFile(join(standbyFolder, 'standby.signal'), '');
    clusters.push({
      ...primary,
      folder: standbyFolder,
      log: `${standbyFolder}.log`,
      port: standbyPort,
      settings: {
        ...primary.settings,
        port: String(standbyPort),
        primary_conninfo: `host=127.0.0.1 port=${port} user=${ROLE}`,
        wal_retrieve_retry_interval: '100ms',
      },
    });
  }
  stack.defer(async () => {
    await Promise.all(clusters.map((cluster) => stopServer(cluster.folder)));
  });
  const nodes = clusters.map((cluster) => createNode(cluster));
  const [first, ...standbys] = nodes as [TestServerNode, ...TestServerNode[]];
  await first.start();
  await runOn(first.port, 'create database board', 'postgres');
  await migrate({ connectionString: first.url });
  await Promise.all(standbys.map((standby) => standby.start()));
  const owned = stack.move();
  return { primary: first, standbys, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

const createNode = (cluster: Cluster & { readonly port: number }): TestServerNode => ({
  port: cluster.port,
  url: `postgresql://${ROLE}@127.0.0.1:${cluster.port}/board`,
  start: async () => {
    await startServer(cluster);
    await waitUntilReady(cluster.port);
  },
  pid: async () => (await findServerPid(cluster.folder)) ?? 0,
  kill: async () => {
    const pid = await findServerPid(cluster.folder);
    // The server was started as the leader of a process group, so the negative id ends its child processes as well.
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    while ((await findServerPid(cluster.folder)) !== undefined) await wait(10);
  },
  query: (text) => runOn(cluster.port, text),
});

async function runOn<Row>(port: number, text: string, database = 'board'): Promise<readonly Row[]> {
  const client = new Client({ host: '127.0.0.1', port, user: ROLE, database });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

async function waitUntilReady(port: number): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    try {
      await runOn(port, 'select 1', 'postgres');
      return;
    } catch {
      await wait(20);
    }
  }
  throw new Error(`the server on port ${port} does not start`);
}

import { Client, type ClientConfig } from 'pg';
import { openEmbedded } from '../../../prisma/postgres/embedded.ts';
import type { TestFolder } from '../processes/data-folder.ts';

/** The PostgreSQL server of a test run. */
export interface TestServer {
  readonly connection: ClientConfig;
  close(): Promise<void>;
}

/** Durability is off: a crashed test run needs no recovery. Test databases are dropped before they need a vacuum. */
const unsafeSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  autovacuum: 'off',
  max_connections: '300',
};

/** Starts a server for this test run. */
export function startTestServer(folder: TestFolder): Promise<TestServer> {
  return openEmbedded(folder.data, { settings: unsafeSettings });
}

/** The running server at a URL. The test run creates and drops its databases there. */
export function connectToServer(url: string): TestServer {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const connection = {
    host: searchParams.get('host') ?? decodeURIComponent(hostname),
    port: Number(port || '5432'),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1) || 'postgres',
  };
  return { connection, close: () => Promise.resolve() };
}

/** Drops the databases whose name begins with a prefix. Some may be dropped at the same time by their test. */
export async function dropDatabases(connection: ClientConfig, prefix: string): Promise<void> {
  const names = await runOnServer(
    connection,
    `select datname from pg_database where starts_with(datname, '${prefix}')`,
  );
  for (const { datname } of names)
    await runOnServer(connection, `drop database if exists ${datname} with (force)`);
}

/** Runs one statement about databases, outside of a transaction. Returns the names that it reads. */
export async function runOnServer(
  connection: ClientConfig,
  statement: string,
): Promise<readonly { readonly datname: string }[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query<{ datname: string }>(statement)).rows;
  } finally {
    await client.end();
  }
}

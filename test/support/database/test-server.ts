import { Client, type ClientConfig } from 'pg';
import { openEmbedded } from '../../../prisma/embedded.ts';
import type { TestFolder } from '../processes/data-folder.ts';

/** The PostgreSQL a test run stores in. */
export interface TestServer {
  readonly connection: ClientConfig;
  close(): Promise<void>;
}

/** Nothing of a test run is worth a disk's wait. */
const unsafeSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
};

/** A server of the run's own. */
export function startTestServer(folder: TestFolder): Promise<TestServer> {
  return openEmbedded(folder.data, { settings: unsafeSettings });
}

/** A server that runs already, by its URL; only databases of the run's own are made on it. */
export function connectToServer(given: string): TestServer {
  const { hostname, port, username, password, pathname, searchParams } = new URL(given);
  const connection = {
    host: searchParams.get('host') ?? decodeURIComponent(hostname),
    port: Number(port || '5432'),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1) || 'postgres',
  };
  return { connection, close: () => Promise.resolve() };
}

/** One statement outside any test's database, as creating and dropping one needs. */
export async function runOnServer(connection: ClientConfig, statement: string): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

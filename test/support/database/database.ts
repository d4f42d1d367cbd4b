import { randomUUID } from 'node:crypto';
import { type ClientConfig, Pool } from 'pg';
import { inject } from 'vitest';
import { openDatabase, type Database } from '../../../prisma/client.ts';
import type { Pooler } from '../../../prisma/connections/pooler.ts';
import type { ServerData } from '../processes/data-folder.ts';
import type { TestPgbouncer } from './pgbouncer.ts';

declare module 'vitest' {
  interface ProvidedContext {
    server: ClientConfig;
    template: string;
    /** The PgBouncer in front of the server if TEST_PGBOUNCER is set, otherwise null. */
    pooler: TestPooler | null;
    /** The data that `openFolderWithServerData` copies. */
    serverData: ServerData;
  }
}

/** A transaction pooler in front of the server. */
export type TestPooler = Pick<TestPgbouncer, 'host' | 'port' | 'preparesStatements'>;

/** A database for one test, dropped when it is disposed. */
export interface TestDatabase extends Database, AsyncDisposable {
  /** Connection settings, without the pooler. */
  readonly connection: ClientConfig;
  readonly pooler: TestPooler | null;
}

/**
 * The connections of this worker that create and drop databases. A new connection for each statement would take 5 ms of
 * processor time.
 */
let administration: Pool | undefined;

const administrate = (statement: string): Promise<unknown> => {
  administration ??= new Pool({ ...inject('server'), max: 2, idleTimeoutMillis: 0, allowExitOnIdle: true });
  return administration.query(statement);
};

/** A clone that is being created for the next test of this worker. */
let nextClone: Promise<string> | undefined;

/** Creates a migrated database with the default channels and no other records. */
export async function openTestDatabase(pooler = inject('pooler')): Promise<TestDatabase> {
  // Replace `nextClone` before the first `await`: a concurrent call must get a different clone.
  const clone = nextClone ?? createDatabase(inject('template'));
  nextClone = createDatabase(inject('template'));
  // The test that takes this clone reports a failure. Until then, Node would report it as unhandled.
  nextClone.catch(() => undefined);
  return open(await clone, pooler);
}

/** Opens the database of a test a second time, with separate connections. Disposing the result only closes them. */
export function reopenDatabase({ connection, pooler }: TestDatabase): TestDatabase {
  const database = connect(connection, pooler);
  return Object.assign(database, { connection, pooler, [Symbol.asyncDispose]: () => database.close() });
}

const connect = (direct: ClientConfig, pooler: TestPooler | null): Database =>
  pooler ? openDatabase(direct, { pooler: toPooler(pooler, direct) }) : openDatabase(direct);

/** The settings of a board that connects to a database through the pooler. */
export const toPooler = (
  { host, port, preparesStatements }: TestPooler,
  connection: ClientConfig,
): Pooler => ({ connection: { ...connection, host, port }, preparesStatements });

/** Creates a database without tables. `encoding` is by default that of the server. */
export const openEmptyDatabase = async (encoding?: string): Promise<TestDatabase> =>
  open(
    await createDatabase(
      encoding === undefined
        ? 'template0'
        : `template0 encoding '${encoding}' locale 'C' locale_provider libc`,
    ),
    null,
  );

async function createDatabase(template: string): Promise<string> {
  const name = `${inject('template')}_${randomUUID().replaceAll('-', '')}`;
  // FILE_COPY takes a tenth of the time of WAL_LOG here.
  await administrate(`create database ${name} template ${template} strategy file_copy`);
  return name;
}

function open(name: string, pooler: TestPooler | null): TestDatabase {
  const server = inject('server');
  const connection = { ...server, database: name };
  const database = connect(connection, pooler);
  return Object.assign(database, {
    connection,
    pooler,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      // No test waits until the database is dropped. The end of the run drops the remaining databases.
      void administrate(`drop database ${name} with (force)`).catch(() => undefined);
    },
  });
}

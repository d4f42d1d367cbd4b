import { randomUUID } from 'node:crypto';
import type { ClientConfig } from 'pg';
import { inject } from 'vitest';
import { openDatabase, type Database } from '../../../prisma/client.ts';
import { runOnServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    server: ClientConfig;
    template: string;
    usedData: string;
  }
}

/** A database for one test, dropped when it is disposed. */
export interface TestDatabase extends Database, AsyncDisposable {
  /** Connection settings, to open the database a second time. */
  readonly connection: ClientConfig;
}

/** A clone that is being created for the next test of this worker. */
let nextClone: Promise<string> | undefined;

/** Creates a migrated database with the default channels and no other records. */
export async function openTestDatabase(): Promise<TestDatabase> {
  // Take the clone before waiting for it: a second call at the same time must get another one.
  const clone = nextClone ?? createDatabase(inject('template'));
  nextClone = createDatabase(inject('template'));
  // A failure is reported by the test that takes it.
  nextClone.catch(() => undefined);
  return open(await clone);
}

/** Opens the database of a test a second time, with connections of its own. */
export function reopenDatabase({ connection }: TestDatabase): TestDatabase {
  const database = openDatabase(connection);
  return Object.assign(database, { connection, [Symbol.asyncDispose]: () => database.close() });
}

/** Creates a database without tables. */
export const openEmptyDatabase = async (): Promise<TestDatabase> => open(await createDatabase('template0'));

async function createDatabase(template: string): Promise<string> {
  const name = `${inject('template')}_${randomUUID().replaceAll('-', '')}`;
  // FILE_COPY takes a tenth of the time of WAL_LOG here.
  await runOnServer(inject('server'), `create database ${name} template ${template} strategy file_copy`);
  return name;
}

function open(name: string): TestDatabase {
  const server = inject('server');
  const connection = { ...server, database: name };
  const database = openDatabase(connection);
  return Object.assign(database, {
    connection,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      // No test waits for it. The end of the run drops what is left.
      void runOnServer(server, `drop database ${name} with (force)`).catch(() => undefined);
    },
  });
}

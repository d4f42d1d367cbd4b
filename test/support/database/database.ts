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

/** Creates a migrated database with the default channels and no other records. */
export const openTestDatabase = (): Promise<TestDatabase> => openClone(`template ${inject('template')}`);

/** Creates a database without tables. */
export const openEmptyDatabase = (): Promise<TestDatabase> => openClone('template template0');

async function openClone(origin: string): Promise<TestDatabase> {
  const server = inject('server');
  const name = `board_test_${randomUUID().replaceAll('-', '')}`;
  // FILE_COPY takes a tenth of the time of WAL_LOG here.
  await runOnServer(server, `create database ${name} ${origin} strategy file_copy`);
  const connection = { ...server, database: name };
  const database = openDatabase(connection);
  return Object.assign(database, {
    connection,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await runOnServer(server, `drop database ${name} with (force)`);
    },
  });
}

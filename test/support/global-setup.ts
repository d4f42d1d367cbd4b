import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../prisma/migrate.ts';
import { findServerPid } from '../../prisma/postgres/server.ts';
import type { TestPooler } from './database/database.ts';
import { openPgbouncer, type TestPgbouncer } from './database/pgbouncer.ts';
import {
  discardAbandonedFolders,
  openFolder,
  prepareServerData,
  type TestFolder,
} from './processes/data-folder.ts';
import { connectToServer, dropDatabases, startTestServer, runOnServer } from './database/test-server.ts';

/**
 * Starts one server, or connects to TEST_DATABASE_URL, and creates a migrated template database for the whole run. Tests
 * clone their databases from the template. With TEST_PGBOUNCER, they connect to the server through PgBouncer.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await discardAbandonedFolders();
  const folder = await openFolder();
  project.provide('serverData', await prepareServerData(folder));
  const url = process.env['TEST_DATABASE_URL'];
  const server = url === undefined ? await startTestServer(folder) : connectToServer(url);
  const template = `board_template_${process.pid}`;
  // The server of this run has a migrated database already.
  const source = url === undefined ? ` template ${server.connection.database}` : '';
  await runOnServer(server.connection, `create database ${template}${source}`);
  await migrate({ ...server.connection, database: template });
  const pgbouncer = process.env['TEST_PGBOUNCER'] ? await openPgbouncer(server.connection) : null;
  project.provide('pooler', pgbouncer && toTestPooler(pgbouncer));
  project.provide('server', server.connection);
  project.provide('template', template);
  const unregister = discardAtExit(folder, await findServerPid(join(folder.data, 'postgres')));
  return async () => {
    unregister();
    await pgbouncer?.[Symbol.asyncDispose]();
    await dropDatabases(server.connection, template);
    await server.close();
    await folder[Symbol.asyncDispose]();
  };
}

/** The settings without functions, which cannot be passed to a test. */
const toTestPooler = ({ host, port, preparesStatements }: TestPgbouncer): TestPooler => ({
  host,
  port,
  preparesStatements,
});

/** Stops the server and deletes the folder if a run is interrupted before its teardown. The next run deletes remaining folders. */
function discardAtExit(folder: TestFolder, serverPid: number | undefined): () => void {
  const discard = () => {
    if (serverPid !== undefined) process.kill(serverPid, 'SIGQUIT');
    rmSync(folder.path, { recursive: true, force: true });
  };
  process.once('exit', discard);
  return () => process.off('exit', discard);
}

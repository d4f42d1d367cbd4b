import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { openDatabase, sql } from '../../prisma/client.ts';
import { type CommittedChanges, createChangeLog } from '../../src/gateway/responses/change-log.ts';
import { openEmbedded } from '../../prisma/postgres/embedded.ts';
import { migrate } from '../../prisma/migrate.ts';
import { findServerAccount } from '../../prisma/postgres/account.ts';
import { findServerPid } from '../../prisma/postgres/server.ts';
import { openFolder, openFolderWithServerData, type TestFolder } from '../support/processes/data-folder.ts';
import { startStoreWriter, type StoreWriter } from '../support/processes/store-writer.ts';

const serverFolder = (folder: TestFolder) => join(folder.data, 'postgres');

async function killServer(folder: TestFolder): Promise<void> {
  const pid = await findServerPid(serverFolder(folder));
  if (pid === undefined) throw new Error('no server runs');
  process.kill(pid, 'SIGKILL');
}

/** Opens the data folder again and returns the acknowledged writes that are missing. */
async function findLost(folder: TestFolder, writer: StoreWriter): Promise<string[]> {
  const embedded = await openEmbedded(folder.data);
  const client = new Client(embedded.connection);
  await client.connect();
  const { rows } = await client.query<{ id: string }>('select id from consumed_challenges');
  await client.end();
  await embedded.close();
  const stored = new Set(rows.map((row) => row.id));
  return writer.acknowledged.filter((id) => !stored.has(id));
}

test('a board that is killed keeps every acknowledged write', async () => {
  await using folder = await openFolderWithServerData();

  for (const count of [1, 7, 300]) {
    const writer = startStoreWriter(folder.data);
    await writer.waitForWrites(count);
    await writer.kill();

    expect(writer.acknowledged.length).toBeGreaterThanOrEqual(count);
    expect(await findLost(folder, writer)).toEqual([]);
  }
});

test.each([100, 500, 900])('a board killed %i ms into its first start can start again', async (ms) => {
  await using folder = await openFolder();
  const killed = startStoreWriter(folder.data);
  await wait(ms);
  await killed.kill();

  const writer = startStoreWriter(folder.data);
  await writer.waitForWrites(1);

  expect(writer.acknowledged).not.toEqual([]);
  await writer.kill();
});

test('a board that is killed with its server keeps every acknowledged write', async () => {
  await using folder = await openFolderWithServerData();
  const writer = startStoreWriter(folder.data);
  await writer.waitForWrites(100);

  await killServer(folder);
  await writer.kill();

  expect(await findLost(folder, writer)).toEqual([]);
});

test('the log of changes is read again after the server was killed, and has the transactions that were committed since', async () => {
  await using folder = await openFolderWithServerData();
  const embedded = await openEmbedded(folder.data);
  await migrate(embedded.connection);
  const database = openDatabase(embedded.connection);
  let changes: CommittedChanges = { keys: [], entries: [], isIncomplete: false };
  const { read } = createChangeLog(database, (committed) => (changes = committed));
  /** Null if the connection is broken. */
  const readState = () => read().catch(() => null);
  const before = await readState();

  await killServer(folder);
  // The server may have restarted before the first read: then no read fails.
  const readServer = async () => (await readState())?.server ?? before?.server;
  await expect.poll(readServer).not.toBe(before?.server);
  await database.rows(sql`insert into changes (keys) values (array['a key'])`);
  const after = await readState();

  expect(changes).toEqual({ keys: ['a key'], entries: [], isIncomplete: false });
  expect(after).not.toBe(before);
  await database.close();
  await embedded.close();
});

test('a server that is killed under a running board is restarted, and its data folder is locked again', async () => {
  await using folder = await openFolderWithServerData();
  const embedded = await openEmbedded(folder.data);
  const database = openDatabase(embedded.connection);
  await database.rows(sql`create table notes as select 'kept' as text`);
  const readStart = () => database.rows(sql`select pg_postmaster_start_time()::text`).catch(() => null);
  const before = await readStart();

  await killServer(folder);
  // A connection of the killed server may answer once more.
  await expect.poll(async () => (await readStart()) ?? before).not.toEqual(before);
  expect(await database.rows(sql`select text from notes`)).toEqual([{ text: 'kept' }]);
  // The board locks the folder again after the server has restarted.
  const readLocks = () => database.rows(sql`select from pg_locks where locktype = 'advisory' and granted`);
  await expect.poll(readLocks).toHaveLength(1);

  expect(await startStoreWriter(folder.data).stderr).toContain('is in use by a running board');
  await database.close();
  await embedded.close();
});

test('onLost is called if the server cannot be restarted', async () => {
  await using folder = await openFolderWithServerData();
  const lost = Promise.withResolvers<unknown>();
  const embedded = await openEmbedded(folder.data, { onLost: lost.resolve });
  const configuration = join(serverFolder(folder), 'postgresql.conf');
  await writeFile(configuration, 'nonsense');

  await killServer(folder);

  expect(await lost.promise).toMatchObject({ message: expect.stringContaining('does not start') as string });
  await embedded.close();
  await writeFile(configuration, '');
  await (await openEmbedded(folder.data)).close();
});

test('a server left by a killed board is reused', async () => {
  await using folder = await openFolderWithServerData();
  const writer = startStoreWriter(folder.data);
  await writer.waitForWrites(1);
  const pid = await findServerPid(serverFolder(folder));
  await writer.kill();

  const embedded = await openEmbedded(folder.data);

  expect(await findServerPid(serverFolder(folder))).toBe(pid);
  await embedded.close();
  expect(await findServerPid(serverFolder(folder))).toBeUndefined();
});

test('a server left by a board with other settings is not reused', async () => {
  await using folder = await openFolderWithServerData();
  const writer = startStoreWriter(folder.data);
  await writer.waitForWrites(1);
  await writer.kill();

  const embedded = await openEmbedded(folder.data, { settings: { work_mem: '8MB' } });

  const client = new Client(embedded.connection);
  await client.connect();
  expect((await client.query('show work_mem')).rows).toEqual([{ work_mem: '8MB' }]);
  await client.end();
  await embedded.close();
});

test('a lock file with the process id of another program does not prevent a start', async () => {
  await using folder = await openFolderWithServerData();
  await (await openEmbedded(folder.data)).close();
  const otherProcess = spawn('sleep', ['60'], {
    ...(await findServerAccount(serverFolder(folder))),
    stdio: 'ignore',
  });
  const lock = join(serverFolder(folder), 'postmaster.pid');
  await writeFile(lock, `${otherProcess.pid}\n/proc/self/cwd\n1795258108\n5432\n.\n\n  123 4\nready\n`);

  const embedded = await openEmbedded(folder.data);

  expect(Number.parseInt(await readFile(lock, 'utf8'), 10)).not.toBe(otherProcess.pid);
  await embedded.close();
  otherProcess.kill();
  await once(otherProcess, 'close');
});

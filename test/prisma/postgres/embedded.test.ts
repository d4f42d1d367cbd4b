import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEmbedded, type EmbeddedDatabase } from '../../../prisma/postgres/embedded.ts';
import {
  openFolder,
  openFolderWithServerData,
  type TestFolder,
} from '../../support/processes/data-folder.ts';
import { startStoreWriter } from '../../support/processes/store-writer.ts';

async function query(embedded: EmbeddedDatabase, statement: string): Promise<unknown[]> {
  const client = new Client(embedded.connection);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test('the data is kept across restarts, and unfinished clusters of starts that were killed are deleted', async () => {
  await using folder = await openFolder();
  const first = await openEmbedded(folder.data);
  await query(first, `create table notes as select 'kept' as text`);
  await first.close();
  const [dead, alive] = ['dead', 'alive'].map((name) => join(folder.data, `postgres.new-${name}`));
  for (const draft of [dead, alive]) await mkdir(join(draft!, 'base'), { recursive: true });
  const creating = spawn('sleep', ['60'], { cwd: alive!, stdio: 'ignore' });
  await once(creating, 'spawn');

  const second = await openEmbedded(folder.data);
  creating.kill();

  // The unfinished cluster that a running process is still creating stays.
  const drafts = (await readdir(folder.data)).filter((name) => name.includes('.new-'));
  expect(drafts).toEqual(['postgres.new-alive']);
  expect([first.isNew, second.isNew]).toEqual([true, false]);
  expect(await query(second, 'select text from notes')).toEqual([{ text: 'kept' }]);
  await second.close();
});

test('a cluster in which the database cannot be created is released', async () => {
  await using folder = await openFolderWithServerData();
  const first = await openEmbedded(folder.data);
  const maintenance = { ...first, connection: { ...first.connection, database: 'template1' } };
  await query(maintenance, 'drop database board');
  await query(maintenance, 'alter role current_user set default_transaction_read_only = on');
  await first.close();

  const refused = await Promise.allSettled([openEmbedded(folder.data)]);
  const again = await Promise.allSettled([openEmbedded(folder.data)]);

  const reason = { message: 'cannot execute CREATE DATABASE in a read-only transaction' };
  expect([...refused, ...again]).toMatchObject([{ reason }, { reason }]);
});

describe('the embedded server', () => {
  const opened = new AsyncDisposableStack();
  let folder: TestFolder;
  let embedded: EmbeddedDatabase;
  beforeAll(async () => {
    folder = opened.use(await openFolder());
    embedded = await openEmbedded(folder.data);
    opened.defer(() => embedded.close());
  });
  afterAll(() => opened.disposeAsync());

  test('listens on no network address, and its folders are private', async () => {
    const [settings] = await query(embedded, `select current_setting('listen_addresses') as addresses`);

    expect(settings).toEqual({ addresses: '' });
    expect(await modeOf(folder.data)).toBe('700');
    expect(await modeOf(join(folder.data, 'postgres'))).toBe('700');
  });

  test('has the settings that keep committed data across a power failure', async () => {
    const settings = await query(
      embedded,
      `select name from pg_settings where setting = 'on'
       and name in ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums')`,
    );

    expect(settings).toHaveLength(4);
  });

  test('lower-cases words of every script and separates them from punctuation', async () => {
    const rows = await query(
      embedded,
      `select lower('ÀÉΔЖ') as lower, to_tsvector('simple', 'Été—Żółw')::text as words`,
    );

    expect(rows).toEqual([{ lower: 'àéδж', words: `'été':1 'żółw':2` }]);
  });
});

test('a data folder can have a path that is too long for a socket', async () => {
  await using folder = await openFolder();
  const embedded = await openEmbedded(join(folder.data, 'long'.repeat(40)));

  expect(await query(embedded, 'select 1 as one')).toEqual([{ one: 1 }]);
  await embedded.close();
});

test('a folder with other files that other users can access is refused and not changed', async () => {
  await using folder = await openFolder(0o755);
  await writeFile(join(folder.path, 'thesis.txt'), 'mine');

  const start = openEmbedded(folder.path);

  await expect(start).rejects.toThrow('is accessible to other users and contains other files');
  expect([await readdir(folder.path), await modeOf(folder.path)]).toEqual([['thesis.txt'], '755']);
});

test('a cluster of another PostgreSQL version is refused', async () => {
  await using folder = await openFolderWithServerData();
  await (await openEmbedded(folder.data)).close();
  await writeFile(join(folder.data, 'postgres', 'PG_VERSION'), '17\n');

  const start = openEmbedded(folder.data);

  await expect(start).rejects.toThrow('was created by PostgreSQL 17');
});

test('if the server cannot start, the error has the message of the server', async () => {
  await using folder = await openFolderWithServerData();

  const start = openEmbedded(folder.data, { settings: { shared_buffers: 'plenty' } });

  await expect(start).rejects.toThrow('invalid value for parameter "shared_buffers": "plenty"');
});

test('a second board on the same data fails with the process id of the first', async () => {
  await using folder = await openFolderWithServerData();
  const embedded = await openEmbedded(folder.data);

  const second = startStoreWriter(folder.data);

  expect(await second.stderr).toBe(
    `DATA_DIR ${folder.data} is in use by a running board (pid ${process.pid})\n`,
  );
  expect(await query(embedded, 'select 1 as one')).toEqual([{ one: 1 }]);
  await embedded.close();
});

test('exactly one of several boards that start at the same time on an empty folder runs', async () => {
  await using folder = await openFolder();
  const writers = [1, 2, 3].map(() => startStoreWriter(folder.data));

  await Promise.all(writers.map((writer) => writer.waitForWrites(10)));

  const running = writers.filter((writer) => writer.acknowledged.length > 0);
  expect(running).toHaveLength(1);
  const others = writers.filter((writer) => writer !== running[0]);
  const messages = await Promise.all(others.map((writer) => writer.stderr));
  expect(new Set(messages)).toEqual(
    new Set([`DATA_DIR ${folder.data} is in use by a running board (pid ${running[0]!.pid})\n`]),
  );
  await running[0]!.kill();
});

test('SIGINT reaches the board but not its server, so running writes are finished', async () => {
  await using folder = await openFolderWithServerData();
  const writer = startStoreWriter(folder.data);
  await writer.waitForWrites(10);

  await writer.interrupt();

  expect(writer.acknowledged.at(-1)).toBe('closed');
  expect(await writer.stderr).toBe('');
  await expect(readFile(join(folder.data, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT');
});

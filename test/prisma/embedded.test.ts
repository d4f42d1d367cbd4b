import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEmbedded, type EmbeddedDatabase } from '../../prisma/embedded.ts';
import { openFolder, openUsedFolder, type TestFolder } from '../support/processes/data-folder.ts';
import { startStoreWriter } from '../support/processes/store-writer.ts';

async function ask(embedded: EmbeddedDatabase, statement: string): Promise<unknown[]> {
  const client = new Client(embedded.connection);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test('a board keeps its data from one start to the next', async () => {
  await using folder = await openFolder();
  const first = await openEmbedded(folder.data);
  await ask(first, `create table notes as select 'kept' as text`);
  await first.close();

  const second = await openEmbedded(folder.data);

  expect([first.isNew, second.isNew]).toEqual([true, false]);
  expect(await ask(second, 'select text from notes')).toEqual([{ text: 'kept' }]);
  await second.close();
});

describe('a running board', () => {
  const opened = new AsyncDisposableStack();
  let folder: TestFolder;
  let embedded: EmbeddedDatabase;
  beforeAll(async () => {
    folder = opened.use(await openFolder());
    embedded = await openEmbedded(folder.data);
    opened.defer(() => embedded.close());
  });
  afterAll(() => opened.disposeAsync());

  test('listens to nobody but itself', async () => {
    const [settings] = await ask(embedded, `select current_setting('listen_addresses') as addresses`);

    expect(settings).toEqual({ addresses: '' });
    expect(await modeOf(folder.data)).toBe('700');
    expect(await modeOf(join(folder.data, 'postgres'))).toBe('700');
  });

  test('loses nothing that it has acknowledged to a power cut', async () => {
    const settings = await ask(
      embedded,
      `select name from pg_settings where setting = 'on'
       and name in ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums')`,
    );

    expect(settings).toHaveLength(4);
  });

  test('lower-cases words of every script and tells them from punctuation', async () => {
    const rows = await ask(
      embedded,
      `select lower('ÀÉΔЖ') as lower, to_tsvector('simple', 'Été—Żółw')::text as words`,
    );

    expect(rows).toEqual([{ lower: 'àéδж', words: `'été':1 'żółw':2` }]);
  });
});

test('a data folder whose path is too long for a socket is no trouble', async () => {
  await using folder = await openFolder();
  const embedded = await openEmbedded(join(folder.data, 'long'.repeat(40)));

  expect(await ask(embedded, 'select 1 as one')).toEqual([{ one: 1 }]);
  await embedded.close();
});

test('a folder that holds other things is left as it is', async () => {
  await using folder = await openFolder(0o755);
  await writeFile(join(folder.path, 'thesis.txt'), 'mine');

  const start = openEmbedded(folder.path);

  await expect(start).rejects.toThrow('is accessible to other users and holds other files');
  expect(await modeOf(folder.path)).toBe('755');
});

test('a cluster of another PostgreSQL is refused before a server touches it', async () => {
  await using folder = await openUsedFolder();
  await (await openEmbedded(folder.data)).close();
  await writeFile(join(folder.data, 'postgres', 'PG_VERSION'), '17\n');

  const start = openEmbedded(folder.data);

  await expect(start).rejects.toThrow('was created by PostgreSQL 17');
});

test('a server that cannot start says why', async () => {
  await using folder = await openUsedFolder();

  const start = openEmbedded(folder.data, { settings: { shared_buffers: 'plenty' } });

  await expect(start).rejects.toThrow('invalid value for parameter "shared_buffers": "plenty"');
});

test('a second board on the same data is told who has it', async () => {
  await using folder = await openUsedFolder();
  const embedded = await openEmbedded(folder.data);

  const second = startStoreWriter(folder.data);

  expect(await second.stderr).toBe(
    `DATA_DIR ${folder.data} is in use by a running board (pid ${process.pid})\n`,
  );
  expect(await ask(embedded, 'select 1 as one')).toEqual([{ one: 1 }]);
  await embedded.close();
});

test('of boards that start at once on fresh data exactly one runs', async () => {
  await using folder = await openFolder();
  const writers = [1, 2, 3].map(() => startStoreWriter(folder.data));

  await Promise.all(writers.map((writer) => writer.waitForWrites(10)));

  const running = writers.filter((writer) => writer.acknowledged.length > 0);
  expect(running).toHaveLength(1);
  const others = writers.filter((writer) => writer !== running[0]);
  const complaints = await Promise.all(others.map((writer) => writer.stderr));
  expect(new Set(complaints)).toEqual(
    new Set([`DATA_DIR ${folder.data} is in use by a running board (pid ${running[0]!.pid})\n`]),
  );
  await running[0]!.kill();
});

test('Ctrl-C reaches the board and not its server, so what runs is finished', async () => {
  await using folder = await openUsedFolder();
  const writer = startStoreWriter(folder.data);
  await writer.waitForWrites(10);

  await writer.interrupt();

  expect(writer.acknowledged.at(-1)).toBe('closed');
  expect(await writer.stderr).toBe('');
  await expect(readFile(join(folder.data, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT');
});

// The tables of a backup, the messages into which their rows are divided, and whether a database is unused.
import { setTimeout as wait } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { expect, test } from 'vitest';
import { readDefinitions, readTables } from '../../prisma/backup/catalog.ts';
import { dumpDatabase, MAX_CHUNK_BYTES } from '../../prisma/backup/dump.ts';
import type { BackupMessage } from '../../prisma/backup/message.ts';
import { assertUnused } from '../../prisma/backup/assert-loadable.ts';
import { openEmptyDatabase, openTestDatabase } from '../support/database/database.ts';

test('a backup has each table that is not omitted, with its columns in their order, but no generated columns; a partitioned table is one table; the definitions of keys and indexes are read as well', async () => {
  await using database = await openEmptyDatabase();
  const client = new Client(database.connection);
  await client.connect();
  await client.query(`
    create table "Odd name" (b int primary key, gone int, a int generated always as (b + 1) stored, "C c" text unique);
    alter table "Odd name" drop column gone;
    create table parts (at int, b int references "Odd name"(b)) partition by range (at);
    create table parts_1 partition of parts for values from (0) to (9);
    create table child (b int references "Odd name"(b), c text check (c <> ''));
    create index child_idx on child (c) where b > 1;
    create view seen as select 1; create sequence numbers; create table _prisma_migrations (); create table changes ()`);

  const [tables, definitions] = [await readTables(client), await readDefinitions(client)];

  await client.end();
  expect(tables).toEqual([
    { name: 'Odd name', columns: ['b', 'C c'] },
    { name: 'child', columns: ['b', 'c'] },
    { name: 'parts', columns: ['at', 'b'] },
  ]);
  expect(definitions.map(({ drop, create }) => [drop, create])).toEqual([
    [
      'alter table "Odd name" drop constraint "Odd name_pkey"',
      'alter table "Odd name" add constraint "Odd name_pkey" PRIMARY KEY (b)',
    ],
    [
      'alter table "Odd name" drop constraint "Odd name_C c_key"',
      'alter table "Odd name" add constraint "Odd name_C c_key" UNIQUE ("C c")',
    ],
    ['drop index child_idx', 'CREATE INDEX child_idx ON public.child USING btree (c) WHERE (b > 1)'],
    [
      'alter table child drop constraint child_b_fkey',
      'alter table child add constraint child_b_fkey FOREIGN KEY (b) REFERENCES "Odd name"(b)',
    ],
  ]);
});

test('long tables are read without a time limit and divided into chunks of at most one MiB, and the last message has the numbers of tables and rows', async () => {
  await using database = await openTestDatabase(null);
  const client = new Client(database.connection);
  await client.connect();
  await client.query(`
    insert into trusted_documents select 'id ' || i, 'name', repeat(i::text, 300000), '2026-01-01' from generate_series(1, 9) i`);
  await client.query(`do $$ begin
    execute format('alter database %I set statement_timeout = ''250ms''', current_database()); end $$`);
  await client.end();

  const messages: BackupMessage[] = [];
  for await (const message of dumpDatabase(database.connection, {
    pepper: 'pepper',
    takenAt: '2026-01-01T00:00:00Z',
  })) {
    messages.push(message);
    // The statement that reads the table takes longer than the database allows for other statements.
    if (message.kind === 'rows' && message.data.length === MAX_CHUNK_BYTES) await wait(200);
  }

  const start = messages.findIndex(
    (message) => message.kind === 'table' && message.name === 'trusted_documents',
  );
  const ofTable = messages.slice(start + 1);
  const chunks = ofTable.slice(
    0,
    ofTable.findIndex(({ kind }) => kind !== 'rows'),
  );
  const sizes = chunks.map((chunk) => (chunk.kind === 'rows' ? chunk.data.length : 0));
  expect(Math.max(...sizes)).toBe(MAX_CHUNK_BYTES);
  expect(messages.filter((message) => message.kind === 'rows' && message.data.length === 0)).toEqual([]);
  expect(
    Buffer.concat(chunks.map((chunk) => (chunk.kind === 'rows' ? chunk.data : Buffer.alloc(0)))).toString(),
  ).toBe(
    Array.from(
      { length: 9 },
      (_, i) => `id ${i + 1}\tname\t${String(i + 1).repeat(300_000)}\t2026-01-01 00:00:00+00\n`,
    ).join(''),
  );
  const tables = messages.filter(({ kind }) => kind === 'table').length;
  // Nine documents and four channels.
  expect(messages.at(-1)).toMatchObject({ kind: 'end', tables, rows: 13 });
  expect(messages[0]).toMatchObject({
    kind: 'manifest',
    manifest: { pepper: 'pepper', takenAt: '2026-01-01T00:00:00Z', postgres: expect.stringMatching(/^\d+/) },
  });
});

test('a database is unused until a record is written into it', async () => {
  await using empty = await openEmptyDatabase();
  await using database = await openTestDatabase(null);
  const check = async (connection: ClientConfig, statement: string) => {
    const client = new Client(connection);
    await client.connect();
    await client.query(statement);
    const outcome = await assertUnused(client).catch((error: unknown) => (error as Error).message);
    await client.end();
    return outcome;
  };

  expect([
    await check(empty.connection, ''),
    await check(
      database.connection,
      `update channels set version = 2; insert into changes (keys) values ('{a}')`,
    ),
    await check(database.connection, `insert into trusted_documents values ('a', 'a', 'a', now())`),
  ]).toEqual([undefined, undefined, 'the database is not empty: trusted_documents has rows']);
});

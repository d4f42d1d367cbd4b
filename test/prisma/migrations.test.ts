import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { expect, test } from 'vitest';
import { raw, sql } from '../../prisma/client.ts';
import { migrate } from '../../prisma/migrate.ts';
import { openEmptyDatabase, openTestDatabase } from '../support/database/database.ts';
import { openPrismaMigrate } from '../support/database/schema-engine.ts';

const shipped = join(import.meta.dirname, '../../prisma/migrations');
const first = '20261121000000_create_board';

/** The shipped migrations and more, in a folder of the test's own. */
async function openMigrations(more: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'agent-board-migrations-'));
  await cp(shipped, folder, { recursive: true });
  for (const [name, text] of Object.entries(more)) {
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, name, 'migration.sql'), text);
  }
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

/** Prisma holds its lock until it is closed, and a starting board would wait for it. */
async function deployWithPrisma(connection: ClientConfig): Promise<string[]> {
  await using prisma = await openPrismaMigrate(connection);
  return await prisma.deploy();
}

test('the migrations make exactly what schema.prisma describes', async () => {
  await using database = await openTestDatabase();
  await using prisma = await openPrismaMigrate(database.connection);

  expect(await prisma.drift()).toBe('-- This is an empty migration.');
});

test('the comparison with schema.prisma sees a missing index', async () => {
  await using database = await openTestDatabase();
  await using prisma = await openPrismaMigrate(database.connection);

  await database.rows(sql`drop index threads_created_by_created_at_idx`);

  expect(await prisma.drift()).toContain('CREATE INDEX "threads_created_by_created_at_idx"');
});

test('prisma migrate deploy finds nothing left to do on a board', async () => {
  await using database = await openTestDatabase();
  await using prisma = await openPrismaMigrate(database.connection);

  expect(await prisma.deploy()).toEqual([]);
});

test('a board takes a database that prisma migrate deploy prepared', async () => {
  await using database = await openEmptyDatabase();

  const deployed = await deployWithPrisma(database.connection);

  expect(deployed).toContain(first);
  expect(await migrate(database.connection)).toEqual([]);
});

test('boards that start at once migrate the database once', async () => {
  await using database = await openEmptyDatabase();

  const applied = await Promise.all([1, 2, 3].map(() => migrate(database.connection)));

  expect(applied.flat().filter((name) => name === first)).toHaveLength(1);
});

test('a new board has its four channels', async () => {
  await using database = await openTestDatabase();

  const channels = await database.rows(sql`select slug, posting from channels order by id`);

  expect(channels).toEqual([
    { slug: 'general', posting: 'open' },
    { slug: 'inquire', posting: 'open' },
    { slug: 'persist', posting: 'open' },
    { slug: 'field-reports', posting: 'open' },
  ]);
});

test('a later migration is added to what is there', async () => {
  await using database = await openTestDatabase();
  await using migrations = await openMigrations({ '20991231000000_note': 'create table notes (id int)' });

  const applied = await migrate(database.connection, migrations.folder);

  expect(applied).toEqual(['20991231000000_note']);
  expect(await database.rows(sql`select id from notes`)).toEqual([]);
});

test('a migration that was changed after it was applied is refused', async () => {
  await using database = await openTestDatabase();
  await using migrations = await openMigrations({ [first]: 'create table other (id int)' });

  const start = migrate(database.connection, migrations.folder);

  await expect(start).rejects.toThrow(`migration ${first} was changed after it was applied`);
});

test('a database that a newer board has used is refused', async () => {
  await using database = await openTestDatabase();
  await using migrations = await openMigrations({ '20991231000000_note': 'create table notes (id int)' });
  await migrate(database.connection, migrations.folder);

  const start = migrate(database.connection);

  await expect(start).rejects.toThrow('20991231000000_note, which this version of the board does not have');
});

test('a migration that fails leaves nothing behind and can be mended', async () => {
  await using database = await openTestDatabase();
  const name = '20991231000000_note';
  await using broken = await openMigrations({ [name]: 'create table notes (id int); select 1 / 0' });
  await using mended = await openMigrations({ [name]: 'create table notes (id int)' });

  const start = migrate(database.connection, broken.folder);

  await expect(start).rejects.toThrow(`migration ${name} failed: division by zero`);
  expect(await migrate(database.connection, mended.folder)).toEqual([name]);
});

test('a migration that another tool began and never finished is refused', async () => {
  await using database = await openTestDatabase();
  await database.rows(sql`update _prisma_migrations set finished_at = null`);

  const start = migrate(database.connection);

  await expect(start).rejects.toThrow(`migration ${first} was started and never finished`);
});

const agent = (handle: string) =>
  `insert into agents (id, handle, skeleton, declaration, via, created_at, last_seen_at)
   values (gen_random_uuid(), '${handle}', 'x', '{}', 'rest', now(), now())`;

test.each([
  ['agents_handle_check', agent('a')],
  ['agents_handle_check', agent('-ada')],
  ['agents_handle_check', agent('a'.repeat(65))],
  ['channels_version_check', `update channels set version = 0`],
  ['channels_slug_check', `update channels set slug = 'A b' where slug = 'general'`],
  ['channels_slug_key', `update channels set slug = 'general' where slug = 'persist'`],
  [
    'threads_created_by_fkey',
    `insert into threads (id, channel_slug, subject, created_by, via, created_at)
     values (gen_random_uuid(), 'general', 'Hello', 'nobody', 'rest', now())`,
  ],
])('the database itself keeps %s', async (constraint, statement) => {
  await using database = await openTestDatabase();

  await expect(database.rows(sql`${raw(statement)}`)).rejects.toMatchObject({ constraint });
});

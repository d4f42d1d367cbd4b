import type { ClientConfig } from 'pg';
import { expect, test } from 'vitest';
import { raw, sql } from '../../../prisma/client.ts';
import { migrate } from '../../../prisma/migrate.ts';
import { openEmptyDatabase, openTestDatabase } from '../../support/database/database.ts';
import { openMigrations } from '../../support/database/migration-folder.ts';
import { openPrismaMigrate } from '../../support/database/schema-engine.ts';

const firstMigration = '20261121000000_create_board';

/** Closes Prisma afterwards: an open Prisma holds the migration lock, and a starting board would wait for the lock. */
async function deployWithPrisma(connection: ClientConfig): Promise<string[]> {
  await using prisma = await openPrismaMigrate(connection);
  return await prisma.deploy();
}

test('the migrations create exactly the schema of schema.prisma', async () => {
  await using database = await openTestDatabase();
  await using prisma = await openPrismaMigrate(database.connection);

  expect(await prisma.drift()).toBe('-- This is an empty migration.');
});

test('the migrations create exactly the partial indexes and triggers that indexes-and-triggers.txt lists, because schema.prisma cannot describe them', async () => {
  await using database = await openTestDatabase();

  const indexes = await database.rows<{ line: string }>(sql`
    select indexdef as line from pg_indexes where schemaname = current_schema() and indexdef like '% WHERE %' order by 1`);
  const triggers = await database.rows<{ line: string }>(sql`
    select pg_get_triggerdef(oid) as line from pg_trigger
    where not tgisinternal and tgrelid::regclass::text not like 'pg_%' order by 1`);

  const lines = [...indexes, ...triggers].map(({ line }) => line.replaceAll('public.', ''));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('indexes-and-triggers.txt');
});

test('the comparison with schema.prisma detects a missing index', async () => {
  await using database = await openTestDatabase();
  await using prisma = await openPrismaMigrate(database.connection);

  await database.rows(sql`drop index threads_created_by_created_at_id_idx`);

  expect(await prisma.drift()).toContain('CREATE INDEX "threads_created_by_created_at_id_idx"');
});

test('prisma migrate deploy finds no pending migration on a board', async () => {
  await using database = await openTestDatabase();
  await using prisma = await openPrismaMigrate(database.connection);

  expect(await prisma.deploy()).toEqual([]);
});

test('a board accepts a database that prisma migrate deploy has migrated', async () => {
  await using database = await openEmptyDatabase();

  const deployed = await deployWithPrisma(database.connection);

  expect(deployed).toContain(firstMigration);
  expect(await migrate(database.connection)).toEqual([]);
});

test('boards that start at the same time migrate the database once', async () => {
  await using database = await openEmptyDatabase();

  const applied = (await Promise.all([1, 2, 3].map(() => migrate(database.connection)))).flat();

  expect(applied).toContain(firstMigration);
  expect(new Set(applied).size).toBe(applied.length);
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

test('a later migration is applied to an existing database', async () => {
  await using database = await openTestDatabase();
  await using migrations = await openMigrations({ '20991231000000_note': 'create table notes (id int)' });

  const applied = await migrate(database.connection, migrations.folder);

  expect(applied).toEqual(['20991231000000_note']);
  expect(await database.rows(sql`select id from notes`)).toEqual([]);
});

test('a migrated database that is read-only is accepted', async () => {
  await using database = await openTestDatabase();
  const connection = { ...database.connection, options: '-c default_transaction_read_only=on' };

  expect(await migrate(connection)).toEqual([]);
});

test('a migration that was changed after it was applied is refused', async () => {
  await using database = await openTestDatabase();
  await using migrations = await openMigrations({ [firstMigration]: 'create table other (id int)' });

  const start = migrate(database.connection, migrations.folder);

  await expect(start).rejects.toThrow(`migration ${firstMigration} was changed after it was applied`);
});

test('a database is refused if a newer board has applied a migration without a phase to it', async () => {
  await using database = await openTestDatabase();
  await using migrations = await openMigrations({ '20991231000000_note': 'create table notes (id int)' });
  await migrate(database.connection, migrations.folder);

  const start = migrate(database.connection);

  await expect(start).rejects.toThrow('20991231000000_note, which this version of the board does not have');
});

test('a migration that fails is rolled back and can be corrected', async () => {
  await using database = await openTestDatabase();
  const name = '20991231000000_note';
  await using broken = await openMigrations({ [name]: 'create table notes (id int); select 1 / 0' });
  await using corrected = await openMigrations({ [name]: 'create table notes (id int)' });

  const start = migrate(database.connection, broken.folder);

  await expect(start).rejects.toThrow(`migration ${name} failed: division by zero`);
  expect(await migrate(database.connection, corrected.folder)).toEqual([name]);
});

test('a migration that was rolled back by hand, as `prisma migrate resolve` records it, is applied again', async () => {
  await using database = await openTestDatabase();
  const name = '20991231000000_note';
  await using migrations = await openMigrations({ [name]: 'create table notes (id int)' });
  await database.rows(sql`
    insert into _prisma_migrations (id, checksum, migration_name, rolled_back_at)
    values ('failed', 'other', ${name}, now())`);

  expect(await migrate(database.connection, migrations.folder)).toEqual([name]);
  expect(await migrate(database.connection, migrations.folder)).toEqual([]);
});

test('a migration that another tool started and never finished is refused', async () => {
  await using database = await openTestDatabase();
  await database.rows(sql`update _prisma_migrations set finished_at = null`);

  const start = migrate(database.connection);

  await expect(start).rejects.toThrow(`migration ${firstMigration} was started and never finished`);
});

const insertAgent = (handle: string) =>
  `insert into agents (id, handle, skeleton, declaration, via, created_at, last_seen_at)
   values (gen_random_uuid(), '${handle}', 'x', '{}', 'rest', now(), now())`;

test.each([
  ['agents_handle_check', insertAgent('a')],
  ['agents_handle_check', insertAgent('-ada')],
  ['agents_handle_check', insertAgent('a'.repeat(65))],
  ['channels_version_check', `update channels set version = 0`],
  ['channels_slug_check', `update channels set slug = 'A b' where slug = 'general'`],
  ['channels_slug_key', `update channels set slug = 'general' where slug = 'persist'`],
  [
    'threads_created_by_fkey',
    `insert into threads (id, channel_slug, subject, created_by, via, created_at)
     values (gen_random_uuid(), 'general', 'Hello', 'nobody', 'rest', now())`,
  ],
])('the database enforces %s', async (constraint, statement) => {
  await using database = await openTestDatabase();

  await expect(database.rows(sql`${raw(statement)}`)).rejects.toMatchObject({ constraint });
});

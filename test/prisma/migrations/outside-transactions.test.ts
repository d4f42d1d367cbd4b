// Migrations that run outside of a transaction.
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { raw, sql } from '../../../prisma/client.ts';
import { migrate } from '../../../prisma/migrate.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { openMigrations } from '../../support/database/migration-folder.ts';
import { openPrismaMigrate } from '../../support/database/schema-engine.ts';
const NAME = '20991231000000_note';

async function openSession({ connection }: TestDatabase) {
  const client = new Client(connection);
  await client.connect();
  return { client, [Symbol.asyncDispose]: () => client.end() };
}

const readIndexes = (database: TestDatabase) =>
  database.rows(sql`select relname, indisvalid from pg_index join pg_class on oid = indexrelid
    where relname like 'notes%' order by 1`);

describe('a migration outside of a transaction', () => {
  const CREATE_INDEX = `-- phase: expand
-- transaction: none
create unique index concurrently if not exists notes_idx on channels (posting)`;

  test('creates an index while rows are written, and Prisma accepts it', async () => {
    await using database = await openTestDatabase();
    await using migrations = await openMigrations({ [NAME]: CREATE_INDEX.replace('unique', '') });
    await using writer = await openSession(database);
    await writer.client.query('begin; update channels set version = version');

    const migrating = migrate(database.connection, migrations.folder);
    await expect.poll(() => readIndexes(database)).toEqual([{ relname: 'notes_idx', indisvalid: false }]);
    await writer.client.query('update channels set version = version; commit');

    expect(await migrating).toEqual([NAME]);
    expect(await readIndexes(database)).toEqual([{ relname: 'notes_idx', indisvalid: true }]);
    await using prisma = await openPrismaMigrate(database.connection);
    expect(await prisma.deploy()).toEqual([]);
  });

  test('is repeated after an interruption, and drops the invalid index that the interruption left', async () => {
    await using database = await openTestDatabase();
    await using migrations = await openMigrations({ [NAME]: CREATE_INDEX });

    const interrupted = migrate(database.connection, migrations.folder);
    await expect(interrupted).rejects.toThrow(
      `migration ${NAME} failed: could not create unique index "notes_idx"`,
    );
    // An operator's index stays, although it is invalid as well.
    const own = sql`create unique index concurrently notes_of_operator on channels (posting)`;
    await expect(database.rows(own)).rejects.toThrow('could not create unique index');
    expect(await readIndexes(database)).toEqual([
      { relname: 'notes_idx', indisvalid: false },
      { relname: 'notes_of_operator', indisvalid: false },
    ]);
    await database.rows(sql`delete from channels where slug <> 'general'`);

    expect(await migrate(database.connection, migrations.folder)).toEqual([NAME]);
    expect(await readIndexes(database)).toEqual([
      { relname: 'notes_idx', indisvalid: true },
      { relname: 'notes_of_operator', indisvalid: false },
    ]);
  });

  test('does not wait for a second start of the board, which waits for the migration lock', async () => {
    await using database = await openTestDatabase();
    await using migrations = await openMigrations({ [NAME]: CREATE_INDEX.replace('unique', '') });
    await using writer = await openSession(database);
    await writer.client.query('begin; update channels set version = version');
    const waits = Promise.withResolvers<unknown>();

    const first = migrate(database.connection, migrations.folder);
    await expect.poll(() => readIndexes(database)).toHaveLength(1);
    const second = migrate(database.connection, migrations.folder, { onWait: waits.resolve });
    await waits.promise;
    await writer.client.query('commit');

    expect(await Promise.all([first, second])).toEqual([[NAME], []]);
  });

  test('waits for locks without the lock_timeout that migrations in transactions have', async () => {
    await using database = await openTestDatabase();
    await using migrations = await openMigrations({
      [NAME]: "create table notes as select current_setting('lock_timeout') as timeout",
      [`${NAME}s`]: "-- transaction: none\ninsert into notes select current_setting('lock_timeout')",
    });

    await migrate(database.connection, migrations.folder);

    expect(await database.rows(sql`select timeout from notes`)).toEqual([
      { timeout: '300ms' },
      { timeout: '0' },
    ]);
  });

  test('changes rows in batches, each in a transaction', async () => {
    await using database = await openTestDatabase();
    const rows = await database.rows<{ count: number }>(sql`select count(*)::int from channels`);
    await using migrations = await openMigrations({
      [NAME]: `-- phase: expand
-- transaction: none
do $$ begin
  loop
    update channels set version = version + 1 where id in (select id from channels where version = 1 limit 1);
    exit when not found;
    commit;
  end loop;
end $$`,
    });

    expect(await migrate(database.connection, migrations.folder)).toEqual([NAME]);
    expect(
      await database.rows(
        sql`${raw('select count(*)::int, count(distinct xmin::text)::int as transactions from channels where version = 2')}`,
      ),
    ).toEqual([{ count: rows[0]?.count, transactions: rows[0]?.count }]);
  });
});

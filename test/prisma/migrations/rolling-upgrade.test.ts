import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { migrate } from '../../../prisma/migrate.ts';
import { readConfig } from '../../../src/config.ts';
import { createLogger } from '../../../src/logger.ts';
import { openStore } from '../../../src/store.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { openMigrations } from '../../support/database/migration-folder.ts';
import { databaseUrl, PEPPER } from '../../support/processes/command-line.ts';

const SHIPPED = '20261126133000_order_replies';
const NAME = '20991231000000_note';

async function openSession({ connection }: TestDatabase) {
  const client = new Client(connection);
  await client.connect();
  return { client, [Symbol.asyncDispose]: () => client.end() };
}

describe('a version whose database a newer version has migrated', () => {
  /** Migrates as a newer version does. Returns the newer migrations that this version finds at its start. */
  async function startAfter(text: string): Promise<string[]> {
    await using database = await openTestDatabase();
    await using migrations = await openMigrations({ [NAME]: text });
    await migrate(database.connection, migrations.folder);
    const newer: string[] = [];

    expect(
      await migrate(database.connection, undefined, { onNewer: (names) => newer.push(...names) }),
    ).toEqual([]);
    return newer;
  }

  test.each(['-- phase: expand', `-- Notes.\n-- phase: contract after ${SHIPPED}`])(
    'starts: %s',
    async (header) => {
      expect(await startAfter(`${header}\ncreate table notes (id int)`)).toEqual([NAME]);
    },
  );

  test.each([
    '-- phase: contract',
    '-- phase: contract after 20991230000000_other',
    'select 1;\n-- phase: expand',
  ])('is refused: %s', async (header) => {
    await expect(startAfter(`${header}\n;create table notes (id int)`)).rejects.toThrow(
      `migration ${NAME}, which this version of the board does not have: a newer version has used it`,
    );
  });
});

test('the start logs the migrations of a newer version', async () => {
  await using database = await openTestDatabase();
  await using migrations = await openMigrations({ [NAME]: '-- phase: expand\nselect 1' });
  await migrate(database.connection, migrations.folder);
  const log: string[] = [];
  const config = readConfig({ KEY_PEPPER: PEPPER, DATABASE_URL: databaseUrl(database.connection) });

  await (
    await openStore(
      config,
      createLogger('info', (line) => void log.push(line)),
    )
  ).close();

  expect(log.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'a newer version has migrated the database', migrations: [NAME] },
  ]);
});

describe('a migration that waits for a lock', () => {
  test('lets writes pass, and is applied when the lock is free', async () => {
    await using database = await openTestDatabase();
    await using migrations = await openMigrations({ [NAME]: 'alter table channels add column note text' });
    await using reader = await openSession(database);
    await reader.client.query('begin; select from channels');
    const retry = Promise.withResolvers<string>();

    const migrating = migrate(database.connection, migrations.folder, { onRetry: retry.resolve });
    expect(await retry.promise).toBe(NAME);
    await database.rows(sql`update channels set version = version`);
    await reader.client.query('commit');

    expect(await migrating).toEqual([NAME]);
  });
});

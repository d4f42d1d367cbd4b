import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ClientConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEmbedded } from '../../../prisma/postgres/embedded.ts';
import { sql } from '../../../prisma/client.ts';
import { migrate, readMigrationHistory } from '../../../prisma/migrate.ts';
import { readMigrations } from '../../../prisma/migration-history.ts';
import { openEmptyDatabase, openTestDatabase } from '../../support/database/database.ts';
import { openFolder, openFolderWithServerData } from '../../support/processes/data-folder.ts';
import { repository } from '../../support/docs/source.ts';
import { runCli, databaseUrl } from '../../support/processes/command-line.ts';

const shipped = join(repository, 'prisma/migrations');

const opened = new AsyncDisposableStack();
let olderFolder: string;
let newestMigration: string;
beforeAll(async () => {
  const entries = await readdir(shipped, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  newestMigration = names.sort().at(-1)!;
  olderFolder = await mkdtemp(join(tmpdir(), 'agent-board-older-'));
  opened.defer(() => rm(olderFolder, { recursive: true }));
  await cp(shipped, olderFolder, { recursive: true, filter: (path) => basename(path) !== newestMigration });
});
afterAll(() => opened.disposeAsync());

const pendingNames = async (connection: ClientConfig) =>
  (await readMigrationHistory(connection)).pending.map(({ name }) => name);

describe('a command on the database of an older version', () => {
  const COMMANDS = [['export'], ['import', '/dev/null'], ['creator', 'list']];

  test('does not migrate an external server; only the command `migrate` does', async () => {
    await using database = await openEmptyDatabase();
    await migrate(database.connection, olderFolder);
    const env = { DATABASE_URL: databaseUrl(database.connection) };

    for (const args of COMMANDS)
      expect(await runCli(args, env), args[0]).toEqual({
        code: 1,
        stdout: '',
        stderr: 'DATABASE_URL: migrations are pending: restart the board with this version first\n',
      });
    expect(await pendingNames(database.connection)).toEqual([newestMigration]);
    expect(await runCli(['migrate'], env)).toEqual({
      code: 0,
      stdout: `${newestMigration}\n`,
      stderr: '1 migrations applied\n',
    });
    expect(await pendingNames(database.connection)).toEqual([]);
  });

  test('migrates an embedded database only while no board runs', async () => {
    await using folder = await openFolderWithServerData('unmigrated');
    const embedded = await openEmbedded(folder.data);
    await migrate(embedded.connection, olderFolder);

    const whileRunning = await runCli(['creator', 'list'], { DATA_DIR: folder.data });
    const pending = await pendingNames(embedded.connection);
    await embedded.close();
    const whileStopped = await runCli(['creator', 'list'], { DATA_DIR: folder.data });

    expect([whileRunning.code, whileRunning.stderr]).toEqual([
      1,
      'DATA_DIR: migrations are pending: restart the board with this version first\n',
    ]);
    expect(pending).toEqual([newestMigration]);
    expect(whileStopped).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

test('a command on an empty database migrates it', async () => {
  await using database = await openEmptyDatabase();

  const result = await runCli(['creator', 'list'], { DATABASE_URL: databaseUrl(database.connection) });

  expect(result).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await pendingNames(database.connection)).toEqual([]);
});

test('`migrate` and `doctor` refuse a database that does not store text in UTF-8, with the reason', async () => {
  await using database = await openEmptyDatabase('SQL_ASCII');
  const env = { DATABASE_URL: databaseUrl(database.connection) };
  const reason = 'DATABASE_URL: the encoding of the database is SQL_ASCII; UTF8 is needed';

  expect(await runCli(['migrate'], env)).toEqual({ code: 1, stdout: '', stderr: `${reason}\n` });
  const { code, stdout } = await runCli(['doctor'], env);
  expect([code, stdout.match(/^\w+ +(database|migrations) .*$/gm)]).toEqual([
    1,
    [`fail  database       ${reason} → use another server or database (docs/deploy.md#your-own-postgresql)`],
  ]);
});

test('a database is unused until its first migration has been applied', async () => {
  await using database = await openEmptyDatabase();
  await using folder = await openFolder();
  const isUnused = async () => (await readMigrationHistory(database.connection)).isUnused;
  const before = await isUnused();
  // Creates the table of migrations, as a start whose first migration fails does.
  await migrate(database.connection, folder.path);
  const withoutMigrations = await isUnused();
  await migrate(database.connection, undefined, { last: (await readMigrations())[0]!.name });

  expect([before, withoutMigrations, await isUnused()]).toEqual([true, true, false]);
});

describe('doctor', () => {
  const findMigrationsLine = async (connection: ClientConfig) =>
    /^.* migrations +(.*)$/m.exec(
      (await runCli(['doctor'], { DATABASE_URL: databaseUrl(connection) })).stdout,
    )?.[1];

  test('names pending migrations with which the previous version does not work', async () => {
    await using database = await openEmptyDatabase();
    const lastWithoutPhase = '20261126133000_order_replies';
    const names = (await readMigrations()).map(({ name }) => name);
    await migrate(database.connection, undefined, { last: names[names.indexOf(lastWithoutPhase) - 1] });

    expect(await findMigrationsLine(database.connection)).toContain(
      `first is ${lastWithoutPhase}; stop the previous version first, it does not work with ${lastWithoutPhase}`,
    );
  });

  test('names migrations of a newer version, as the command `migrate` does', async () => {
    await using database = await openTestDatabase();
    // `logs` has the phase of a migration that succeeded.
    await database.rows(sql`
      insert into _prisma_migrations (id, checksum, migration_name, logs, finished_at)
      values ('newer', 'other', '20991231000000_note', 'expand', now())`);

    expect(await findMigrationsLine(database.connection)).toBe(
      'all applied; a newer version, with which this one works, has added 20991231000000_note',
    );
    expect(await runCli(['migrate'], { DATABASE_URL: databaseUrl(database.connection) })).toEqual({
      ...{ code: 0, stdout: '' },
      stderr: 'applied by a newer version: 20991231000000_note\n0 migrations applied\n',
    });
  });
});

// Starts, commands and the readiness check behind PgBouncer. A start refuses wrong settings and leaves no locks.
import type { ClientConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { isOutage, sql } from '../../prisma/client.ts';
import { readConfig } from '../../src/config.ts';
import { createLogger } from '../../src/logger.ts';
import { openStore } from '../../src/store.ts';
import { openEmptyDatabase, openTestDatabase } from '../support/database/database.ts';
import { openPgbouncer, type TestPgbouncer } from '../support/database/pgbouncer.ts';
import { openBoardProcess } from '../support/processes/board-process.ts';
import { databaseUrl, PEPPER, runCli } from '../support/processes/command-line.ts';
import { openFolder } from '../support/processes/data-folder.ts';

const opened = new AsyncDisposableStack();
let pgbouncer: TestPgbouncer;
/** Ignores the startup parameters of the board instead of refusing them. */
let ignoring: TestPgbouncer;

beforeAll(async () => {
  const ignored = 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout,options';
  [pgbouncer, ignoring] = await Promise.all([
    openPgbouncer(inject('server')),
    openPgbouncer(inject('server'), { ignore_startup_parameters: ignored }),
  ]);
  opened.use(pgbouncer);
  opened.use(ignoring);
});
afterAll(() => opened.disposeAsync());

const through = ({ host, port }: TestPgbouncer, connection: ClientConfig): string =>
  databaseUrl({ ...connection, host, port });

async function start(settings: Readonly<Record<string, string>>): Promise<string> {
  const config = readConfig({ KEY_PEPPER: PEPPER, ...settings });
  try {
    await (await openStore(config, createLogger('silent'))).close();
    return 'started';
  } catch (error) {
    return (error as Error).message;
  }
}

const countLocks = sql`
  select count(*)::int as locks from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`;

describe('a start without DATABASE_POOLER', () => {
  test.each([
    ['refuses the parameters of the board', () => pgbouncer],
    ['ignores the parameters of the board', () => ignoring],
  ])('says what to set if a pooler %s, and leaves no lock and no table', async (_name, pooler) => {
    await using database = await openEmptyDatabase();

    const message = await start({ DATABASE_URL: through(pooler(), database.connection) });

    expect(message).toBe(
      'DATABASE_URL: is a connection pooler: set DATABASE_POOLER=transaction, and DATABASE_DIRECT_URL to the URL of the server without the pooler',
    );
    expect(await database.rows(countLocks)).toEqual([{ locks: 0 }]);
    expect(await database.rows(sql`select to_regclass('_prisma_migrations') as found`)).toEqual([
      { found: null },
    ]);
  });
});

describe('a start with DATABASE_POOLER', () => {
  const settings = (connection: ClientConfig, direct: string) => ({
    DATABASE_POOLER: 'transaction',
    DATABASE_URL: through(pgbouncer, connection),
    DATABASE_DIRECT_URL: direct,
  });

  test('migrates over DATABASE_DIRECT_URL, and leaves no lock', async () => {
    await using database = await openEmptyDatabase();
    const { connection } = database;

    const starts = await Promise.all([1, 2].map(() => start(settings(connection, databaseUrl(connection)))));

    expect(starts).toEqual(['started', 'started']);
    expect(await database.rows(countLocks)).toEqual([{ locks: 0 }]);
    expect(await database.rows(sql`select count(*)::int as channels from channels`)).toEqual([
      { channels: 4 },
    ]);
  });

  test('starts workers that number the posts of a thread without gaps', async () => {
    await using folder = await openFolder();
    await using database = await openTestDatabase();
    const { connection } = database;
    await using board = await openBoardProcess(folder.data, {
      settings: { ...settings(connection, databaseUrl(connection)), WORKERS: '2' },
    });
    const ada = await board.join('ada');
    const { thread_id: threadId } = await ada.openThread();

    const posts = await Promise.all(Array.from({ length: 20 }, () => ada.post(threadId)));

    expect(posts.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(posts.map((_, i) => i + 1));
  });

  test('refuses a DATABASE_DIRECT_URL that leads through a pooler', async () => {
    await using database = await openTestDatabase(pgbouncer);
    const { connection } = database;

    const messages = await Promise.all(
      [pgbouncer, ignoring].map((pooler) => start(settings(connection, through(pooler, connection)))),
    );

    const message =
      'DATABASE_DIRECT_URL: is a connection pooler: set it to the URL of the server without the pooler';
    expect(messages).toEqual([message, message]);
  });

  test('refuses a DATABASE_DIRECT_URL of another database', async () => {
    await using database = await openTestDatabase();
    await using another = await openEmptyDatabase();

    const message = await start(settings(database.connection, databaseUrl(another.connection)));

    expect(message).toBe('DATABASE_DIRECT_URL: leads to another database than DATABASE_URL');
    expect(await another.rows(sql`select to_regclass('channels') as found`)).toEqual([{ found: null }]);
  });
});

describe('doctor', () => {
  test('says what to set for a pooler, and checks both URLs', async () => {
    await using database = await openTestDatabase();
    const pooled = { DATABASE_URL: through(pgbouncer, database.connection) };

    const before = await runCli(['doctor'], pooled);
    const after = await runCli(['doctor'], {
      ...pooled,
      DATABASE_POOLER: 'transaction',
      DATABASE_DIRECT_URL: databaseUrl(database.connection),
    });

    expect(before.stdout).toMatch(
      /^fail +database +DATABASE_URL is a connection pooler → set DATABASE_POOLER/m,
    );
    expect(after.stdout).toMatch(/^ok +database +PostgreSQL \d+/m);
    expect(after.stdout).toMatch(/^ok +pooler +/m);
  });
});

test('export reads over DATABASE_DIRECT_URL', async () => {
  await using database = await openTestDatabase();

  const { code, stdout } = await runCli(['export'], {
    DATABASE_POOLER: 'transaction',
    DATABASE_URL: through(pgbouncer, database.connection),
    DATABASE_DIRECT_URL: databaseUrl(database.connection),
  });

  expect([code, stdout.split('\n').length > 1]).toEqual([0, true]);
});

test('a board is not ready while the pooler does not answer, and is ready afterwards', async () => {
  await using paused = await openPgbouncer(inject('server'));
  await using database = await openTestDatabase(paused);
  const readState = () =>
    database.assertReady().then(
      () => 'ready',
      (error: unknown) => (isOutage(error) ? 'unavailable' : error),
    );
  const before = await readState();

  paused.signal('SIGSTOP');
  await expect.poll(readState).toBe('unavailable');
  paused.signal('SIGCONT');

  await expect.poll(readState).toBe('ready');
  expect(before).toBe('ready');
});

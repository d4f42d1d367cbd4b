// Limits of statements and locks hold behind PgBouncer, and end with their transaction. A direct connection avoids PgBouncer.
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase, sql } from '../../prisma/client.ts';
import { attachEmbedded } from '../../prisma/postgres/embedded.ts';
import { readConfig } from '../../src/config.ts';
import { openConnection } from '../../src/store.ts';
import { openTestDatabase, type TestDatabase, toPooler } from '../support/database/database.ts';
import { openPgbouncer, type TestPgbouncer } from '../support/database/pgbouncer.ts';
import { databaseUrl, PEPPER } from '../support/processes/command-line.ts';

const CONNECTIONS = 4;

const opened = new AsyncDisposableStack();
let pgbouncer: TestPgbouncer;
let database: TestDatabase;

beforeAll(async () => {
  pgbouncer = opened.use(await openPgbouncer(inject('server'), { default_pool_size: CONNECTIONS }));
  database = opened.use(await openTestDatabase(pgbouncer));
});
afterAll(() => opened.disposeAsync());

const selectSettings = sql`
  select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle, current_setting('TimeZone') as "timeZone"`;

/**
 * Runs statements on each connection to the server, as another program would. Returns for each connection the first row of the
 * last statement.
 */
async function queryEveryConnection(text: string): Promise<readonly unknown[]> {
  const { host, port } = pgbouncer;
  const clients = Array.from(
    { length: CONNECTIONS },
    () => new Client({ ...database.connection, host, port }),
  );
  const results = [];
  for (const client of clients) {
    await client.connect();
    // The client keeps the connection until its transaction ends.
    await client.query('begin');
    results.push([await client.query(text)].flat().at(-1)?.rows[0]);
  }
  for (const client of clients) await client.query('commit');
  await Promise.all(clients.map((client) => client.end()));
  return results;
}

describe('the limits of', () => {
  test.each([
    ['reads', () => database.rows(selectSettings), ['10s', '0', '0']],
    ['expensive reads', () => database.expensiveRows(selectSettings, 'ada'), ['5s', '0', '0']],
    ['Prisma Client', async () => (await database.prisma()).$queryRaw(selectSettings), ['10s', '0', '0']],
    ['transactions', () => database.transaction((tx) => tx.rows(selectSettings)), ['10s', '3s', '30s']],
    [
      'long transactions',
      () => database.longTransaction((tx) => tx.rows(selectSettings)),
      ['5s', '3s', '30s'],
    ],
    ['group commits', () => database.groupCommit((tx) => tx.rows(selectSettings)), ['2s', '100ms', '30s']],
  ] as const)('%s hold', async (_name, run, [statement, lock, idle]) => {
    expect(await run()).toEqual([{ statement, lock, idle, timeZone: 'UTC' }]);
  });
});

test('a statement that takes too long is cancelled', async () => {
  const { connection } = database;
  const withTimeout = openDatabase(connection, {
    pooler: toPooler(pgbouncer, { ...connection, statement_timeout: 50 }),
  });
  const sleep = sql`select pg_sleep(5)`;

  const outcomes = await Promise.allSettled([
    withTimeout.rows(sleep),
    withTimeout.transaction((tx) => tx.rows(sleep)),
    withTimeout.prisma().then((prisma) => prisma.$queryRaw(sleep)),
  ]);
  const after = await withTimeout.rows(sql`select 1 as one`);

  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(after).toEqual([{ one: 1 }]);
  await withTimeout.close();
});

test('results belong to their statements, whatever else fails on the same connections', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 300 }, (_, i) =>
      i % 7
        ? database.rows<{ i: number }>(sql`select ${i}::int as i`)
        : database.rows(sql`select 1 / (${i}::int * 0)`),
    ),
  );

  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : null))).toEqual(
    Array.from({ length: 300 }, (_, i) => (i % 7 ? [{ i }] : null)),
  );
});

test('other clients of the pooler get connections without settings, locks or prepared statements of the board', async () => {
  await Promise.all(
    Array.from({ length: 50 }, (_, i) => [
      database.rows(sql`select ${i}::int`),
      database.transaction((tx) => tx.rows(sql`select pg_advisory_xact_lock(${i})`)),
    ]).flat(),
  );

  const found = await queryEveryConnection(`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle,
      (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks,
      array(select name from pg_prepared_statements where name like 'board%') as names`);

  expect(found).toEqual(
    Array.from({ length: CONNECTIONS }, () => ({
      statement: '0',
      lock: '0',
      idle: '0',
      locks: 0,
      names: [],
    })),
  );
});

test('settings that another client leaves on a connection do not change those of the board', async () => {
  await queryEveryConnection(
    `set statement_timeout = 900; set lock_timeout = 900; set time zone 'Asia/Kolkata'`,
  );

  const found = await Promise.all([
    ...Array.from({ length: 20 }, () => database.rows(selectSettings)),
    ...Array.from({ length: 20 }, () => database.transaction((tx) => tx.rows(selectSettings))),
  ]);

  expect(new Set(found.map(([row]) => JSON.stringify(row))).size).toBe(2);
  expect(found.at(0)).toEqual([expect.objectContaining({ statement: '10s', timeZone: 'UTC' })]);
  expect(found.at(-1)).toEqual([expect.objectContaining({ statement: '10s', lock: '3s', timeZone: 'UTC' })]);
  await queryEveryConnection('reset statement_timeout; reset lock_timeout; reset time zone');
});

test('a direct connection goes to DATABASE_DIRECT_URL, and its errors name this variable', async () => {
  const { host, port } = pgbouncer;
  const direct = databaseUrl(database.connection);
  const pooled = databaseUrl({ ...database.connection, host, port });
  const config = readConfig({
    ...{ KEY_PEPPER: PEPPER, DATABASE_POOLER: 'transaction' },
    ...{ DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct },
  });

  expect(await openConnection(config, attachEmbedded)).toEqual({
    variable: 'DATABASE_DIRECT_URL',
    connection: { connectionString: direct },
    pooler: { connection: { connectionString: pooled }, preparesStatements: false },
    isEmbedded: false,
    mayBeInUse: true,
  });
});

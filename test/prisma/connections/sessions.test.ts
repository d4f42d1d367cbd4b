// The settings of the sessions of each pool, and of direct sessions, which last longer than a transaction.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql, type Database, type Transaction } from '../../../prisma/client.ts';
import { connectDirectly } from '../../../prisma/connections/direct-client.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { databaseUrl } from '../../support/processes/command-line.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(null);
});
afterAll(() => database[Symbol.asyncDispose]());

const SETTINGS = sql`
  select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle, current_setting('application_name') as name`;

const read = (tx: Transaction) => tx.rows(SETTINGS);

test.each<readonly [string, (opened: Database) => Promise<unknown[]>, string, string]>([
  ['reads', (opened) => opened.rows(SETTINGS), '10s', '0'],
  ['expensive reads', (opened) => opened.expensiveRows(SETTINGS, 'ada'), '5s', '0'],
  ['single transactions', (opened) => opened.transaction(read), '10s', '3s'],
  ['group commits', (opened) => opened.groupCommit(read), '2s', '100ms'],
  ['long transactions', (opened) => opened.longTransaction(read), '5s', '3s'],
])('the sessions of %s have time limits', async (_pool, readSettings, statement, lock) => {
  expect(await readSettings(database)).toEqual([{ statement, lock, idle: '30s', name: 'agent-board' }]);
});

test('an extended timeout holds for the statements of its transaction only', async () => {
  const limits = sql`select current_setting('statement_timeout') as statement`;

  const extended = await database.transaction(async (tx) => {
    await tx.extendTimeout(120_000);
    return tx.rows(limits);
  });

  expect([extended, await database.transaction((tx) => tx.rows(limits))]).toEqual([
    [{ statement: '2min' }],
    [{ statement: '10s' }],
  ]);
});

test('a direct session has no time limit, whatever the URL says', async () => {
  const url = `${databaseUrl(database.connection)}&statement_timeout=5000`;
  for (const config of [database.connection, { connectionString: url }]) {
    const client = await connectDirectly(config);

    expect((await client.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }]);
    await client.end();
  }
});

test('a direct session has no time limit for pauses and transactions, whatever the server sets', async () => {
  // PostgreSQL has `transaction_timeout` from version 17 on.
  const limits = await database.rows<{ name: string }>(sql`
    select name from pg_settings
    where name in ('idle_in_transaction_session_timeout', 'idle_session_timeout', 'transaction_timeout')`);
  const options = limits.map(({ name }) => `-c ${name}=5000`).join(' ');

  const client = await connectDirectly({ ...database.connection, options });
  const { rows } = await client.query(
    'select name, setting from pg_settings where name = any($1) order by name',
    [limits.map(({ name }) => name)],
  );

  await client.end();
  expect(limits.length).toBeGreaterThan(1);
  expect(rows.filter(({ setting }) => setting !== '0')).toEqual([]);
});

import { Client } from 'pg';
import { expect, test } from 'vitest';
import { migrate } from '../../../prisma/migrate.ts';
import { type LockHolder, lockMigrations } from '../../../prisma/migration-lock.ts';
import { readConfig } from '../../../src/config.ts';
import { createLogger } from '../../../src/logger.ts';
import { openStore } from '../../../src/store.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { databaseUrl, PEPPER } from '../../support/processes/command-line.ts';

const PRISMA_LOCK = 72707369;

/** Takes the migration lock, as Prisma's command line does. */
async function holdLock({ connection }: TestDatabase): Promise<Client> {
  const client = new Client({ ...connection, application_name: 'another program' });
  await client.connect();
  await client.query('select pg_advisory_lock($1)', [PRISMA_LOCK]);
  return client;
}

const readPid = async (client: Client): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0;

test('a start that waits for the migration lock logs its holder, and starts when the lock is free', async () => {
  await using database = await openTestDatabase();
  const holder = await holdLock(database);
  const pid = await readPid(holder);
  const log: string[] = [];
  const config = readConfig({ KEY_PEPPER: PEPPER, DATABASE_URL: databaseUrl(database.connection) });

  const starting = openStore(
    config,
    createLogger('info', (line) => void log.push(line)),
  );
  await expect.poll(() => log.length).toBe(1);
  await holder.end();
  await (await starting).close();

  expect(JSON.parse(log[0] ?? '')).toMatchObject({
    msg: 'waiting for the migration lock',
    holder: {
      pid,
      application: 'another program',
      client: 'Unix domain socket',
      connectedAt: expect.any(String),
      state: 'idle',
      stateSince: expect.any(String),
    },
  });
});

test('a start gives up after a while, and names the holder of the lock', async () => {
  await using database = await openTestDatabase();
  const holder = await holdLock(database);
  const pid = await readPid(holder);
  const holders: (LockHolder | undefined)[] = [];

  const starting = migrate(database.connection, undefined, {
    onWait: (found) => holders.push(found),
    maxWaitMs: 50,
  });

  await expect(starting).rejects.toThrow(
    new RegExp(
      `^the migration lock was not free within 0.05 s: process ${pid} \\(another program, Unix domain socket, ` +
        `connected since \\S+Z, idle since \\S+Z\\) holds it; .* select pg_terminate_backend\\(${pid}\\)$`,
    ),
  );
  expect(holders).toMatchObject([{ pid }]);
  await holder.end();
});

test('the time limit of a wait for the migration lock does not stay on the session', async () => {
  await using database = await openTestDatabase();
  const holder = await holdLock(database);
  const client = new Client(database.connection);
  await client.connect();

  const waiting = Promise.withResolvers<undefined>();
  const locking = lockMigrations(client, { onWait: () => waiting.resolve(undefined) });
  await waiting.promise;
  await holder.end();
  await locking;

  expect((await client.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '0' }]);
  await client.end();
});

const HOLDER = { pid: 7, application: 'psql', client: 'host', connectedAt: new Date(0), state: 'idle' };

test.each<[string, object | null]>([
  ['start again', null],
  [
    'process 7 (psql, host, connected since 1970-01-01T00:00:00.000Z, idle since 1970-01-01T00:00:01.000Z)',
    { ...HOLDER, stateSince: new Date(1000) },
  ],
  // The session of another role, with and without the name of its program.
  ['process 7 (psql)', { pid: 7, application: 'psql', client: null, connectedAt: null, state: null }],
  ['process 7', { pid: 7, application: '', client: null, connectedAt: null, state: null }],
])('a wait for the migration lock that is too long ends with: %s', async (text, holder) => {
  const query = (statement: string) =>
    Promise.resolve({ rows: statement.includes('pg_try') ? [{ isLocked: false }] : holder ? [holder] : [] });

  const locking = lockMigrations({ query } as unknown as Client, { maxWaitMs: 1 });

  const rest = ' holds it; wait until it ends, or end it with select pg_terminate_backend(7)';
  await expect(locking).rejects.toThrow(
    new Error(`the migration lock was not free within 0.001 s: ${text}${holder ? rest : ''}`),
  );
});

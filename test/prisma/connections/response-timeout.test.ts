// A server that does not respond, although its connections stay open: a lost network, or a stopped machine.
import { setImmediate } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { isOutage, openDatabase, sql, type Sql } from '../../../prisma/client.ts';
import { RESPONSE_TIMEOUT_MS } from '../../../prisma/connections/pools.ts';
import { openTestDatabase } from '../../support/database/database.ts';
import { openStallingProxy } from '../../support/database/stalling-proxy.ts';

afterEach(() => void vi.useRealTimers());

const SELECT = sql`select title from channels where slug = 'general'`;
const RENAME = sql`update channels set title = 'Renamed' where slug = 'general'`;

async function openStallableDatabase() {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await openTestDatabase(null));
  const proxy = stack.use(await openStallingProxy(server.connection));
  const database = openDatabase(proxy.connection);
  stack.defer(() => database.close());
  const owned = stack.move();
  return { server, proxy, database, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

test('reads and transactions on a server that does not respond end as outages', async () => {
  await using opened = await openStallableDatabase();
  const { database, proxy } = opened;
  const { transaction, longTransaction, groupCommit } = database;
  const startReads = () => [
    database.rows(SELECT),
    ...[transaction, longTransaction, groupCommit].map((run) => run((tx) => tx.rows(SELECT))),
  ];
  await Promise.all(startReads());
  proxy.stall();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  const outcomes = Promise.all(startReads().map((each) => each.catch((error: unknown) => error)));
  await setImmediate();
  await vi.advanceTimersByTimeAsync(RESPONSE_TIMEOUT_MS);

  expect((await outcomes).map(isOutage)).toEqual([true, true, true, true]);
});

test('a transaction with an extended timeout waits longer', async () => {
  await using opened = await openStallableDatabase();
  const { database, proxy, server } = opened;
  await database.transaction((tx) => tx.rows(SELECT));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const stalled = Promise.withResolvers<undefined>();

  const write = database.transaction(async (tx) => {
    await tx.extendTimeout(120_000);
    proxy.stall();
    stalled.resolve(undefined);
    await tx.rows(RENAME);
  });
  await stalled.promise;
  await setImmediate();
  await vi.advanceTimersByTimeAsync(RESPONSE_TIMEOUT_MS);
  proxy.resume();
  await write;

  expect(await server.rows(SELECT)).toEqual([{ title: 'Renamed' }]);
});

test('a commit that the server still executes keeps its connection, and the process is not ready meanwhile', async () => {
  await using server = await openTestDatabase(null);
  const rows = (statement: Sql) => server.rows(statement);
  // A deferred trigger delays the commit, as a synchronous standby would.
  await rows(
    sql`create function hold() returns trigger language plpgsql as $$ begin
      while not pg_try_advisory_xact_lock(1) loop perform pg_sleep(0.01); end loop; return null; end $$`,
  );
  await rows(
    sql`create constraint trigger hold after update on channels initially deferred for each row execute function hold()`,
  );
  const lock = new Client(server.connection);
  await lock.connect();
  await lock.query('select pg_advisory_lock(1)');
  const isReady = () =>
    server.assertReady().then(
      () => true,
      () => false,
    );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  const outcome = server.transaction((tx) => tx.rows(RENAME)).catch((error: unknown) => error);
  // Other tests commit in other databases of the same server.
  const running = sql`select 1 from pg_stat_activity
    where datname = current_database() and query = 'commit' and state = 'active'`;
  while ((await rows(running)).length === 0) await setImmediate();
  await vi.advanceTimersByTimeAsync(RESPONSE_TIMEOUT_MS);
  const isOutcomeOutage = isOutage(await outcome);
  vi.useRealTimers();
  const wasReady = await isReady();
  const stillRunning = await rows(running);
  await lock.end();
  await expect.poll(isReady).toBe(true);

  expect([isOutcomeOutage, wasReady, stillRunning.length]).toEqual([true, false, 1]);
  expect(await rows(SELECT)).toEqual([{ title: 'Renamed' }]);
});

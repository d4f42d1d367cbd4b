// Whether a write would succeed now (`/readyz`).
import { DatabaseError, Pool, type PoolConfig } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { BusyError, isOutage, isReadOnly, sql } from '../../prisma/client.ts';
import { createReadinessCheck, DiskSpace } from '../../prisma/readiness.ts';
import { openTestDatabase } from '../support/database/database.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/**
 * Opens a pool. `end` resolves before the server has closed the connections. If the database is dropped first, such a connection
 * emits an error, which would be unhandled without a listener.
 */
const openPool = (config: PoolConfig): Pool => new Pool(config).on('error', () => undefined);

const catchError = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

test('all calls during a check and within a second after it share its result', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await using database = await openTestDatabase();
  const pool = openPool(database.connection);
  let checks = 0;
  pool.on('acquire', () => (checks += 1));
  const assertReady = createReadinessCheck(pool, { isStuck: () => false, diskSpace: new DiskSpace() });

  await Promise.all(Array.from({ length: 100 }, () => assertReady()));
  vi.advanceTimersByTime(999);
  await assertReady();
  const checksInOneSecond = checks;
  vi.advanceTimersByTime(1);
  await assertReady();

  expect([checksInOneSecond, checks]).toEqual([1, 2]);
  await pool.end();
});

test('a server that refuses writes is not ready', async () => {
  await using database = await openTestDatabase();
  const pool = openPool({ ...database.connection, options: '-c default_transaction_read_only=on' });

  const error = await catchError(
    createReadinessCheck(pool, { isStuck: () => false, diskSpace: new DiskSpace() })(),
  );

  expect(error).toSatisfy(isReadOnly);
  await pool.end();
});

test('a process whose group commits do not end is not ready until one ends', async () => {
  await using database = await openTestDatabase();
  const findFault = () => catchError(database.assertReady());
  const [first, second] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const groups: Promise<undefined>[] = [];
  let running = 0;
  for (const { promise } of [first, second]) {
    const runUntilEnd = () => {
      running += 1;
      return promise;
    };
    groups.push(database.groupCommit(runUntilEnd));
    await expect.poll(() => running).toBe(groups.length);
  }
  const now = performance.now.bind(performance);

  const atFirst = await findFault();
  // A group is stuck after 10 s.
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 11_000);
  const later = await findFault();
  first.resolve(undefined);

  await expect.poll(findFault).toBeUndefined();
  expect(atFirst).toBeUndefined();
  expect(later).toBeInstanceOf(BusyError);
  second.resolve(undefined);
  await Promise.all(groups);
});

test('a process is not ready after a write failed for lack of disk space, until there is space', async () => {
  await using database = await openTestDatabase(null);
  // Stands for a full disk: each statement that creates a table fails.
  await database.rows(
    sql`create function no_space() returns event_trigger language plpgsql as
      $$ begin raise 'No space left on device' using errcode = '53100'; end $$`,
  );
  await database.rows(
    sql`create event trigger full_disk on ddl_command_start execute function no_space()`,
    'unprepared',
  );
  const findFault = () => catchError(database.assertReady());

  const before = await findFault();
  await catchError(database.transaction((tx) => tx.rows(sql`create table a ()`, 'unprepared')));
  await expect.poll(findFault, { timeout: 5_000 }).toSatisfy(isOutage);
  await database.rows(sql`alter event trigger full_disk disable`, 'unprepared');
  await expect.poll(findFault, { timeout: 5_000 }).toBe(undefined);

  expect(before).toBe(undefined);
});

test.each([
  ['succeeds if there is space again', null, 'ready', false],
  ['succeeds if the role may not create temporary tables', '42501', 'ready', false],
  ['fails if there is still no space', '53100', 'not ready', true],
])(
  'a check after a write on a full disk tries to take space, and %s',
  async (_state, code, outcome, isFull) => {
    const taken: string[] = [];
    const query = (text: string) => {
      if (!text.includes('board_needs_space')) return Promise.resolve({ rows: [] });
      taken.push(text);
      return code === null
        ? Promise.resolve({ rows: [] })
        : Promise.reject(Object.assign(new DatabaseError('refused', 0, 'error'), { code }));
    };
    const diskSpace = new DiskSpace();
    diskSpace.isFull = true;
    const assertReady = createReadinessCheck({ query } as unknown as Pool, {
      isStuck: () => false,
      diskSpace,
    });

    const error = await catchError(assertReady());

    expect([error === undefined ? 'ready' : 'not ready', diskSpace.isFull, taken.length]).toEqual([
      outcome,
      isFull,
      1,
    ]);
  },
);

import { setImmediate as nextIteration } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { BusyError, sql } from '../../prisma/client.ts';
import { readOn } from '../../prisma/read-dependencies.ts';
import { createExpensiveReads } from '../../schema/data/expensive-reads.ts';
import { toRegion } from '../../schema/values/networks.ts';
import { openBoard } from '../support/board/board.ts';
import { TestClock } from '../support/board/clock.ts';
import { openTestDatabase, type TestDatabase } from '../support/database/database.ts';
import { openClient } from '../support/database/open-client.ts';
import { recordStatements } from '../support/database/record-statements.ts';
import { collectGarbage } from '../support/processes/collect-garbage.ts';

const toOutcome = (read: Promise<unknown>) =>
  read.then(
    () => 'read',
    (error: unknown) => (error instanceof BusyError ? 'busy' : 'failed'),
  );

/** A statement that takes `seconds`. `n` makes it differ from other statements. */
const sleep = (seconds: number, n: number) => sql`select pg_sleep(${seconds}::float8), ${n}::int as n`;

/** Takes a lock. `wait` returns a statement that waits until `release` is called. */
async function holdLock(opened: AsyncDisposableStack, { connection }: TestDatabase) {
  const query = await openClient(opened, connection);
  await query(sql`select pg_advisory_lock(1)`);
  return {
    wait: (n: number) => sql`select pg_advisory_lock_shared(1), ${n}::int as n`,
    release: () => query(sql`select pg_advisory_unlock(1)`),
  };
}

describe('expensive reads', () => {
  test('of one caller do not delay other callers and health checks', async () => {
    await using opened = new AsyncDisposableStack();
    const board = opened.use(await openBoard());
    const { wait, release } = await holdLock(opened, board.database);
    const flood = Array.from({ length: 300 }, (_, i) =>
      toOutcome(board.database.expensiveRows(wait(i), 'flood')),
    );

    const others = await Promise.all([
      board.call('GET /public/board.json'),
      board.call('GET /healthz'),
      board.call('GET /readyz'),
      board.call('POST /graphql', { body: { query: '{ statistics { agents { handle } } }' } }),
      board.call('GET /public/search.json?q=cursor'),
    ]);
    await release();

    expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(others[3].body.errors).toBeUndefined();
    const outcomes = new Set(await Promise.all(flood));
    expect(outcomes).toEqual(new Set(['read', 'busy']));
  });

  test('are refused with 503 if too many of the same caller wait', async () => {
    await using opened = new AsyncDisposableStack();
    const board = opened.use(await openBoard());
    const { wait, release } = await holdLock(opened, board.database);
    const address = '192.0.2.1';
    const flood = Array.from({ length: 200 }, (_, i) =>
      toOutcome(board.database.expensiveRows(wait(i), toRegion(address))),
    );

    const reply = await board.call('GET /public/search.json?q=cursor', { address });
    await release();

    expect([reply.status, reply.body.code]).toEqual([503, 'unavailable']);
    expect(reply.headers.get('retry-after')).toBe('2');
    expect(board.log).toEqual([]);
    await Promise.all(flood);
  });

  test('are cancelled at their timeout', async () => {
    await using database = await openTestDatabase();

    // 57014 is query_canceled.
    await expect(database.expensiveRows(sleep(30, 1), 'a')).rejects.toMatchObject({ code: '57014' });
  });
});

describe('the same expensive read', () => {
  const count = sql`select count(*)::int as count from channels`;
  const addChannel = sql`
    insert into channels (id, slug, title, description, created_at)
    select gen_random_uuid(), 'more', title, description, created_at from channels limit 1`;

  test('is run once for concurrent callers on each server, and again for a later caller', async () => {
    await using database = await openTestDatabase();
    const read = createExpensiveReads(database, new TestClock());
    const readAll = () => Promise.all(['a', 'b', 'c'].map((caller) => read.forCaller(caller, null)(count)));
    const standby = { reads: database, snapshot: null, isRetired: false };

    const { sent } = await recordStatements(database, async () => {
      await Promise.all([readAll(), readOn(standby, readAll)]);
      await read.forCaller('a', null)(count);
    });

    expect(sent).toHaveLength(3);
  });

  test('is run as soon as one of its callers has a turn', async () => {
    await using database = await openTestDatabase();
    const reads = createExpensiveReads(database, new TestClock());
    const read = (caller: string) => reads.forCaller(caller, null)(count, { maxAgeMs: 60_000 });

    const { sent } = await recordStatements(database, async () => {
      const flood = Array.from({ length: 12 }, (_, i) => database.expensiveRows(sleep(0.1, i), 'flood'));
      const first = read('flood');
      await nextIteration();
      const others = [read('other'), read('other')];
      expect(await Promise.all([first, ...others])).toEqual(Array(3).fill([{ count: 4 }]));
      await Promise.all(flood);
    });

    const texts = sent.map(({ text }) => text);
    expect(texts.filter((text) => text === count.text)).toHaveLength(1);
    // The shared read ran before the last reads of the flood.
    expect(texts.indexOf(count.text)).toBeLessThan(texts.length - 4);
  });

  test('is run even if the queue is full for one of its callers', async () => {
    await using opened = new AsyncDisposableStack();
    const database = opened.use(await openTestDatabase());
    const { wait, release } = await holdLock(opened, database);
    const reads = createExpensiveReads(database, new TestClock());
    const flood = Array.from({ length: 120 }, (_, i) => toOutcome(database.expensiveRows(wait(i), 'flood')));

    const outcomes = ['flood', 'other'].map((caller) => toOutcome(reads.forCaller(caller, null)(count)));

    expect(await Promise.all(outcomes)).toEqual(['read', 'read']);
    expect(await toOutcome(reads.forCaller('flood', null)(count))).toBe('busy');
    await release();
    await Promise.all(flood);
  });

  test('is run again for a caller that accepts cached rows, because rows without a maximum age are not kept', async () => {
    await using database = await openTestDatabase();
    const read = createExpensiveReads(database, new TestClock()).forCaller('a', null);

    const { sent } = await recordStatements(database, async () => {
      await read(count);
      await read(count, { maxAgeMs: 60_000 });
      await read(count, { maxAgeMs: 60_000 });
    });

    expect(sent).toHaveLength(2);
  });

  test('is run again when its rows have reached maxAgeMs or are of another version', async () => {
    await using database = await openTestDatabase();
    const clock = new TestClock();
    const read = createExpensiveReads(database, clock).forCaller('a', null);
    const readCount = async (version = '1') => {
      const [row] = await read<{ count: number }>(count, { maxAgeMs: 60_000, version });
      return row?.count;
    };
    const first = await readCount();
    await database.rows(addChannel);

    const soon = await readCount();
    const changed = await readCount('2');
    clock.advance({ seconds: 60 });
    const later = await readCount();

    expect([first, soon, changed, later]).toEqual([4, 4, 5, 5]);
  });

  test('is not run for a client that has disconnected, unless another client waits for its rows', async () => {
    await using database = await openTestDatabase();
    const reads = createExpensiveReads(database, new TestClock());
    const readCount = () => reads.forCaller('a', null)<{ count: number }>(count);
    const gone = { isEnded: false };
    const outcome = toOutcome(reads.forCaller('a', gone)(addChannel));
    gone.isEnded = true;

    expect(await outcome).toBe('busy');
    expect(await readCount()).toEqual([{ count: 4 }]);

    const outcomes = [gone, null].map((client) => toOutcome(reads.forCaller('a', client)(addChannel)));

    expect(await Promise.all(outcomes)).toEqual(['busy', 'read']);
    expect(await readCount()).toEqual([{ count: 5 }]);
  });

  test('keeps no reference to the client of a request that has received the rows', async () => {
    await using database = await openTestDatabase();
    const reads = createExpensiveReads(database, new TestClock());
    const readCount = async () => {
      const client = { isEnded: false };
      await reads.forCaller('a', client)(count, { maxAgeMs: 60_000 });
      return new WeakRef(client);
    };
    // The second request gets the rows of the first.
    const clients = [await readCount(), await readCount()];

    await collectGarbage();

    expect(clients.map((client) => client.deref())).toEqual([undefined, undefined]);
  });

  test('is run again after a failure', async () => {
    await using database = await openTestDatabase();
    const read = createExpensiveReads(database, new TestClock()).forCaller('a', null);
    const missing = sql`select * from missing`;

    await expect(read(missing, { maxAgeMs: 60_000 })).rejects.toThrow('missing');
    await database.rows(sql`create table missing (id int)`);

    expect(await read(missing, { maxAgeMs: 60_000 })).toEqual([]);
  });

  test('is run again if other reads have evicted its rows, or if its rows are too many to keep', async () => {
    await using database = await openTestDatabase();
    const read = createExpensiveReads(database, new TestClock()).forCaller('a', null);
    const series = (length: number) =>
      read(sql`select generate_series(1, ${length}::int)`, { maxAgeMs: 60_000 });
    // At most 50 000 rows are kept.
    const lengths = [30_000, 20_000, 30_000, 10_000, 30_000, 20_000, 60_000, 60_000];

    const { sent } = await recordStatements(database, async () => {
      for (const length of lengths) expect(await series(length)).toHaveLength(length);
    });

    expect(sent.map(({ values }) => values)).toEqual([
      [30_000],
      [20_000],
      [10_000],
      [20_000],
      [60_000],
      [60_000],
    ]);
  });
});

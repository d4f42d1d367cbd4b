// Statements that wait for their turn are shared (createStatementLoaders).
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BusyError, type Sql, sql } from '../../../prisma/client.ts';
import { readInFirstTurn, SharedRead } from '../../../schema/data/shared-read.ts';
import { createStatementLoaders } from '../../../schema/data/page-loaders.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { recordStatements } from '../../support/database/record-statements.ts';

/** Turns that one caller has at the same time. */
const TURNS = 4;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** Takes all turns of a caller until the returned function is called. */
function holdTurns(caller: string): () => void {
  const { promise, resolve } = Promise.withResolvers<null>();
  for (let i = 0; i < TURNS; i++) void database.takeTurn(caller, () => promise);
  return () => resolve(null);
}

test('a statement that waits for its turn serves later equal reads, also of other callers', async () => {
  const { loadRows } = createStatementLoaders(database);
  const read = async (caller: string) => {
    const loading = loadRows<{ value: number }>(sql`select random() as value`, { caller, dependsOn: [] });
    // Reads of one iteration of the event loop share a statement in any case.
    await setImmediate();
    await setImmediate();
    return { loading };
  };
  const releaseAll = ['ada', 'bob'].map(holdTurns);
  const reads = [await read('ada'), await read('ada'), await read('bob')];
  for (const release of releaseAll) release();
  const [first, ...others] = await Promise.all(reads.map(({ loading }) => loading));
  const later = await (await read('ada')).loading;

  expect(others).toEqual([first, first]);
  expect(later).not.toEqual(first);
});

test.each(['rows', 'pages of child records'])(
  'reads of %s in one iteration of the event loop do not wait for the turn of another caller',
  async (what) => {
    const { loadChildPage, loadRows } = createStatementLoaders(database);
    const query = sql`select 1 as value`;
    const read = async (caller: string) => {
      const options = { caller, dependsOn: [] };
      if (what === 'rows') await loadRows(query, options);
      else await loadChildPage('parent', { query, order: sql`value`, textBytes: null }, options);
      return caller;
    };
    const release = holdTurns('ada');

    const reads = [read('ada'), read('bob')];
    await reads[1];
    release();

    expect(await Promise.all(reads)).toEqual(['ada', 'bob']);
  },
);

test('a page of child records is read again in a later iteration, in the order that the later read names', async () => {
  const { loadChildPage } = createStatementLoaders(database);
  const query = sql`select * from (values (1), (2)) as rows(value)`;
  const read = (order: Sql) =>
    loadChildPage<{ value: number }>(
      'parent',
      { query, order, textBytes: null },
      { caller: 'ada', dependsOn: [] },
    );

  const pages = [await read(sql`value`), await read(sql`value desc`)];

  expect(pages.map((page) => page.map(({ value }) => value))).toEqual([
    [1, 2],
    [2, 1],
  ]);
});

test('pages of child records that several callers read in one iteration are read with one statement', async () => {
  const { loadChildPage } = createStatementLoaders(database);
  const query = sql`select page.parentKey as value`;

  const { sent, value } = await recordStatements(database, () =>
    Promise.all(
      ['ada', 'bob', 'ada'].map((caller, i) =>
        loadChildPage<{ value: string }>(
          `parent ${i}`,
          { query, order: sql`value`, textBytes: null },
          { caller, dependsOn: [] },
        ),
      ),
    ),
  );

  expect(sent.length).toBe(1);
  expect(value).toMatchObject([[{ value: 'parent 0' }], [{ value: 'parent 1' }], [{ value: 'parent 2' }]]);
});

test('the error of a read in the turn of one caller is thrown to all callers', async () => {
  const { loadChildPage } = createStatementLoaders(database);
  const query = sql`select 1 / 0 as value`;
  const reads = ['ada', 'bob'].map((caller) =>
    loadChildPage('parent', { query, order: sql`value`, textBytes: null }, { caller, dependsOn: [] }),
  );

  expect(await Promise.allSettled(reads)).toMatchObject([
    { status: 'rejected', reason: { code: '22012' } },
    { status: 'rejected', reason: { code: '22012' } },
  ]);
});

test.each(['counts', 'rows', 'pages of child records'])(
  'expensive reads of %s in one iteration of the event loop each wait for the turn of their caller',
  async (what) => {
    const { loadChildPage, loadCount, loadRows } = createStatementLoaders(database);
    const query = sql`select 1::int as count, 1::int as read`;
    const read = async (caller: string) => {
      const options = { caller, isExpensive: true };
      if (what === 'counts') await loadCount('', query, { caller });
      else if (what === 'rows') await loadRows(query, options);
      else await loadChildPage('parent', { query, order: sql`count`, textBytes: null }, options);
      return caller;
    };
    const flood = Array.from({ length: 12 }, (_, i) =>
      database.expensiveRows(sql`select pg_sleep(0.05), ${i}::int`, 'ada'),
    );

    const reads = [read('ada'), read('bob')];

    expect(await Promise.race(reads)).toBe('bob');
    await Promise.all([...reads, ...flood]);
  },
);

test.each([
  [[false], true],
  [[true, false], true],
  [[false, true], true],
  [[true, true], false],
])('a statement of clients whose `isEnded` is %j is sent: %s', async (ended, isSent) => {
  const shared = new SharedRead();
  const begun = Promise.withResolvers<boolean>();
  const run = (begin: () => boolean) => {
    begun.resolve(begin());
    return Promise.resolve([]);
  };

  for (const isEnded of ended) shared.add('ada', { isEnded }, run);

  expect(await begun.promise).toBe(isSent);
});

test('a statement fails with the error of the turn that sent it, or of the last turn if no turn sends it', async () => {
  const client = { isEnded: false };
  const fail = (error: string) => () => Promise.reject(new Error(error));
  const sent = new SharedRead();
  sent.add('ada', client, (begin) => (begin(), fail('statement')()));
  const unsent = new SharedRead();
  for (const caller of ['ada', 'bob']) unsent.add(caller, client, fail(`turn of ${caller}`));
  const shared = new SharedRead();
  shared.add('ada', client, fail('turn'));
  shared.add('bob', client, (begin) => Promise.resolve([begin()]));

  expect(await Promise.allSettled([sent.rows, unsent.rows, shared.rows])).toMatchObject([
    { status: 'rejected', reason: { message: 'statement' } },
    { status: 'rejected', reason: { message: 'turn of bob' } },
    { status: 'fulfilled', value: [true] },
  ]);
});

test('a read for several callers fails only if none of them gets a turn', async () => {
  const takeTurn = async (caller: string, run: () => Promise<void>) => {
    if (caller === 'busy') throw new BusyError();
    await setImmediate();
    await run();
  };
  const read = (...callers: string[]) => readInFirstTurn(callers, takeTurn, () => Promise.resolve('rows'));

  expect(await read('busy', 'ada')).toBe('rows');
  await expect(read('busy')).rejects.toThrow(BusyError);
});

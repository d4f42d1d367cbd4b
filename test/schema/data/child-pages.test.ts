// Pages of child records with long text are read with several statements, so that little text is in memory at the same time.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BusyError, type Sql, sql } from '../../../prisma/client.ts';
import { createStatementLoaders } from '../../../schema/data/page-loaders.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { recordStatements } from '../../support/database/record-statements.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

interface Child {
  readonly value: string;
}

/** Reads a page of each parent in one iteration of the event loop. By default, each page is for another caller. */
function readPages(
  db: TestDatabase,
  parents: readonly string[],
  {
    isExpensive = false,
    callerOf = (parent) => `reader of ${parent}`,
    ...bounds
  }: {
    readonly textBytes: Sql | null;
    readonly maxParents?: number;
    readonly isExpensive?: boolean;
    readonly callerOf?: (parent: string) => string;
  },
) {
  const { loadChildPage } = createStatementLoaders(db);
  const list = { query: sql`select page.parentKey as value`, order: sql`value`, ...bounds };
  return parents.map((parent) =>
    loadChildPage<Child>(parent, list, { caller: callerOf(parent), dependsOn: [], isExpensive }),
  );
}

/** Returns how many parents each statement has read. */
async function countParents(parents: readonly string[], list: Parameters<typeof readPages>[2]) {
  const { sent, value } = await recordStatements(database, () =>
    Promise.all(readPages(database, parents, list)),
  );
  expect(value.map(([child]) => child?.value)).toEqual(parents);
  return sent.map(({ values: [keys] }) => (keys as readonly string[]).length);
}

const nameParents = (count: number) => Array.from({ length: count }, (_, i) => `parent ${i}`);
const LONG = sql`octet_length(value)`;

test('pages with long text are read four parents a statement, also on connections for expensive reads', async () => {
  const parents = nameParents(10);

  expect(await countParents(parents, { textBytes: LONG })).toEqual([4, 4, 2]);
  // A statement on such a connection is for one caller.
  const expensive = { textBytes: LONG, isExpensive: true, callerOf: () => 'ada' };
  expect((await countParents(parents, expensive)).toSorted()).toEqual([2, 4, 4]);
});

test('pages without long text are read with one statement', async () => {
  expect(await countParents(nameParents(100), { textBytes: null })).toEqual([100]);
});

test('pages with long text of the same parent count as one page of the statement', async () => {
  const parents = nameParents(4);

  expect(await countParents([...parents, ...parents, ...parents], { textBytes: LONG })).toEqual([4]);
});

test('a statement for which no caller has a turn fails, and the pages of other statements are read', async () => {
  const isRefused = (caller: string) => ['4', '5'].some((name) => caller.endsWith(name));
  const takeTurn: TestDatabase['takeTurn'] = (caller, read) =>
    isRefused(caller) ? Promise.reject(new BusyError()) : database.takeTurn(caller, read);
  const db = Object.assign(Object.create(database) as TestDatabase, { takeTurn });

  const pages = await Promise.allSettled(readPages(db, nameParents(6), { textBytes: LONG }));

  expect(pages.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 4 }, () => 'fulfilled'),
    'rejected',
    'rejected',
  ]);
});

test('a statement reads at most the parents that the list allows', async () => {
  expect(await countParents(nameParents(120), { textBytes: null, maxParents: 50 })).toEqual([50, 50, 20]);
});

// Equal searches of one iteration of the event loop share their rows (`ReadExpensive`), and what is computed from them.
import { expect, test } from 'vitest';
import type { RowDependency, Sql } from '../../../prisma/client.ts';
import type { Context } from '../../../schema/context.ts';
import { readSearchPage } from '../../../schema/search/search-page.ts';

interface ReadOptions {
  readonly dependsOnRows: (rows: readonly object[]) => readonly RowDependency[];
}

/** Returns a function that searches. All its searches have the same rows. */
function createSearch(queryLexemes: () => Promise<readonly object[]>) {
  const row = {
    id: 'id',
    title: 'A title',
    text: 'He runs.',
    score: 2,
    createdAt: new Date(0),
    summary: {
      upto: '1',
      width: 0,
      meant: null,
      count: 1,
      facets: null,
      lexemes: ['run'],
      keys: [],
      affectedBy: "'run'",
    },
  };
  const rows = [row];
  const dependencies: unknown[] = [];
  const ctx = {
    loaders: { iterationTime: () => new Date(0) },
    database: { rows: queryLexemes },
    cursors: { seal: () => 'cursor' },
    readExpensive: (_query: Sql, { dependsOnRows }: ReadOptions) => {
      dependencies.push(dependsOnRows(rows));
      return Promise.resolve(rows);
    },
  } as unknown as Context;
  return Object.assign(() => readSearchPage(ctx, { q: 'runs' }), { dependencies });
}

const lexemes = [{ word: 'runs', lexemes: ['run'] }];
const matchesOf = ({ edges }: Awaited<ReturnType<typeof readSearchPage>>) =>
  edges.map(({ node }) => node.matches);

test('the matches of equal searches that share their rows are found once', async () => {
  const search = createSearch(() => Promise.resolve(lexemes));

  const pages = await Promise.all(Array.from({ length: 20 }, search));

  expect(pages.map(matchesOf)).toEqual(Array(20).fill([[[3, 7]]]));
  expect(new Set(pages.map(({ edges }) => edges[0]?.node)).size).toBe(1);
});

test('equal searches that share their rows depend on the same condition', async () => {
  const search = createSearch(() => Promise.resolve(lexemes));

  await Promise.all([search(), search()]);

  const [first, second] = search.dependencies;
  expect(first).toContainEqual(expect.any(Function));
  expect(second).toBe(first);
});

test('a search whose words could not be read is tried again for the next caller of the same rows', async () => {
  const outcomes = [Promise.reject(new Error('gone')), Promise.resolve(lexemes)];
  const search = createSearch(() => outcomes.shift() ?? Promise.reject(new Error('read again')));

  const failed = await Promise.allSettled([search(), search()]);
  const page = await search();

  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(matchesOf(page)).toEqual([[[3, 7]]]);
});

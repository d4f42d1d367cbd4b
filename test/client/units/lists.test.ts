// Lists that are read page by page, from functions in place of a board.
import { describe, expect, test } from 'vitest';
import { endCursorOf, Pages } from '../../../client/pages.ts';

interface Page {
  readonly items?: readonly number[];
  readonly pageInfo?: object;
}

/** A list whose pages are given, with the variables of each read. Reading beyond the last page fails. */
function listOf(variables: object, pages: readonly (Page | null)[]) {
  const reads: unknown[] = [];
  const rest = [...pages];
  const read = (each: object) => {
    reads.push(each);
    const page = rest.shift();
    return page === undefined ? Promise.reject(new Error('beyond the end')) : Promise.resolve(page);
  };
  return { reads, list: new Pages<Page, number>(read, { ...variables }, 'items') };
}

async function readAll<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const page = (item: number, pageInfo: object) => ({ items: [item], pageInfo });

describe('a list', () => {
  test('is read forwards until a page has no next page', async () => {
    const pages = [1, 2, 3].map((n) =>
      page(n, { hasNextPage: n < 3, endCursor: `c${n}`, hasPreviousPage: true }),
    );
    const { list, reads } = listOf({ first: 1, wait: 0 }, pages);
    expect(await readAll(list)).toEqual([1, 2, 3]);
    expect(reads).toEqual([
      { first: 1, wait: 0 },
      { first: 1, wait: 0, after: 'c1' },
      { first: 1, wait: 0, after: 'c2' },
    ]);
  });

  test('is read backwards with `last`', async () => {
    const pages = [3, 2, 1].map((n) =>
      page(n, { hasNextPage: true, endCursor: 'e', hasPreviousPage: n > 1, startCursor: `s${n}` }),
    );
    const { list, reads } = listOf({ last: 1 }, pages);
    expect(await readAll(list.pages())).toEqual(pages);
    expect(reads).toEqual([{ last: 1 }, { last: 1, before: 's3' }, { last: 1, before: 's2' }]);
  });

  test('is read backwards with `before` alone', async () => {
    const pages = [2, 1].map((n) =>
      page(n, { hasNextPage: true, endCursor: 'e', hasPreviousPage: n > 1, startCursor: `s${n}` }),
    );
    const { list, reads } = listOf({ before: 's3', after: null }, pages);
    expect(await readAll(list)).toEqual([2, 1]);
    expect(reads.slice(1)).toEqual([{ before: 's2', after: null }]);
  });

  test('is read forwards with `before` if `first` or `after` is given as well', async () => {
    for (const variables of [
      { before: 's3', first: 1 },
      { before: 's3', after: 'c0' },
    ]) {
      const pages = [1, 2].map((n) => page(n, { hasNextPage: n < 2, endCursor: `c${n}` }));
      const { list, reads } = listOf(variables, pages);
      expect(await readAll(list)).toEqual([1, 2]);
      expect(reads.slice(1)).toEqual([{ ...variables, after: 'c1' }]);
    }
  });

  test('that is read backwards ends after a page without a cursor', async () => {
    const empty = { items: [], pageInfo: { hasPreviousPage: true, startCursor: null } };
    const { list, reads } = listOf({ last: 1, after: 'c' }, [
      page(1, { hasPreviousPage: true, startCursor: 's1' }),
      empty,
    ]);
    expect(await readAll(list)).toEqual([1]);
    expect(reads).toHaveLength(2);
  });

  test('is read forwards if `last` is null', async () => {
    const pages = [1, 2].map((n) =>
      page(n, { hasNextPage: n < 2, endCursor: `c${n}`, hasPreviousPage: true, startCursor: 's' }),
    );
    const { list, reads } = listOf({ last: null }, pages);
    expect(await readAll(list)).toEqual([1, 2]);
    expect(reads).toEqual([{ last: null }, { last: null, after: 'c1' }]);
  });

  test('that waits for news has no end while its pages have a cursor', async () => {
    const news = [
      page(1, { hasNextPage: false, endCursor: 'c1' }),
      { items: [], pageInfo: { hasNextPage: false, endCursor: 'c1' } },
    ];
    const { list, reads } = listOf({ wait: 1 }, [...news, page(2, { hasNextPage: false, endCursor: null })]);
    expect(await readAll(list)).toEqual([1, 2]);
    expect(reads).toEqual([{ wait: 1 }, { wait: 1, after: 'c1' }, { wait: 1, after: 'c1' }]);
  });

  test.each([
    ['without a cursor', page(1, { hasNextPage: true, endCursor: null }), [1]],
    ['without pageInfo', { items: [1] }, [1]],
    ['without items and without a next page', { pageInfo: { hasNextPage: false } }, []],
    ['that does not exist', null, []],
  ])('ends after a page %s', async (_, only, expected) => {
    const { list, reads } = listOf({}, [only]);
    expect(await readAll(list)).toEqual(expected);
    expect(reads).toHaveLength(1);
  });

  test('that is awaited several times reads its first page once, and reports an error of that page', async () => {
    const first = page(1, {});
    const { list, reads } = listOf({ a: 1 }, [first]);
    expect([await list, await list]).toEqual([first, first]);
    expect(reads).toEqual([{ a: 1 }]);
    await expect(listOf({}, []).list).rejects.toThrow('beyond the end');
  });
});

test('the cursor of a page is null if the page has no cursor', () => {
  expect([{ pageInfo: { endCursor: 'c' } }, { pageInfo: {} }, {}].map(endCursorOf)).toEqual([
    'c',
    null,
    null,
  ]);
});

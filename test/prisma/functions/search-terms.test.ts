// The terms of a query, and the keys of watched queries.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { evaluateIn } from './evaluate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const evaluate = (expression: string) => evaluateIn(database, expression);
const evaluateAll = (expressions: readonly string[]) => Promise.all(expressions.map(evaluate));

describe('the terms of a query', () => {
  test('are null if the query has quotes, an exclusion or an alternative', async () => {
    const queries = ['a1 "b1"', '“a1”', 'a1 -b1', '-a1', 'a1 or b1', 'a1 OR', 'or a1'];

    expect(await evaluateAll(queries.map((q) => `search_terms('${q}') is null`))).toEqual(
      queries.map(() => 'true'),
    );
  });

  test('that exclude a word apply only to their alternative', async () => {
    const query = `search_query('a1 -b1 or c1 or d1 -e1', 0)`;
    const texts = ['a1', 'a1 b1', 'a1 e1', 'c1', 'b1 c1', 'b1 d1', 'd1 e1'];

    expect(await evaluateAll(texts.map((text) => `to_tsvector('simple', '${text}') @@ ${query}`))).toEqual(
      [true, false, true, true, true, true, false].map(String),
    );
  });

  test('are distinct, and hyphens within words and words that begin with “or” are no operators', async () => {
    expect(
      await evaluateAll([`search_terms('a1 b1 a1')`, `cardinality(search_terms('  a1-b1  -- orb1 '))`]),
    ).toEqual([`{'a1','b1'}`, '2']);
  });

  test('are quoted', async () => {
    expect(
      await evaluateAll([
        `search_lexeme('it''s\\a')`,
        `search_lexeme('a', ':*')`,
        `search_lexemes('''it''''s'' & b | b')`,
      ]),
    ).toEqual([`'it''s\\\\a'`, "'a':*", "{b,it's}"]);
  });

  test('are looked up in the index without their positions and exclusions', async () => {
    expect(await evaluateAll([`search_indexed('a <-> b <2> c & !d')`, `search_indexed('a | b')`])).toEqual([
      "'a' & 'b' & 'c'",
      "'a' | 'b'",
    ]);
  });
});

test('the key of a watched query depends on its distinct words, not on their order and positions', async () => {
  const hash = createHash('sha256').update("'a' & 'b':*").digest('base64').slice(0, 11);

  expect(
    await evaluateAll([
      `watched_words('b:* & a & b:*')`,
      `watched_query_key('b:* & a')`,
      `watched_query_key('a <-> b:*')`,
    ]),
  ).toEqual(["'a' & 'b':*", `query:${hash}`, `query:${hash}`]);
});

test('search_most matches a text that has half of the first six terms, rounded up, and no text if there are fewer than three terms or too few of them are known', async () => {
  const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const most = (terms: readonly (string | null)[]) =>
    `search_most(array[${terms.map((term) => (term === null ? 'null' : `'${term}'`)).join()}]::tsquery[])`;
  /** The least n for which a text with the first n of `letters` matches; 0 if there is none. */
  const needed = (terms: readonly (string | null)[]) =>
    `coalesce((select min(n) from generate_series(1, 7) n
      where array_to_tsvector((array['${letters.join("','")}'])[:n]) @@ ${most(terms)}), 0)`;

  const smallest = await evaluateAll(letters.map((_, i) => needed(letters.slice(0, i + 1))));
  const withUnknown = await evaluateAll([
    needed(['a', null, 'c']),
    most(['a', null, null]),
    needed([null, null, 'c', 'd', 'e']),
  ]);

  expect(smallest).toEqual(['0', '0', '2', '2', '3', '3', '3']);
  expect(withUnknown).toEqual(['3', '', '5']);
});

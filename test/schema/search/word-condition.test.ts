import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { parseWordCondition } from '../../../schema/search/word-condition.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const LEXEMES = ['a', 'b', 'c', 'ab', "it's", 'back\\slash', 'a b', '東京', '~tpost', '&', '('];

const quote = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

const { query: anyQuery } = fc.letrec<{ query: string }>((tie) => ({
  query: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...LEXEMES).map(quote),
    fc.constantFrom('a', '東').map((prefix) => `${quote(prefix)}:*`),
    fc
      .tuple(tie('query'), fc.constantFrom('&', '|'), tie('query'))
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
  ),
}));

test('a condition is true for the lexemes that the query matches', async () => {
  const queries = fc.sample(
    anyQuery.filter((query) => parseWordCondition(query) !== null),
    150,
  );
  const texts = fc.sample(fc.subarray(LEXEMES, { minLength: 1 }), 20);

  const rows = await database.rows<{ query: string; words: string[]; matches: boolean }>(sql`
    select query::tsquery::text as query, tsvector_to_array(text) as words, text @@ query::tsquery as matches
    from unnest(${queries}::text[]) query
    cross join (select array_to_tsvector(array(select jsonb_array_elements_text(words))) as text
      from unnest(${texts.map((words) => JSON.stringify(words))}::jsonb[]) words) texts`);

  const wrong = rows.filter(
    ({ query, words, matches }) => parseWordCondition(query)?.(new Set(words)) !== matches,
  );
  expect([rows.length, wrong]).toEqual([3000, []]);
});

describe('a condition', () => {
  const repeat = (count: number, suffix = '') =>
    Array.from({ length: count }, (_, i) => `'w${i}'${suffix}`).join(' | ');

  test('may have 100 lexemes, of which one is a prefix', () => {
    const condition = parseWordCondition(`${repeat(99)} | 'b':*`);

    expect([condition?.(new Set(['w98'])), condition?.(new Set(['bc']))]).toEqual([true, true]);
  });

  test.each([
    ['101 lexemes', repeat(101)],
    ['two prefixes', repeat(2, ':*')],
  ])('of %s is not used, because it would cost too much for each changed entry', (_what, query) => {
    expect(parseWordCondition(query)).toBeNull();
  });
});

describe('a search', () => {
  const affectedBy = async (q: string, filters: { type?: string; author?: string } = {}) => {
    const [row] = await database.rows<{ text: string | null }>(sql`
      select affected_by::text as text from search_matches(${q}, ${filters.type ? [filters.type] : null}::text[], null,
        ${filters.author ?? null}, null, null, now(), null, null, null, 200)`);
    return row?.text ?? null;
  };

  beforeAll(() =>
    database.rows(sql`
      insert into entries (id, type, created_by, created_at, ordinal, tsv)
      select gen_random_uuid(), 'post', 'ada', now(), ordinal,
        search_vector('a cache queue of node.js', 'C') || search_marks('post', null, now(), ordinal)
      from (select nextval('entries_ordinal_seq') as ordinal) n`),
  );

  test.each([
    ['all words', 'cache queue', {}, "'cach' & 'queue'"],
    ['one of the alternatives', 'cache OR missing', {}, "'cach' | 'miss'"],
    ['the words of a phrase, in any order', '"cache queue"', {}, "'cach' & 'queue'"],
    ['the words that are not excluded', 'cache -missing', {}, "'cach'"],
    ['a name or its parts', 'node.js', {}, "'node.js' | 'node' & 'js'"],
    [
      'the type and the author of its filters',
      'cache',
      { type: 'post', author: 'ada' },
      "'cach' & ( '~tpost' | '~t' ) & '~aada'",
    ],
  ])('is affected by an entry with %s', async (_what, q, filters, expected) => {
    expect(await affectedBy(q, filters)).toBe(expected);
  });

  test.each([
    ['misspelt words', 'cachee'],
    ['words that no entry has', 'nowhere'],
  ])('for %s is affected by any entry', async (_what, q) => {
    expect(await affectedBy(q)).toBeNull();
  });
});

// The search functions of the database: words of texts and queries, quotations, ranking, bounds, and search entries.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql, type Transaction } from '../../prisma/client.ts';
import { migrate } from '../../prisma/migrate.ts';
import { isGlyph } from '../../schema/search/highlight.ts';
import { openEmptyDatabase, openTestDatabase, type TestDatabase } from '../support/database/database.ts';
import { insertText, insertAnswer } from '../support/records/insert-texts.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await addAda(database);
});
afterAll(() => database[Symbol.asyncDispose]());

const addAda = (db: Transaction) =>
  db.rows(sql`
    insert into agents (id, handle, skeleton, declaration, via, created_at, last_seen_at)
    values (gen_random_uuid(), 'ada', 'ada', '{}', 'rest', now(), now())`);

const createStamp = () => ({ at: new Date(), by: 'ada' });

const piece = fc.oneof(
  fc.stringMatching(/^[a-zA-Z]{1,12}$/),
  fc.stringMatching(/^[0-9]{1,5}$/),
  fc.constantFrom(..."_-.:/@#+\\(),;'`<>&|!*~=?%$[]{}^".split('')),
  fc.constantFrom(
    'é',
    'Ü',
    'ß',
    '東',
    '京',
    'カ',
    'ﾅ',
    'ทย',
    '한',
    '🚀',
    '—',
    '’',
    '…',
    'Ａ',
    'ﬁ',
    'Ж',
    'ω',
    'ا',
    'क्',
    'İ',
    '½',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
);
const word = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
const texts = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' ').normalize('NFC'));

/** The words of a text, except those that are query syntax: quotes, a leading hyphen, OR. */
const wordsOf = (text: string) =>
  text.split(/\s+/u).filter((part) => part !== '' && !/^-|["“”„‟«»]|^or$/i.test(part));

// Width 0 of a query: words as written; 1: names also by their parts (`Progress.width`).
test('a text is found by each of its words', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const missing = await database.rows(sql`
        select word, width from unnest(${wordsOf(text)}::text[]) word, generate_series(0, 1) width
        where numnode(search_query(word, width)) > 0
          and not search_vector(${text}, 'C') @@ search_query(word, width)`);
      expect(missing).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('search_has_glyphs and isGlyph agree on every code point from U+0080 to U+32000', async () => {
  // 55296 to 57343 are surrogates, which are no characters.
  const rows = await database.rows<{ point: number }>(sql`
    select point from generate_series(128, 204800) point
    where point not between 55296 and 57343 and search_has_glyphs(chr(point))`);

  const points = Array.from({ length: 204_800 - 127 }, (_, i) => i + 128);
  const glyphs = points.filter((point) => isGlyph(String.fromCodePoint(point)));
  expect(rows.map(({ point }) => point)).toEqual(glyphs);
});

test('a text is found by a quotation from it', async () => {
  const text = 'Use `npm run build:all` — then restart the 東京 server, v2.0.1 (see src/main.ts).';
  const quotes = [
    'npm run build',
    'then restart',
    'restart the 東京 server',
    '東京',
    'v2.0.1 (see',
    'src/main.ts',
  ];

  const rows = await database.rows<{ quote: string }>(sql`
    select quote from unnest(${quotes}::text[]) quote
    where search_vector(${text}, 'C') @@ search_query('"' || quote || '"', 0)`);

  expect(rows.map(({ quote }) => quote)).toEqual(quotes);
});

test('“most” of six words means at least three, in a query of at most 70 nodes', async () => {
  const terms = sql`array['a', 'b', 'c', 'd', 'e', 'f']::tsquery[]`;

  const rows = await database.rows<{ count: number; matches: boolean; nodes: number }>(sql`
    select distinct cardinality(words) as count, array_to_tsvector(words) @@ most as matches, numnode(most) as nodes
    from search_most(${terms}) most, generate_series(0, 63) chosen, lateral (
      select coalesce(array_agg(word), '{}') as words
      from unnest(array['a', 'b', 'c', 'd', 'e', 'f']) with ordinality word(word, n) where chosen & (1 << n::int - 1) > 0
    ) text order by 1`);

  expect(rows.map(({ count, matches }) => [count, matches])).toEqual(
    [0, 1, 2, 3, 4, 5, 6].map((count) => [count, count >= 3]),
  );
  expect(rows[0]?.nodes).toBeLessThanOrEqual(70);
});

test('matches are ranked by a query for any of the required words', async () => {
  const queries = [
    'a1 b1 c1',
    '"a1 b1" c1',
    'a1 -b1 -"c1 d1"',
    'a1 OR "b1 of the c1"',
    '東京都 b.1',
    'a1 & <-> b1',
  ];

  const rows = await database.rows<{ ranked: string }>(sql`
    select search_any(search_query(query, 1))::text as ranked from unnest(${queries}::text[]) query`);

  expect(rows.map(({ ranked }) => ranked)).toEqual([
    "'a1' | 'b1' | 'c1'",
    "'a1' | 'b1' | 'c1'",
    "'a1'",
    "'a1' | 'b1' | 'c1'",
    "'東京' | '京都' | 'b.1'",
    "'a1' | 'b1'",
  ]);
});

test('a phrase is searched for only in the newest 1000 entries with its words', async () => {
  const insert = (text: string, count: number) =>
    database.rows(sql`
      insert into entries (id, type, created_by, created_at, ordinal, tsv)
      select gen_random_uuid(), 'post', 'ada', now(), ordinal,
        search_vector(${text}, 'C') || search_marks('post', null, now(), ordinal)
      from (select nextval('entries_ordinal_seq') as ordinal from generate_series(1, ${count}::int)) n`);
  const findWidths = () =>
    database.rows(sql`
      select distinct width from search_matches(
        '"wombat burrow"', null, null, null, null, null, now(), null, null, null, 10)`);

  await insert('a wombat burrow', 1);
  await insert('burrow, wombat', 999);
  const asWritten = await findWidths();
  await insert('burrow, wombat', 1);

  // Width 0 is the phrase, width 2 its words in any order.
  expect([asWritten, await findWidths()]).toEqual([[{ width: 0 }], [{ width: 2 }]]);
});

test('a search among the newest entries finds none that is older than its bound', async () => {
  const [row] = await database.rows<{ newest: number }>(sql`
    with numbered as (select nextval('entries_ordinal_seq') as ordinal from generate_series(1, 5)),
      inserted as (
        insert into entries (id, type, created_by, created_at, ordinal, tsv)
        select gen_random_uuid(), 'post', 'ada', now(), ordinal,
          search_vector('quokka', 'C') || search_marks('post', null, now(), ordinal)
        from numbered)
    select max(ordinal)::int as newest from numbered`);
  const { newest } = row!;
  const bounds = [0, newest - 4, newest - 1, newest, newest + 1];

  const found = await database.rows<{ count: number }>(sql`
    select cardinality((search_hits('quokka', '', null, null, now(), ${newest}, back, 50)).ids) as count
    from unnest(${bounds}::bigint[]) back`);

  expect(found.map(({ count }) => count)).toEqual([5, 5, 2, 1, 0]);
});

const repeatToMaximum = (unit: (i: number) => string) =>
  Array.from({ length: 20_000 }, (_, i) => unit(i))
    .join('')
    .slice(0, 20_000);

test.each([
  ['one word', repeatToMaximum(() => 'x')],
  ['one name', repeatToMaximum(() => 'a.')],
  ['many names', repeatToMaximum((i) => `a${i}.b@c/d${i} `)],
  ['many glyphs', repeatToMaximum((i) => String.fromCodePoint(0x4e00 + i))],
  ['one glyph', repeatToMaximum(() => '東')],
  ['quotes and backslashes', repeatToMaximum(() => '\'"\\')],
  ['markup', repeatToMaximum(() => '<a href="x">')],
  ['ligatures that expand', repeatToMaximum(() => '\uFDFA')],
  ['combining marks', repeatToMaximum(() => 'e\u0301')],
])('a body of the maximum size is indexed: %s', async (_case, body) => {
  const id = await insertText.post(database, body, createStamp());

  expect(
    await database.rows(sql`select 1 as one from entries where id = ${id}::uuid and tsv is not null`),
  ).toEqual([{ one: 1 }]);
});

test('an inquiry accepts more answers than its search entry has room for', async () => {
  const id = await insertText.inquiry(database, 'how many?', createStamp());
  const entries: { size: number }[] = [];
  for (const seq of [1, 2]) {
    const body = repeatToMaximum((i) => String.fromCodePoint(0x20000 + seq * 10_000 + i));
    await database.rows(sql`
      insert into answers (id, inquiry_id, seq, body, created_by, via, created_at)
      values (gen_random_uuid(), ${id}::uuid, ${seq}, ${body}, 'ada', 'rest', now())`);
    const select = sql`select length(tsv) as size from entries where id = ${id}::uuid`;
    entries.push(...(await database.rows<{ size: number }>(select)));
  }

  // The first answer fills the entry, which stays far below the 1 MiB that a tsvector holds.
  expect(entries[0]?.size).toBeGreaterThan(1_000);
  expect(entries[1]).toEqual(entries[0]);
});

test('records from before the search migration are found', async () => {
  await using database = await openEmptyDatabase();
  await using migrations = await openEarlierMigrations();
  await migrate(database.connection, migrations.folder);
  await addAda(database);
  const thread = await insertText.thread(database, 'an old engine', createStamp());
  const inquiry = await insertText.inquiry(database, 'which one?', createStamp());
  await insertAnswer(database, inquiry, { body: 'the engine_v8', ...createStamp() });
  const insertOthers = () =>
    Promise.all([
      insertText.post(database, 'a loom', createStamp()),
      insertText.fact(database, 'a yarn', createStamp()),
      insertText.report(database, 'to weave', createStamp()),
    ]);
  const before = await insertOthers();

  await migrate(database.connection);

  const find = (q: string) =>
    database.rows(sql`
    select id from search_matches(${q}, null, null, null, null, null, now(), null, null, null, 10)`);
  expect(await find('engines')).toEqual(expect.arrayContaining([{ id: thread }, { id: inquiry }]));
  expect(await find('engine_v8')).toEqual([{ id: inquiry }]);
  const wordsIn = (ids: readonly string[]) =>
    database.rows(sql`
      select type, array(
        select word.lexeme || word.weights::text from unnest(tsv) word where word.lexeme not like '~%' order by 1) as words
      from entries where id = any(${ids}::uuid[]) order by type`);
  expect(await wordsIn(before)).toEqual(await wordsIn(await insertOthers()));
  expect(await find('engnies')).toHaveLength(2);
});

/** A folder with the migrations before the one that added the search. */
async function openEarlierMigrations() {
  const shipped = join(import.meta.dirname, '../../prisma/migrations');
  const folder = await mkdtemp(join(tmpdir(), 'agent-board-migrations-'));
  const isEarlier = (path: string) => basename(path) < '20261121140000' || path === shipped;
  await cp(shipped, folder, { recursive: true, filter: (path) => path.endsWith('.sql') || isEarlier(path) });
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

test('normalization for the index equals NFKC, even where it is done in pieces', async () => {
  const pieces = ['漢字Ａ、', 'กำ่', 'ﾅ', '한', 'é ', 'ﬁ', 'привет, ', '①', '\u1100\u1161\u11a8', 'a\u0316 '];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...pieces), fc.constantFrom(...pieces), async (first, second) => {
      const given = (first + second).repeat(60).normalize('NFC');
      const [row] = await database.rows<{ folded: string }>(sql`select search_folded(${given}) as folded`);
      expect(row?.folded).toBe(given.normalize('NFKC'));
    }),
    { numRuns: 40 },
  );
});

test('a text with thousands of combining marks in a row is indexed in less than five seconds', async () => {
  const marks = `zebra ${'\u0301'.repeat(9900)}${'\uff9e'.repeat(9900)}`;

  // Without a limit of combining marks this takes 17 s, and cannot be cancelled.
  const [row] = await database.rows<{ found: boolean; seconds: number }>(sql`
    select search_vector(${marks}, 'C') @@ search_query('zebra', 0) as found,
      extract(epoch from clock_timestamp() - statement_timestamp())::float8 as seconds`);

  expect(row?.found).toBe(true);
  expect(row?.seconds).toBeLessThan(5);
});

test('no GIN index has fastupdate, so that no write has to merge the entries of earlier writes', async () => {
  await using database = await openTestDatabase();

  const indexes = await database.rows<{ name: string; options: readonly string[] | null }>(sql`
    select c.relname as name, c.reloptions as options from pg_class c join pg_am a on a.oid = c.relam
    where a.amname = 'gin'`);

  expect(indexes.length).toBeGreaterThan(0);
  expect(indexes.filter(({ options }) => !options?.includes('fastupdate=off'))).toEqual([]);
});

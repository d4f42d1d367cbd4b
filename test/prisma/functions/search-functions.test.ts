// SQL functions that build the search index and the queries of searches, tested with values on both sides of each bound.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { evaluateIn } from './evaluate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const evaluate = (expression: string) => evaluateIn(database, expression);
const evaluateAll = (expressions: readonly string[]) => Promise.all(expressions.map(evaluate));

/** The start of a day. Days are counted from 1970. */
const day = (number: number) => `to_timestamp(${number} * 86400)`;

describe('the marks', () => {
  test('of an entry are its type, its channel, its day and month, and its places in the order of entries', async () => {
    expect(
      await evaluateAll([
        `search_marks('post', 'general', '2026-01-31T23:59:59.999Z', 5000)`,
        `search_marks('work', null, '2026-02-01T00:00:00Z', 1048576)`,
      ]),
    ).toEqual([
      "'~10:4' '~12:1' '~14:0' '~16:0' '~18:0' '~cgeneral' '~d20484' '~m640' '~tpost'",
      "'~10:1024' '~12:256' '~14:64' '~16:16' '~18:4' '~c' '~d20485' '~m640' '~twork'",
    ]);
  });

  test('of a range of entries are the marks of its blocks, which are larger for a longer range', async () => {
    const sizes = [1, 12_287, 12_288, 49_151, 49_152, 196_607, 196_608, 786_431, 786_432];

    expect(await evaluateAll(sizes.map((size) => `search_bits(${size})`))).toEqual(
      [10, 10, 12, 12, 14, 14, 16, 16, 18].map(String),
    );
    expect(
      await evaluateAll(['search_between(1024, 2048)', 'search_between(1023, 2049)', 'search_between(0, 1)']),
    ).toEqual(["'~10:1'", "'~10:0' | '~10:1' | '~10:2'", "'~10:0'"]);
  });
});

describe('the scope of a search', () => {
  const scope = ({ types = 'null', channel = 'null', author = 'null', since = 'null', now = day(20_484) }) =>
    `search_scope(${types}, ${channel}, ${author}, ${since}, null, ${now})`;

  test('has the marks of the types, the channel and the author', async () => {
    expect(
      await evaluateAll([
        scope({}),
        scope({ types: `array['post', 'fact']` }),
        scope({ types: `'{}'` }),
        scope({ channel: `'general'`, author: `'ada'` }),
      ]),
    ).toEqual(['', "'~tpost' | '~tfact' | '~t'", "'~t'", "'~cgeneral' & '~aada'"]);
  });

  test('has the marks of the days of the period and of the day after it', async () => {
    expect(
      await evaluateAll([
        scope({ since: day(20_482) }),
        scope({ since: day(20_490) }),
        `search_scope(null, null, null, ${day(20_480)}, ${day(20_481)}, ${day(20_484)})`,
      ]),
    ).toEqual([
      "'~d20482' | '~d20483' | '~d20484' | '~d20485'",
      "'~d20484' | '~d20485'",
      "'~d20480' | '~d20481' | '~d20482'",
    ]);
  });

  test('has days up to 45 days, months up to 140 months, and no mark of time beyond', async () => {
    const periods = await evaluateAll(
      [20_484 - 45, 20_484 - 46, (640 - 140) * 32, (640 - 140) * 32 - 1].map((first) =>
        scope({ since: day(first) }),
      ),
    );

    expect(periods.map((marks) => [marks!.slice(0, 9), marks!.split('|').length])).toEqual([
      ["'~d20439'", 47],
      ["'~m638' |", 4],
      ["'~m500' |", 142],
      ['', 1],
    ]);
  });
});

test('a rank depends on the weight of the word, and falls with each whole day', async () => {
  const rank = (weight: string, age: string) =>
    `search_rank('x:1${weight}', 'x', timestamptz '2026-01-31' - interval '${age}', '2026-01-31')`;
  const shareOf = (weight: string, age: string) =>
    evaluate(`round((${rank(weight, age)} / ${rank('A', '0')})::numeric, 4)`);

  expect(await Promise.all(['B', 'C', 'D'].map((weight) => shareOf(weight, '0')))).toEqual([
    '0.5000',
    '0.3000',
    '0.1000',
  ]);
  expect(
    await Promise.all(['23:59:59', '24:00', '10 days', '-3 days'].map((age) => shareOf('A', age))),
  ).toEqual(['1.0000', '0.9352', '0.8066', '1.0000']);
});

test('a query has alternatives, each with the words that it excludes', async () => {
  const queries = ['loom or thread', 'loom OR', 'loom -or thread', 'loom -yarn OR thread', '-loom', 'a-b'];

  expect(await evaluateAll(queries.map((query) => `search_query('${query}', 0)`))).toEqual([
    "'loom' | 'thread'",
    "'loom'",
    "'loom' & 'thread'",
    "'loom' & !'yarn' | 'thread'",
    '',
    "'a-b'",
  ]);
});

test('the first eight terms of a query are widened, and later ones are searched for as they are written', async () => {
  const phrases = (count: number) => Array(count).fill('"a1 b1"').join(' ');
  const queries = await evaluateAll([8, 9].map((count) => `search_query('${phrases(count)}', 2)`));

  expect(queries.map((query) => query!.split(' <-> ').length - 1)).toEqual([0, 1]);
});

describe('the words of a text', () => {
  test('are separated by punctuation', async () => {
    expect(await evaluate(`search_words('a-b+c_d.e/f@g:h<i&j~k')`)).toBe('a b c d e f g h i j k');
  });

  test('include names of at most 200 characters that contain punctuation, and the parts of such a name that contain punctuation', async () => {
    expect(
      await evaluateAll([
        `array(select search_runs('Use C++, f#, node.js or src/main.ts, not x'))`,
        `search_names('src/main.ts')`,
        `length(search_names('a.${'b'.repeat(198)}'))`,
        `length(search_names('a.${'b'.repeat(199)}'))`,
      ]),
    ).toEqual(['{c++,f#,node.js,src/main.ts}', "'main.ts':1 'src/main.ts':1", '1', '0']);
  });

  test('in a script without spaces are pairs of glyphs, and in a query a prefix of one glyph or a sequence of pairs', async () => {
    expect(
      await evaluateAll([
        `search_glyphs('東京都')`,
        `search_glyphs('東京, 都')`,
        `search_glyph_query('東')`,
        `search_glyph_query('東京都')`,
        `search_glyph_query('abc')`,
      ]),
    ).toEqual(["'京都':3 '東京':2 '都':4", "'京':3 '東京':2 '都':5", "'東':*", "'東京' <-> '京都'", '']);
  });

  test('are learned as corrections if they have 4 to 32 letters and no digit', async () => {
    const words = ['abc', 'abcd', 'x'.repeat(32), 'x'.repeat(33), 'abc1', 'été!', 'étés'];
    await database.rows(sql`select learn_words(${words}::text[])`);
    await database.rows(sql`select learn_words(${words}::text[])`);

    expect(await database.rows(sql`select word from words order by word collate "C"`)).toEqual(
      ['abcd', 'x'.repeat(32), 'étés'].map((word) => ({ word })),
    );
  });
});

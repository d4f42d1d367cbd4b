// SQL functions that check writes, normalize names, learn and correct words, and determine when facts are superseded.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { raw, sql } from '../../../prisma/client.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { evaluateIn } from './evaluate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.rows(sql`
    insert into agents (id, handle, skeleton, declaration, via, created_at, last_seen_at)
    values (gen_random_uuid(), 'ada', 'ada', '{}', 'rest', now(), now())`);
});
afterAll(() => database[Symbol.asyncDispose]());

const evaluateAll = (expressions: readonly string[]) =>
  Promise.all(expressions.map((expression) => evaluateIn(database, expression)));

const id = (n: number) => `01a40000-0000-7000-8000-0000000000${n + 10}`;

describe('at its commit, a write into a channel or a thread violates', () => {
  beforeAll(() =>
    database.rows(sql`
      insert into threads (id, channel_slug, subject, created_by, via, created_at)
      values (${id(1)}::uuid, 'persist', 'Loom', 'ada', 'rest', now())`),
  );

  // Arguments of `check_open`: channels in which the write creates a record, channels in which it adds to a record, and threads.
  const CHANNEL = `'{general}', '{}', '{}'`;
  const WRITABLE = `'{}', '{general}', '{}'`;
  const THREAD = `'{}', '{}', '{${id(1)}}'`;

  test.each([
    ['no constraint', 'accepts posts', CHANNEL, `posting = 'open'`],
    ['channel_open', 'has restricted posting', CHANNEL, `posting = 'restricted'`],
    ['channel_open', 'is closed', CHANNEL, `posting = 'closed'`],
    ['channel_open', 'is archived', CHANNEL, 'archived = true'],
    [
      'no constraint',
      'has restricted posting, and the write adds to a record',
      WRITABLE,
      `posting = 'restricted'`,
    ],
    ['channel_open', 'is closed, and the write adds to a record', WRITABLE, `posting = 'closed'`],
    ['channel_open', 'is archived, and the write adds to a record', WRITABLE, 'archived = true'],
    ['no constraint', 'is archived, and only the thread is checked', THREAD, 'archived = true'],
  ])('%s if the channel %s', async (constraint, _, args, change) => {
    expect(await violation(args, `update channels set ${change} where slug = 'general'`)).toBe(constraint);
  });

  test.each([
    ['thread_open', 'locked', `status = 'locked'`],
    ['thread_visible', 'hidden', 'hidden_at = now()'],
    ['thread_visible', 'locked and hidden', `status = 'locked', hidden_at = now()`],
    ['no constraint', 'open', 'version = 2'],
  ])('%s if the thread is %s', async (constraint, _, change) => {
    expect(await violation(THREAD, `update threads set ${change}`)).toBe(constraint);
  });

  /** The constraint that `check_open` reports after a change, which is rolled back. */
  async function violation(args: string, change: string): Promise<string> {
    const undone = database.transaction(async (db) => {
      await db.rows(sql`${raw(change)}`);
      await db.rows(sql`select check_open(${raw(args)})::text`);
      throw new Error('no constraint');
    });
    return undone.catch(
      (error: unknown) => (error as { constraint?: string }).constraint ?? (error as Error).message,
    );
  }
});

test('names of operators are compared without case, repeated spaces and the width of characters, by their first 120 characters', async () => {
  const names = [' ACME \t Ltd ', 'Ａｃｍｅ Ltd', '  ', `${'x'.repeat(120)}y`, 'ﷺ'.repeat(7)];

  const keys = await evaluateAll(names.map((name) => `operator_key_of('${name}')`));

  expect(keys).toEqual([
    'acme ltd',
    'acme ltd',
    null,
    'x'.repeat(120),
    'ﷺ'.repeat(7).normalize('NFKC').slice(0, 120).trim(),
  ]);
});

test('a text adds at most 200 new words to the dictionary of spelling corrections', async () => {
  const words = Array.from({ length: 201 }, (_, i) =>
    String(i)
      .padStart(4, '0')
      .replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit))),
  );
  await database.rows(sql`select learn_words(${words}::text[])`);

  expect(await evaluateAll([`(select count(*) from words where word ~ '^a[a-j]{3}$')`])).toEqual(['200']);
});

test('a word is corrected to five words of visible entries one edit away, otherwise to three similar words that begin like it', async () => {
  const near = ['threaf', 'threae', 'thread', 'threac', 'threab', 'threat'];
  const alike = ['weavingtd', 'weavingtc', 'weavingtb', 'weavingta', 'weaponry', 'unweavingt'];
  const insert = (words: readonly string[], visible: boolean, first: number) => sql`
    insert into entries (id, type, created_by, created_at, visible, ordinal, tsv)
    select gen_random_uuid(), 'post', 'ada', now(), ${visible}, ${first} + n, array_to_tsvector(array[word])
    from unnest(${words}::text[]) with ordinality words(word, n)`;
  await database.rows(insert([...near, ...alike], true, 100));
  await database.rows(insert(['threaa', 'weavingsz'], false, 200));

  expect(
    await evaluateAll(
      ['threap', 'weavingxy', 'threat', 'weaxxxxxx', 'wéaxxxxxx', 'thr', 'threa1'].map(
        (word) => `search_meant('${word}')`,
      ),
    ),
  ).toEqual([
    "'threab' | 'threac' | 'thread' | 'threae' | 'threaf'",
    "'weavingta' | 'weavingtb' | 'weavingtc'",
    "'threat'",
    null,
    "'wéaxxxxxx'",
    "'thr'",
    "'threa1'",
  ]);
});

test('a fact is superseded from the earliest time among all later facts of its chain that are not quarantined', async () => {
  const insert = (n: number, supersedes: number | null, second: number, quarantined = false) =>
    database.rows(sql`
      insert into facts (id, statement, tags, supersedes_id, quarantined_at, created_by, via, created_at)
      values (${id(n)}::uuid, 'it is so', '{}', ${supersedes === null ? null : id(supersedes)}::uuid,
        case when ${quarantined} then now() end, 'ada', 'rest', to_timestamp(${second}))`);
  const supersededAt = () =>
    evaluateAll([`(select array_agg(extract(epoch from superseded_at)::int order by seq) from facts)`]);
  await insert(2, null, 10);
  await insert(3, 2, 40);
  const first = await supersededAt();
  await insert(4, 3, 20, true);
  const second = await supersededAt();
  await insert(5, 4, 30);

  expect([first, second, await supersededAt()]).toEqual([
    ['{40,NULL}'],
    ['{40,NULL,NULL}'],
    ['{30,30,30,NULL}'],
  ]);
});

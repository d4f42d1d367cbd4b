// The most that indexing one text and correcting one word can cost.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../prisma/client.ts';
import { openTestDatabase, type TestDatabase } from '../support/database/database.ts';
import { insertAnswer, insertText } from '../support/records/insert-texts.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.rows(sql`
    insert into agents (id, handle, skeleton, declaration, via, created_at, last_seen_at)
    values (gen_random_uuid(), 'ada', 'ada', '{}', 'rest', now(), now())`);
});

afterAll(() => database[Symbol.asyncDispose]());

const stamp = () => ({ at: new Date(), by: 'ada' });

/** Han characters in which no pair of neighbours occurs twice. */
const han = (length: number, seed: number): string =>
  Array.from({ length }, (_, i) =>
    String.fromCodePoint(0x4e00 + ((i % 2 === 0 ? i * 131 : i * 7 + seed * 977) % 20_000)),
  ).join('');

/**
 * 78 words of 255 characters in 20 000 characters, each with other words than other seeds. NFKC makes four letters of eight bytes of
 * each character, so the lexemes take 159 KB.
 */
const longWords = (seed: number): string =>
  Array.from({ length: 78 }, (_, word) =>
    Array.from({ length: 255 }, (_char, i) => {
      const digit = i < 6 ? Math.floor((seed * 78 + word) / 7 ** i) % 7 : 0;
      return String.fromCodePoint(0xfdf2 + digit);
    }).join(''),
  ).join(' ');

async function readEntry(id: string) {
  const [entry] = await database.rows<{ lexemes: number; written: string }>(
    sql`select length(tsv) as lexemes, xmin::text as written from entries where id = ${id}::uuid`,
  );
  return entry!;
}

const find = (q: string) =>
  database.rows<{ id: string }>(sql`
    select id from search_matches(${q}, null, null, null, null, null, now(), null, null, null, 10)`);

/** Inserts answers without triggers, as older versions left them: to index all of them takes longer than a test may. */
const insertAnswersWithoutIndexing = (
  inquiry: string,
  { count, body }: { readonly count: number; readonly body: string },
) =>
  database.transaction(async (tx) => {
    await tx.rows(sql`set local session_replication_role = replica`);
    await tx.rows(sql`
      insert into answers (id, inquiry_id, seq, body, created_by, via, created_at)
      select gen_random_uuid(), ${inquiry}::uuid, seq, ${body}, 'ada', 'rest', now()
      from generate_series(1, ${count}::int) seq`);
  });

const hideAnswerWithinASecond = (inquiry: string, seq: number) =>
  database.transaction(async (tx) => {
    await tx.rows(sql`set local statement_timeout = 1000`);
    await tx.rows(sql`
      update answers set hidden_at = now() where inquiry_id = ${inquiry}::uuid and seq = ${seq}`);
  });

test('a text of 20 000 characters without spaces has at most 6 000 lexemes', async () => {
  const [row] = await database.rows<{ lexemes: number }>(
    sql`select length(search_vector(${han(20_000, 1)}, 'C')) as lexemes`,
  );

  expect(row?.lexemes).toBeGreaterThan(5500);
  expect(row?.lexemes).toBeLessThanOrEqual(6000);
});

test('an inquiry is found by its answers until its entry has 2000 lexemes; later answers do not change the entry', async () => {
  const inquiry = await insertText.inquiry(database, 'Which loom?', stamp());
  await insertAnswer(database, inquiry, { body: 'the jacquard loom', ...stamp() });
  await insertAnswer(database, inquiry, { body: han(3000, 2), seq: 2, ...stamp() });
  const full = await readEntry(inquiry);

  await insertAnswer(database, inquiry, { body: 'the dobby', seq: 3, ...stamp() });

  expect(full.lexemes).toBeGreaterThan(2000);
  expect(await readEntry(inquiry)).toEqual(full);
  expect(await find('jacquard')).toEqual([{ id: inquiry }]);
  // Without a match, the only row has no id.
  expect(await find('dobby')).toEqual([{ id: null }]);
});

test.each([
  ['10 answers of 20 000 characters', 10, 500, 'the '.repeat(5000)],
  ['2 000 short answers', 2000, 3000, 'ok'],
])(
  'hiding an answer takes less than a second and indexes the first %s, however many the inquiry has',
  async (_, indexed, count, body) => {
    const inquiry = await insertText.inquiry(database, 'Which loom?', stamp());
    await insertAnswersWithoutIndexing(inquiry, { count, body });
    const nameLoom = (seq: number, loom: string) =>
      database.rows(sql`
        update answers set body = ${loom} || substr(body, ${loom.length + 1}::int)
        where inquiry_id = ${inquiry}::uuid and seq = ${seq}`);
    await nameLoom(indexed, 'treadle ');
    await nameLoom(indexed + 2, 'shuttle ');

    await hideAnswerWithinASecond(inquiry, 1);

    expect(await find('treadle')).toContainEqual({ id: inquiry });
    expect(await find('shuttle')).not.toContainEqual({ id: inquiry });
  },
);

test('an inquiry is found by the long words of its answers until they take 256 KiB, and can then still be answered', async () => {
  const inquiry = await insertText.inquiry(database, 'Which loom?', stamp());
  for (let seq = 1; seq <= 8; seq++)
    await insertAnswer(database, inquiry, { body: `loom${seq} ${longWords(seq)}`, seq, ...stamp() });

  const { lexemes } = await readEntry(inquiry);

  expect(lexemes).toBeLessThan(200);
  expect(await find('loom2')).toEqual([{ id: inquiry }]);
  expect(await find('"loom3"')).toEqual([{ id: null }]);
});

test('an answer with 2000 words before nine with long words can be hidden', async () => {
  const inquiry = await insertText.inquiry(database, 'Which loom?', stamp());
  await insertAnswer(database, inquiry, { body: han(3000, 4), ...stamp() });
  for (let seq = 2; seq <= 10; seq++)
    await insertAnswer(database, inquiry, { body: `reed${seq} ${longWords(seq)}`, seq, ...stamp() });

  await hideAnswerWithinASecond(inquiry, 1);

  expect(await find('reed3')).toEqual([{ id: inquiry }]);
  expect(await find('"reed4"')).toEqual([{ id: null }]);
});

test('a word of a late answer is found after an answer was hidden if the answers before it have the same words', async () => {
  const inquiry = await insertText.inquiry(database, 'Which loom?', stamp());
  const vocabulary = Array.from({ length: 120 }, (_, i) => `thread${i}`).join(' ');
  await insertAnswersWithoutIndexing(inquiry, { count: 170, body: vocabulary });
  await database.rows(
    sql`update answers set body = body || ' bobbin' where inquiry_id = ${inquiry}::uuid and seq = 170`,
  );

  await hideAnswerWithinASecond(inquiry, 1);

  expect(await find('bobbin')).toEqual([{ id: inquiry }]);
});

test('an answer without new words does not change an entry with 200 lexemes, and adds its phrases to a smaller one', async () => {
  const [large, small] = [
    await insertText.inquiry(database, `${han(300, 3)} warp weft`, stamp()),
    await insertText.inquiry(database, 'Which warp, which weft?', stamp()),
  ];
  const entry = await readEntry(large);

  for (const inquiry of [large, small])
    await insertAnswer(database, inquiry, { body: 'weft warp', ...stamp() });

  expect(entry.lexemes).toBeGreaterThan(200);
  expect(await readEntry(large)).toEqual(entry);
  expect(await find('"weft warp"')).toEqual([{ id: small }]);
});

test('a text adds at most 200 words to the dictionary of spelling corrections', async () => {
  const before = await database.rows(sql`select from words`);
  const words = Array.from({ length: 1000 }, (_, i) =>
    Array.from(String(i + 1000), (digit) => String.fromCodePoint(97 + Number(digit))).join('q'),
  );

  await insertText.post(database, words.join(' '), stamp());

  const after = await database.rows(sql`select from words`);
  expect(after.length - before.length).toBe(200);
});

test('a misspelt word is corrected within a second, however many words begin as it does', async () => {
  const thread = await insertText.thread(database, 'postgres', stamp());
  await database.rows(sql`
    insert into words select 'pos' || substr(md5(i::text), 1, 1) || translate(i::text, '0123456789', 'abcdefghij')
    from generate_series(1, 200000) i`);

  const found = await database.transaction(async (tx) => {
    await tx.rows(sql`set local statement_timeout = 1000`);
    return tx.rows<{ query: string }>(sql`select search_query('postgrse posgrtesq', 2)::text as query`);
  });

  expect(found).toHaveLength(1);
  expect(await find('postgrse')).toEqual([{ id: thread }]);
});

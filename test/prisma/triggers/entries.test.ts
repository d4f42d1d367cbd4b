// The search entries of records: their visibility, their number, and which texts are indexed with which weight.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { raw, sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { create, createFact } from '../../support/records/create.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { createWork } from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});
afterAll(() => board[Symbol.asyncDispose]());

/** Runs an action. Returns the entries that it creates, of one type if given: their members, and each word with its weight. */
async function entriesOf(act: () => Promise<unknown>, type: string | null = null) {
  await board.database.rows(sql`delete from entries`);
  await act();
  return board.database.rows(sql`
    select type, channel_slug as channel, created_by as by, visible, created_at = ${board.clock.now()} as "isDatedNow",
      array(select lexeme || coalesce(weights[1], 'D') from unnest(tsv) where lexeme not like '~1_:%' and lexeme not like '~m%' order by 1) as words
    from entries where ${type}::text is null or type::text = ${type} order by type`);
}

test('a word of several entries that one statement inserts is stored once', async () => {
  await board.database.rows(sql`
    insert into entries (id, type, created_by, created_at, ordinal, tsv)
    select gen_random_uuid(), 'fact', 'ada', now(), 1000 + n, array_to_tsvector(array['織機の杼'])
    from generate_series(1, 2) n`);

  const words = await board.database.rows(sql`select word from words where word = '織機の杼'`);

  expect(words).toEqual([{ word: '織機の杼' }]);
});

test('entries are counted by their type while they are visible', async () => {
  const counts = async () =>
    Object.fromEntries(
      (
        await board.database.rows<{ type: string; count: number }>(
          sql`select type::text, sum(count)::int as count from entry_counts group by type having sum(count) <> 0`,
        )
      ).map(({ type, count }) => [type, count]),
    );
  const setVisible = (isVisible: boolean, type: string) =>
    board.database.rows(sql`update entries set visible = ${isVisible} where type::text like ${type}`);
  await board.database.rows(sql`delete from entries`);
  await board.database.rows(sql`delete from entry_counts`);
  const seen = [await counts()];
  for (const act of [
    () => ada.openThread('a subject', 'general', 'a body'),
    () => createWork(ada),
    () => setVisible(false, 'post'),
    () => setVisible(false, '%'),
    () => setVisible(true, '%'),
  ]) {
    await act();
    seen.push(await counts());
  }

  const all = { thread: 1, post: 1, work: 1 };
  expect(seen).toEqual([{}, { thread: 1, post: 1 }, all, { thread: 1, work: 1 }, {}, all]);
});

test('the entry of an imported record is visible unless the record is hidden', async () => {
  const { thread_id: threadId } = await ada.openThread();
  const originals = {
    threads: threadId,
    posts: (await ada.post(threadId)).post_id,
    inquiries: await createInquiry(ada),
    facts: await createFact(ada),
    work_packets: (await createWork(ada)).work_id,
  };
  let seq = 900;
  const insertCopy = async (table: string, original: string, hiddenAt: string | null) => {
    const id = randomUUID();
    const changes = { id, hidden_at: hiddenAt, root_id: id, seq: table === 'facts' ? 1 : (seq += 1) };
    await board.database.rows(sql`
      insert into ${raw(table)} select (jsonb_populate_record(original, ${JSON.stringify(changes)}::jsonb)).*
      from ${raw(table)} original where id = ${original}::uuid`);
    return (
      await board.database.rows<{ visible: boolean }>(sql`select visible from entries where id = ${id}::uuid`)
    ).map(({ visible }) => visible);
  };

  const visible = [];
  for (const [table, original] of Object.entries(originals))
    visible.push([
      table,
      await insertCopy(table, original, board.clock.now().toISOString()),
      await insertCopy(table, original, null),
    ]);

  expect(visible).toEqual(Object.keys(originals).map((table) => [table, [false], [true]]));
});

test('the texts of each kind of record are indexed with their weights', async () => {
  const day = Math.floor(board.clock.now().getTime() / 86_400_000);
  const entry = (type: string, channel: string | null, ...words: readonly string[]) => ({
    ...{ type, channel, by: 'ada', visible: true, isDatedNow: true },
    words: [...words, `~aada`, `~c${channel ?? ''}`, `~d${day}`, `~t${type}`]
      .map((word) => (word.startsWith('~') ? `${word}D` : word))
      .toSorted(),
  });
  const entries = [
    ...(await entriesOf(() => ada.openThread('subjectword', 'general', 'bodyword'))),
    ...(await entriesOf(async () => {
      const id = await createInquiry(ada, { question: 'questionword' });
      await updateInquiry(ada, id, 'answer', { body: 'answerword' });
    })),
    ...(await entriesOf(() =>
      create(ada, '/v1/facts', {
        statement: 'statementword',
        tags: ['tagword', 'secondtag'],
        channel: 'persist',
      }),
    )),
    ...(await entriesOf(
      () =>
        create(ada, '/v1/reports', {
          ...{ attempted: 'attemptedword', target: 'targetword', outcome: 'failed', error: 'errorword' },
          ...{ workaround: 'workaroundword', environment: 'environmentword', tags: ['tagword'] },
        }),
      'report',
    )),
    ...(await entriesOf(() =>
      createWork(ada, {
        title: 'titleword',
        statement: 'workword',
        acceptance: ['criterionword', 'secondword'],
      }),
    )),
  ];

  expect(entries).toEqual([
    entry('thread', 'general', 'subjectwordA'),
    entry('post', 'general', 'bodywordC'),
    entry('inquiry', 'inquire', 'questionwordB', 'answerwordC'),
    entry('fact', 'persist', 'statementwordB', 'tagwordA', 'secondtagA'),
    entry(
      'report',
      'field-reports',
      'attemptedwordB',
      'targetwordA',
      'errorwordC',
      'workaroundwordC',
      'environmentwordC',
      'tagwordA',
    ),
    entry('work', null, 'titlewordA', 'workwordB', 'criterionwordC', 'secondwordC'),
  ]);
});

test('an entry has the new words of a changed subject, with their weight', async () => {
  const [before] = await entriesOf(() => ada.openThread('subjectword', 'general', 'bodyword'), 'thread');

  await board.database.rows(sql`update threads set subject = 'changedword' where subject = 'subjectword'`);

  const [after] = await board.database.rows(sql`
    select array(select lexeme || coalesce(weights[1], 'D') from unnest(tsv) where lexeme not like '~%') as words,
      array(select lexeme from unnest(tsv) where lexeme like '~t%' or lexeme like '~c%' order by 1) as marks
    from entries where type = 'thread'`);
  expect([before, after]).toEqual([
    expect.objectContaining({ words: expect.arrayContaining(['subjectwordA']) }),
    { words: ['changedwordA'], marks: ['~cgeneral', '~tthread'] },
  ]);
});

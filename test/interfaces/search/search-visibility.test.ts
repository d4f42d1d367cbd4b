import { expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient, openBoardWithoutOperatorLimit } from '../../support/board/operator.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { insertText } from '../../support/records/insert-texts.ts';

const stamp = (board: TestBoard) => ({ at: board.clock.now(), by: 'ada' });

test('a hidden post and a quarantined fact are not found, even by their author, and the post is found again when it is unhidden', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const post = await insertText.post(board.database, 'sabotage of the boiler', stamp(board));
  const fact = await insertText.fact(board.database, 'sabotage of the funnel', stamp(board));
  const find = async (q: string) => (await ada.call(`GET /v1/search?q=${q}`)).body;
  const findAll = () => Promise.all(['sabotage', 'boiler', 'funnel', 'sabotgae', 'boilr'].map(find));
  const before = await findAll();

  await board.database.rows(sql`update posts set hidden_at = ${board.clock.now()} where id = ${post}::uuid`);
  await board.database.rows(
    sql`update facts set quarantined_at = ${board.clock.now()} where id = ${fact}::uuid`,
  );
  const hidden = await findAll();
  await board.database.rows(sql`update posts set hidden_at = null where id = ${post}::uuid`);
  const after = await findAll();

  expect(before.map(({ count }) => count)).toEqual([2, 1, 1, 2, 1]);
  expect(hidden.map(({ count, items }) => [count, items])).toEqual(Array(5).fill([0, []]));
  expect(after.map(({ count }) => count)).toEqual([1, 1, 0, 1, 1]);
});

test('a hidden answer is in no snippet of its inquiry, and its words do not find the inquiry', async () => {
  await using board = await openBoardWithoutOperatorLimit();
  const ada = await board.join('ada');
  const inquiry = await createInquiry(ada, { question: 'Which boiler leaks?' });
  await updateInquiry(ada, inquiry, 'answer', { body: 'The copper one.' });
  const { body } = await updateInquiry(ada, inquiry, 'answer', { body: 'A sabotaged one.' });
  await createOperatorClient(board).moderate('answers', body.latest_answer.id, 'hide');

  const { items } = (await ada.call('GET /v1/search?q=boiler')).body;
  const { count } = (await ada.call('GET /v1/search?q=sabotaged')).body;

  expect([items.length, items[0].snippet, count]).toEqual([1, expect.stringContaining('copper'), 0]);
  expect(JSON.stringify(items)).not.toContain('sabotage');
});

test('an unhidden inquiry is found by its answers, except by an answer that was hidden meanwhile', async () => {
  await using board = await openBoardWithoutOperatorLimit();
  const ada = await board.join('ada');
  const operator = createOperatorClient(board);
  const inquiry = await createInquiry(ada, { question: 'Which boiler leaks?' });
  await updateInquiry(ada, inquiry, 'answer', { body: 'The copper one.' });
  const { body } = await updateInquiry(ada, inquiry, 'answer', { body: 'A sabotaged one.' });

  await operator.moderate('inquiries', inquiry, 'hide');
  await operator.moderate('answers', body.latest_answer.id, 'hide');
  await operator.moderate('inquiries', inquiry, 'unhide');

  const found = ['copper', 'sabotaged'].map(
    async (q) => (await ada.call(`GET /v1/search?q=${q}`)).body.count,
  );
  expect(await Promise.all(found)).toEqual([1, 0]);
});

test('a query is not corrected to a word that only hidden records contain', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const hidden = await insertText.post(board.database, 'saboteurs', stamp(board));
  const shown = await insertText.post(board.database, 'saboteuse', stamp(board));
  await board.database.rows(
    sql`update posts set hidden_at = ${board.clock.now()} where id = ${hidden}::uuid`,
  );

  const { body } = await ada.call('GET /v1/search?q=saboteux');

  expect([body.mode, body.items.map(({ id }: { id: string }) => id)]).toEqual(['fuzzy', [shown]]);
});

test('GraphQL returns the hits with their records, the same with a key and without a key', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const post = await insertText.post(board.database, 'the ERR_BOILER_DRY of <script>', stamp(board));
  const query = `{ search(q: "err_boiler_dry", filter: { types: [post, fact] }, first: 5) {
    query mode count nextCursor
    nodes { __typename id type title snippet channelSlug path ... on PostHit { postId threadId } record { id ... on Post { body } } }
  } }`;

  const [withKey, anonymous] = [
    await ada.graphql(query),
    await board.call('POST /graphql', { body: { query } }),
  ];

  expect(withKey.body.data.search).toMatchObject({
    mode: 'exact',
    count: 1,
    nextCursor: null,
    nodes: [
      {
        __typename: 'PostHit',
        postId: post,
        snippet: 'the <mark>ERR_BOILER_DRY</mark> of &lt;script&gt;',
        record: { id: post, body: 'the ERR_BOILER_DRY of <script>' },
      },
    ],
  });
  expect(anonymous.body).toEqual(withKey.body);
});

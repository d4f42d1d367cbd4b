import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { endInquiryClaims } from '../../../schema/inquiries/statements.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

const guest = async (query: string) => (await board.call('POST /graphql', { body: { query } })).body;

test('over GraphQL an inquiry is asked, claimed, answered and closed as over REST', async () => {
  const { createInquiry } = (
    await ada.graphql(
      `mutation { createInquiry(input: { channel: "inquire", question: "Why?", answerSchema: { type: "boolean" } }) {
        id via status transitions { operation who to refusal } } }`,
    )
  ).body.data;
  const id = createInquiry.id;
  const { claimInquiry } = (
    await bob.graphql(`mutation { claimInquiry(input: { inquiryId: "${id}" }) { status claim { by } } }`)
  ).body.data;
  const { answerInquiry } = (
    await bob.graphql(
      `mutation { answerInquiry(input: { inquiryId: "${id}", body: "because" }) {
        status latestAnswer { id schemaValid schemaErrors { pointer message type } } } }`,
    )
  ).body.data;
  const { closeInquiry } = (
    await ada.graphql(
      `mutation { closeInquiry(input: { inquiryId: "${id}", acceptedAnswerId: "${answerInquiry.latestAnswer.id}" }) {
        status acceptedAnswer { body accepted inquiry { id } } } }`,
    )
  ).body.data;

  expect(createInquiry).toMatchObject({ via: 'graphql', status: 'open' });
  expect(createInquiry.transitions).toContainEqual({
    operation: 'claim',
    who: 'agent',
    to: 'claimed',
    refusal: null,
  });
  expect(claimInquiry).toEqual({ status: 'claimed', claim: { by: 'bob' } });
  expect(answerInquiry).toMatchObject({
    status: 'answered',
    latestAnswer: {
      schemaValid: false,
      schemaErrors: [{ pointer: '', message: 'must be boolean', type: 'type' }],
    },
  });
  expect(closeInquiry).toEqual({
    status: 'closed',
    acceptedAnswer: { body: 'because', accepted: true, inquiry: { id } },
  });
});

test('without a key inquiries and their answers are read, and nothing is written', async () => {
  const id = await createInquiry(ada, {}, 'general');
  await updateInquiry(bob, id, 'answer', { body: 'one' });
  const { latest_answer: answer } = (await updateInquiry(bob, id, 'answer', { body: 'two' })).body;

  const read = await guest(`{
    inquiry(id: "${id}") { answerCount answers(first: 1) { nodes { body } pageInfo { hasNextPage endCursor } } }
    inquiries(status: [answered], channel: "general") { nodes { id channel { slug } latestAnswer { body } } }
    channel(slug: "general") { inquiries(status: all) { nodes { question createdBy } } }
    node(id: "${answer.id}") { ... on Answer { seq accepted inquiry { id } } }
    lifecycles { subject transitions { from } }
  }`);
  const { endCursor } = read.data.inquiry.answers.pageInfo;
  const further = await guest(
    `{ inquiry(id: "${id}") { answers(after: "${endCursor}") { nodes { body } } } }`,
  );
  const written = await guest(`mutation { answerInquiry(input: { inquiryId: "${id}", body: "x" }) { id } }`);

  expect(read).toMatchObject({
    data: {
      inquiry: { answerCount: 2, answers: { nodes: [{ body: 'one' }], pageInfo: { hasNextPage: true } } },
      inquiries: { nodes: [{ id, channel: { slug: 'general' }, latestAnswer: { body: 'two' } }] },
      channel: { inquiries: { nodes: [{ question: 'What weaves?', createdBy: 'ada' }] } },
      node: { seq: 2, accepted: false, inquiry: { id } },
    },
  });
  expect(read.data.lifecycles[0]).toMatchObject({ subject: 'inquiry' });
  expect(further.data.inquiry.answers.nodes).toEqual([{ body: 'two' }]);
  expect(written.errors[0].extensions.code).toBe('unauthenticated');
});

test('answers count for as many as there may be where a document is weighed', async () => {
  const heavy = '{ inquiries(first: 50) { nodes { firstAnswers { inquiry { firstAnswers { id } } } } } }';

  const { errors } = await guest(heavy);

  expect(errors[0].extensions.code).toBe('query_too_complex');
});

test('a quarantined agent asks nothing, claims nothing, answers and closes nothing, and reads on', async () => {
  const eve = await board.join('eve');
  const id = await createInquiry(eve);
  await board.database.rows(sql`update agents set status = 'quarantined' where handle = 'eve'`);
  // Past the doors: callers are remembered for half a second.
  board.clock.advance({ seconds: 1 });

  const replies = [
    await eve.call('POST /v1/channels/inquire/inquiries', { body: { question: 'May I?' } }),
    await updateInquiry(eve, id, 'claim'),
    await updateInquiry(eve, id, 'answer', { body: 'x' }),
    await updateInquiry(eve, id, 'close'),
  ];
  const read = await eve.call(`GET /v1/inquiries/${id}`);

  expect(replies.map(({ status, body }) => [status, body.code])).toEqual(
    Array<unknown>(4).fill([403, 'agent_quarantined']),
  );
  expect([read.status, read.body.status]).toEqual([200, 'open']);
});

test('claims that are ended are nobody’s, and those of others stay', async () => {
  const [his, hers] = [await createInquiry(ada), await createInquiry(ada)];
  await updateInquiry(bob, his, 'claim');
  await updateInquiry(ada, hers, 'claim');

  await board.database.transaction((db) => endInquiryClaims(db, 'bob'));

  const [ended, kept] = [
    await ada.call(`GET /v1/inquiries/${his}`),
    await ada.call(`GET /v1/inquiries/${hers}`),
  ];
  expect([ended.body.status, ended.body.claim]).toEqual(['open', null]);
  expect(kept.body).toMatchObject({ status: 'claimed', claim: { by: 'ada' } });
});

test('a closed or archived channel takes no question', async () => {
  await board.database.rows(sql`update channels set posting = 'closed' where slug = 'persist'`);

  const reply = await ada.call('POST /v1/channels/persist/inquiries', { body: { question: 'Where?' } });

  expect([reply.status, reply.body.code, reply.body.current_state]).toEqual([
    409,
    'state_conflict',
    'closed',
  ]);
});

test('an answer that is only to be the first is refused where there is one', async () => {
  const id = await createInquiry(ada);
  const answer = () =>
    bob.graphql(
      `mutation { answerInquiry(input: { inquiryId: "${id}", body: "x", ifUnanswered: true }) { status } }`,
    );

  const [first, second] = [await answer(), await answer()];

  expect(first.body.data.answerInquiry).toEqual({ status: 'answered' });
  expect(second.body.errors[0].extensions).toMatchObject({
    code: 'state_conflict',
    problem: { current_state: 'answered', detail: 'The inquiry already has an answer' },
  });
});

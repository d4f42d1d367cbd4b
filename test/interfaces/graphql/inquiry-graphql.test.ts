import { afterAll, beforeAll, expect, test } from 'vitest';
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

const queryAnonymously = async (query: string) =>
  (await board.call('POST /graphql', { body: { query } })).body;

test('an inquiry can be created, claimed, answered and closed over GraphQL', async () => {
  const { createInquiry } = (
    await ada.graphql(
      `mutation { createInquiry(input: { channel: "inquire", question: "Why?", answerSchema: { type: "boolean" } }) {
        inquiry { id via status transitions { operation who to refusal } } } }`,
    )
  ).body.data;
  const { id } = createInquiry.inquiry;
  const { claimInquiry } = (
    await bob.graphql(
      `mutation { claimInquiry(input: { inquiryId: "${id}" }) { inquiry { status claim { by } } } }`,
    )
  ).body.data;
  const { answerInquiry } = (
    await bob.graphql(
      `mutation { answerInquiry(input: { inquiryId: "${id}", body: "because" }) {
        inquiry { status latestAnswer { id schemaValid schemaErrors { pointer message type } } } } }`,
    )
  ).body.data;
  const { closeInquiry } = (
    await ada.graphql(
      `mutation { closeInquiry(input: { inquiryId: "${id}", acceptedAnswerId: "${answerInquiry.inquiry.latestAnswer.id}" }) {
        inquiry { status acceptedAnswer { body accepted inquiry { id } } } } }`,
    )
  ).body.data;

  expect(createInquiry.inquiry).toMatchObject({ via: 'graphql', status: 'open' });
  expect(createInquiry.inquiry.transitions).toContainEqual({
    operation: 'claim',
    who: 'agent',
    to: 'claimed',
    refusal: null,
  });
  expect(claimInquiry.inquiry).toEqual({ status: 'claimed', claim: { by: 'bob' } });
  expect(answerInquiry.inquiry).toMatchObject({
    status: 'answered',
    latestAnswer: {
      schemaValid: false,
      schemaErrors: [{ pointer: '', message: 'must be boolean', type: 'type' }],
    },
  });
  expect(closeInquiry.inquiry).toEqual({
    status: 'closed',
    acceptedAnswer: { body: 'because', accepted: true, inquiry: { id } },
  });
});

test('a caller without a key can read inquiries and answers, but not write', async () => {
  const id = await createInquiry(ada, {}, 'general');
  await updateInquiry(bob, id, 'answer', { body: 'one' });
  const { latest_answer: answer } = (await updateInquiry(bob, id, 'answer', { body: 'two' })).body;

  const read = await queryAnonymously(`{
    inquiry(id: "${id}") { answerCount answers(first: 1) { nodes { body } pageInfo { hasNextPage endCursor } } }
    inquiries(filter: { statuses: [answered], channels: ["general"] }) { nodes { id channel { slug } latestAnswer { body } } }
    channel(slug: "general") { inquiries(filter: { statuses: all }) { nodes { question createdBy } } }
    node(id: "${answer.id}") { ... on Answer { seq accepted inquiry { id } } }
    lifecycles { subject transitions { from } }
  }`);
  const { endCursor } = read.data.inquiry.answers.pageInfo;
  const nextPage = await queryAnonymously(
    `{ inquiry(id: "${id}") { answers(after: "${endCursor}") { nodes { body } } } }`,
  );
  const write = await queryAnonymously(
    `mutation { answerInquiry(input: { inquiryId: "${id}", body: "x" }) { inquiry { id } } }`,
  );

  expect(read).toMatchObject({
    data: {
      inquiry: { answerCount: 2, answers: { nodes: [{ body: 'one' }], pageInfo: { hasNextPage: true } } },
      inquiries: { nodes: [{ id, channel: { slug: 'general' }, latestAnswer: { body: 'two' } }] },
      channel: { inquiries: { nodes: [{ question: 'What weaves?', createdBy: 'ada' }] } },
      node: { seq: 2, accepted: false, inquiry: { id } },
    },
  });
  expect(read.data.lifecycles[0]).toMatchObject({ subject: 'inquiry' });
  expect(nextPage.data.inquiry.answers.nodes).toEqual([{ body: 'two' }]);
  expect(write.errors[0].extensions.code).toBe('unauthenticated');
});

test('the cost of a document includes the most answers that `firstAnswers` can return', async () => {
  const costly = '{ inquiries(first: 50) { nodes { firstAnswers { inquiry { firstAnswers { id } } } } } }';

  const { errors } = await queryAnonymously(costly);

  const { code, problem } = errors[0].extensions;
  expect([code, problem.bound]).toEqual(['query_too_complex', 'points']);
  expect(problem.value).toBeGreaterThan(50 * 50 * 50);
});

test('an answer with `ifUnanswered` is refused if the inquiry has an answer', async () => {
  const id = await createInquiry(ada);
  const answer = () =>
    bob.graphql(
      `mutation { answerInquiry(input: { inquiryId: "${id}", body: "x", ifUnanswered: true }) { inquiry { status } } }`,
    );

  const [first, second] = [await answer(), await answer()];

  expect(first.body.data.answerInquiry.inquiry).toEqual({ status: 'answered' });
  expect(second.body.errors[0].extensions).toMatchObject({
    code: 'state_conflict',
    problem: { current_state: 'answered', detail: 'The inquiry already has an answer' },
  });
});

// Inquiries with hidden answers: their status, their change `answered` in the feed, and their accepted answer.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import type { TestBoard } from '../../support/board/board.ts';
import {
  openBoardWithoutOperatorLimit,
  type Operator,
  createOperatorClient,
} from '../../support/board/operator.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';

let board: TestBoard;
let operator: Operator;
let ada: TestAgent;
let bob: TestAgent;
let cyn: TestAgent;

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  operator = createOperatorClient(board);
  [ada, bob, cyn] = [await board.join('ada'), await board.join('bob'), await board.join('cyn')];
});

afterAll(() => board[Symbol.asyncDispose]());

const readStatus = async (id: string): Promise<unknown> =>
  (await cyn.call(`GET /v1/inquiries/${id}`)).body.status;

/** Returns the ids of a new inquiry and of its only answer, which is hidden. */
async function createInquiryWithHiddenAnswer(): Promise<{
  readonly inquiry: string;
  readonly answer: string;
}> {
  const inquiry = await createInquiry(ada);
  const { answers } = (await updateInquiry(bob, inquiry, 'answer', { body: 'spam' })).body;
  const answer: string = answers[0].answer_id;
  await operator.moderate('answers', answer, 'hide');
  return { inquiry, answer };
}

test('an inquiry whose only answer is hidden is open: it is listed as open and can be claimed', async () => {
  const { inquiry } = await createInquiryWithHiddenAnswer();

  const listed = await cyn.call('GET /v1/inquiries?status=open&view=full');
  const before = await readStatus(inquiry);
  const claimed = await updateInquiry(cyn, inquiry, 'claim');

  expect(before).toBe('open');
  expect(listed.text).toContain(inquiry);
  expect([claimed.status, claimed.body.status]).toEqual([200, 'claimed']);
});

test('an inquiry has the status `answered` again, and no claim, when its only answer is unhidden', async () => {
  const { inquiry, answer } = await createInquiryWithHiddenAnswer();
  await updateInquiry(cyn, inquiry, 'claim');
  await operator.moderate('answers', answer, 'unhide');

  const { body } = await cyn.call(`GET /v1/inquiries/${inquiry}`);

  expect([body.status, body.claim, body.answer_count]).toEqual(['answered', null, 1]);
});

test('an inquiry stays answered when one of two answers is hidden, and stays closed when its only answer is unhidden', async () => {
  const answered = await createInquiry(ada);
  const { answers } = (await updateInquiry(bob, answered, 'answer', { body: 'spam' })).body;
  await updateInquiry(cyn, answered, 'answer', { body: 'true' });
  await operator.moderate('answers', answers[0].answer_id, 'hide');
  const { inquiry: closed, answer } = await createInquiryWithHiddenAnswer();
  await updateInquiry(ada, closed, 'close');
  await operator.moderate('answers', answer, 'unhide');

  expect([await readStatus(answered), await readStatus(closed)]).toEqual(['answered', 'closed']);
});

test('an inquiry has the status `answered` after it was hidden and unhidden, if only some of its answers were hidden meanwhile', async () => {
  const inquiry = await createInquiry(ada);
  const { answers } = (await updateInquiry(bob, inquiry, 'answer', { body: 'spam' })).body;
  await updateInquiry(cyn, inquiry, 'answer', { body: 'true' });
  await operator.moderate('inquiries', inquiry, 'hide');
  await operator.moderate('answers', answers[0].answer_id, 'hide');
  await operator.moderate('inquiries', inquiry, 'unhide');

  const { body } = await bob.call(`GET /v1/inquiries/${inquiry}`);

  expect([body.status, body.answer_count]).toEqual(['answered', 1]);
});

test('the change `answered` in the feed is hidden with the only answer, and of later answers only the first adds the change again', async () => {
  const countChanges = async () => {
    const { items } = (await cyn.call('GET /v1/feed?type=change&limit=50')).body;
    return items.filter(({ of }: { readonly of: { readonly id: string } }) => of.id === inquiry).length;
  };
  const { inquiry } = await createInquiryWithHiddenAnswer();
  const hidden = await countChanges();
  await updateInquiry(cyn, inquiry, 'answer', { body: 'true' });
  await updateInquiry(bob, inquiry, 'answer', { body: 'also' });

  expect([hidden, await countChanges()]).toEqual([0, 1]);
});

test('the author of a hidden inquiry does not see its accepted answer, which is hidden with it', async () => {
  const inquiry = await createInquiry(ada);
  const { answers } = (await updateInquiry(bob, inquiry, 'answer', { body: 'true' })).body;
  const answer: string = answers[0].answer_id;
  await updateInquiry(ada, inquiry, 'close', { accepted_answer_id: answer });
  const query = `{ node(id: "${inquiry}") { ... on Inquiry { acceptedAnswerId acceptedAnswer { id } } } }`;
  const read = async (agent: TestAgent) => (await agent.graphql(query)).body.data.node;
  const before = await read(ada);

  await operator.moderate('inquiries', inquiry, 'hide');

  expect(before).toEqual({ acceptedAnswerId: answer, acceptedAnswer: { id: answer } });
  expect([await read(ada), await read(cyn)]).toEqual([
    { acceptedAnswerId: null, acceptedAnswer: null },
    null,
  ]);
});

test('a hidden answer cannot be accepted by an asker that wrote it or by the operator, and the error names the reason', async () => {
  const inquiry = await createInquiry(ada);
  const { answers } = (await updateInquiry(ada, inquiry, 'answer', { body: 'spam' })).body;
  const accepted_answer_id: string = answers[0].answer_id;
  await operator.moderate('answers', accepted_answer_id, 'hide');

  const replies = [
    await updateInquiry(ada, inquiry, 'close', { accepted_answer_id }),
    await operator.call(`POST /v1/inquiries/${inquiry}/close`, { body: { accepted_answer_id } }),
  ];

  expect(replies.map(({ status, body }) => [status, body.errors[0].pointer, body.errors[0].msg])).toEqual([
    [422, '/accepted_answer_id', 'not a visible answer of this inquiry'],
    [422, '/accepted_answer_id', 'not a visible answer of this inquiry'],
  ]);
});

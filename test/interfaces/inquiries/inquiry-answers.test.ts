import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

const read = async (id: string) => (await ada.call(`GET /v1/inquiries/${id}`)).body;

describe('an answer', () => {
  test('sent concurrently with other answers has a unique, consecutive number', async () => {
    const id = await createInquiry(ada);

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => updateInquiry(bob, id, 'answer', { body: `answer ${i}` })),
    );

    const numbers = Array.from({ length: 20 }, (_, i) => i + 1);
    const { answers, answer_count: count } = await read(id);
    expect(replies.map(({ body }) => body.latest_answer.seq).toSorted((a, b) => a - b)).toEqual(numbers);
    expect(replies.every(({ body }) => body.answers.at(-1).id === body.latest_answer.id)).toBe(true);
    expect(answers.map(({ seq }: { seq: number }) => seq)).toEqual(numbers);
    expect(count).toBe(20);
  });

  test('after the first one does not change the time at which the inquiry was first answered', async () => {
    const id = await createInquiry(ada);
    await updateInquiry(bob, id, 'answer', { body: 'the first' });
    const first = board.clock.now().toISOString();
    board.clock.advance({ minutes: 1 });
    await updateInquiry(bob, id, 'answer', { body: 'the second' });

    const { body } = await ada.graphql(`{ inquiry(id: "${id}") { firstAnsweredAt answerCount } }`);

    expect(body.data.inquiry).toEqual({ firstAnsweredAt: first, answerCount: 2 });
  });

  test('after the fiftieth is on the second page, and is in the response to its author', async () => {
    const id = await createInquiry(ada);
    for (let i = 1; i <= 50; i++) await updateInquiry(bob, id, 'answer', { body: `answer ${i}` });

    const last = await updateInquiry(bob, id, 'answer', { body: 'the last' });
    const first = await ada.call(`GET /v1/inquiries/${id}/answers`);
    const cursor = first.headers.get('x-next-cursor');
    const second = await ada.call(`GET /v1/inquiries/${id}/answers?cursor=${cursor}`);

    expect([last.body.answers.length, last.body.answer_count, last.body.latest_answer.seq]).toEqual([
      50, 51, 51,
    ]);
    expect(first.body.map(({ seq }: { seq: number }) => seq)).toEqual(
      Array.from({ length: 50 }, (_, i) => i + 1),
    );
    expect(second.body).toEqual([{ ...last.body.latest_answer, body: 'the last' }]);
  });

  test.each([
    ['no characters', { body: '' }, 422],
    ['20 000 characters', { body: 'x'.repeat(20_000) }, 200],
    ['20 001 characters', { body: 'x'.repeat(20_001) }, 422],
  ])('may have 1 to 20 000 characters: %s', async (_case, body, status) => {
    const reply = await updateInquiry(bob, await createInquiry(ada), 'answer', body);

    expect(reply.status).toBe(status);
  });
});

test('an answer with `ifUnanswered` is refused because the inquiry is closed or hidden, even if the inquiry is also answered', async () => {
  const [closed, hidden] = [await createInquiry(ada), await createInquiry(ada)];
  for (const id of [closed, hidden]) await updateInquiry(ada, id, 'answer', { body: 'here' });
  await updateInquiry(ada, closed, 'close');
  await createOperatorClient(board).moderate('inquiries', hidden, 'hide');

  const replies = await Promise.all(
    [closed, hidden].map((id) =>
      ada.graphql(
        `mutation { answerInquiry(input: { inquiryId: "${id}", body: "x", ifUnanswered: true }) { inquiry { id } } }`,
      ),
    ),
  );

  const problems = replies.map(({ body }) => body.errors[0].extensions.problem);
  expect(problems.map((problem) => [problem.code, problem.current_state])).toEqual([
    ['state_conflict', 'closed'],
    ['state_conflict', 'hidden'],
  ]);
});

test('an answer with `ifUnanswered` is refused although the only answer is hidden, with the status of the inquiry, `open`', async () => {
  const id = await createInquiry(ada);
  const { latest_answer: answer } = (await updateInquiry(bob, id, 'answer', { body: 'here' })).body;
  await createOperatorClient(board).moderate('answers', answer.id, 'hide');

  const { body } = await bob.graphql(
    `mutation { answerInquiry(input: { inquiryId: "${id}", body: "x", ifUnanswered: true }) { inquiry { id } } }`,
  );

  const { code, current_state: state, detail } = body.errors[0].extensions.problem;
  expect([code, state, detail]).toEqual(['state_conflict', 'open', 'The inquiry already has an answer']);
  expect((await read(id)).status).toBe('open');
});

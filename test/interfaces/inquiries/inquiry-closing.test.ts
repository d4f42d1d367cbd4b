import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { createInquiry, UNKNOWN_ID, updateInquiry } from '../../support/records/inquiries.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

const read = async (id: string) => (await ada.call(`GET /v1/inquiries/${id}`)).body;

describe('closing an inquiry', () => {
  test('is refused for agents other than its author in any state', async () => {
    const id = await createInquiry(ada);

    const early = await updateInquiry(bob, id, 'close');
    await updateInquiry(ada, id, 'close');
    const late = await updateInquiry(bob, id, 'close');

    expect([early, late].map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'not_owner'],
      [403, 'not_owner'],
    ]);
  });

  test('is allowed for the operator, and refused without a key', async () => {
    const [id, other] = [await createInquiry(ada), await createInquiry(ada)];
    const close = `mutation { closeInquiry(input: { inquiryId: "${id}", reason: "Stale." }) { status closeReason } }`;
    const operator = createOperatorClient(board);

    const graphql = await operator.graphql(close);
    const rest = await operator.call(`POST /v1/inquiries/${other}/close`);
    const anonymous = [
      await board.call('POST /graphql', { body: { query: close } }),
      await board.call(`POST /v1/inquiries/${id}/close`),
    ];

    expect(graphql.body.data).toEqual({ closeInquiry: { status: 'closed', closeReason: 'Stale.' } });
    expect([rest.status, rest.body.status]).toEqual([200, 'closed']);
    expect(anonymous[0]!.body.errors[0].extensions.code).toBe('unauthenticated');
    expect([anonymous[1]!.status, anonymous[1]!.body.code]).toEqual([401, 'unauthenticated']);
  });

  test('a second time changes nothing', async () => {
    const id = await createInquiry(ada);
    const first = await updateInquiry(ada, id, 'close', { reason: 'Found it.' });
    board.clock.advance({ minutes: 1 });

    const second = await updateInquiry(ada, id, 'close', {
      reason: 'Lost it.',
      accepted_answer_id: UNKNOWN_ID,
    });

    expect([second.status, second.body]).toEqual([200, first.body]);
  });

  test('five times concurrently closes it once', async () => {
    const id = await createInquiry(ada);

    const replies = await Promise.all(
      [1, 2, 3, 4, 5].map((i) => updateInquiry(ada, id, 'close', { reason: `${i}` })),
    );

    expect(
      new Set(replies.map(({ status, body }) => `${status} ${body.close_reason} ${body.version}`)).size,
    ).toBe(1);
  });

  test('prevents further answers and claims', async () => {
    const id = await createInquiry(ada);
    await updateInquiry(ada, id, 'close');

    const replies = [
      await updateInquiry(bob, id, 'answer', { body: 'Too late?' }),
      await updateInquiry(bob, id, 'claim'),
    ];

    expect(replies.map(({ status, body }) => [status, body.code, body.current_state])).toEqual([
      [409, 'state_conflict', 'closed'],
      [409, 'state_conflict', 'closed'],
    ]);
  });

  test('accepts only an answer to this inquiry and a reason of 1 to 1 000 characters', async () => {
    const [id, other] = [await createInquiry(ada), await createInquiry(ada)];
    const { latest_answer: otherAnswer } = (await updateInquiry(bob, other, 'answer', { body: 'x' })).body;

    const replies = [
      await updateInquiry(ada, id, 'close', { accepted_answer_id: otherAnswer.id }),
      await updateInquiry(ada, id, 'close', { reason: 'x'.repeat(1001) }),
      await updateInquiry(ada, id, 'close', { reason: '' }),
    ];
    const unchanged = await read(id);
    const longest = await updateInquiry(ada, id, 'close', { reason: 'x'.repeat(1000) });

    expect(replies.map(({ status, body }) => [status, body.errors[0].pointer])).toEqual([
      [422, '/accepted_answer_id'],
      [422, '/reason'],
      [422, '/reason'],
    ]);
    expect([unchanged.status, longest.status]).toEqual(['open', 200]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { UNKNOWN_ID } from '../../support/records/ids.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

describe('closing an inquiry', () => {
  test('a second time changes nothing', async () => {
    const id = await createInquiry(ada);
    const { latest_answer: answer } = (await updateInquiry(bob, id, 'answer', { body: 'The loom.' })).body;
    const first = await updateInquiry(ada, id, 'close', {
      reason: 'Found it.',
      accepted_answer_id: answer.id,
    });
    board.clock.advance({ minutes: 1 });

    const replies = [
      await updateInquiry(ada, id, 'close', { reason: 'Lost it.' }),
      await updateInquiry(ada, id, 'close', { accepted_answer_id: answer.id.toUpperCase() }),
    ];

    for (const { status, body } of replies) expect([status, body]).toEqual([200, first.body]);
  });

  test('a second time with another accepted answer is refused', async () => {
    const [open, id] = [await createInquiry(ada), await createInquiry(ada)];
    const { latest_answer: answer } = (await updateInquiry(bob, id, 'answer', { body: 'The loom.' })).body;
    await updateInquiry(ada, open, 'close');
    const closed = await updateInquiry(ada, id, 'close', { accepted_answer_id: answer.id });

    const replies = [
      await updateInquiry(ada, open, 'close', { accepted_answer_id: answer.id }),
      await updateInquiry(ada, id, 'close', { accepted_answer_id: UNKNOWN_ID }),
    ];

    expect(replies.map(({ status, body }) => [status, body.code, body.current_state, body.detail])).toEqual(
      replies.map(() => [
        409,
        'state_conflict',
        'closed',
        'The inquiry is closed. Its accepted answer cannot be changed.',
      ]),
    );
    const { body } = await ada.call(`GET /v1/inquiries/${id}`);
    expect(body).toMatchObject({ version: closed.body.version, accepted_answer_id: answer.id });
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
});

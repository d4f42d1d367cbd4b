import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
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

describe('closing', () => {
  test('is for who asked; another is refused, whatever the state', async () => {
    const id = await createInquiry(ada);

    const early = await updateInquiry(bob, id, 'close');
    await updateInquiry(ada, id, 'close');
    const late = await updateInquiry(bob, id, 'close');

    expect([early, late].map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'not_owner'],
      [403, 'not_owner'],
    ]);
  });

  test('is for the creator as well, and for nobody without a key', async () => {
    const [id, other] = [await createInquiry(ada), await createInquiry(ada)];
    const close = `mutation { closeInquiry(input: { inquiryId: "${id}", reason: "Stale." }) { status closeReason } }`;
    const headers = { Authorization: 'Bearer sba_an-operator-token-for-tests-0123456789' };

    const graphql = await board.call('POST /graphql', { body: { query: close }, headers });
    const rest = await board.call(`POST /v1/inquiries/${other}/close`, { headers });
    const guests = [
      await board.call('POST /graphql', { body: { query: close } }),
      await board.call(`POST /v1/inquiries/${id}/close`),
    ];

    expect(graphql.body.data).toEqual({ closeInquiry: { status: 'closed', closeReason: 'Stale.' } });
    expect([rest.status, rest.body.status]).toEqual([200, 'closed']);
    expect(guests[0]!.body.errors[0].extensions.code).toBe('unauthenticated');
    expect([guests[1]!.status, guests[1]!.body.code]).toEqual([401, 'unauthenticated']);
  });

  test('once more changes nothing, whatever is said', async () => {
    const id = await createInquiry(ada);
    const first = await updateInquiry(ada, id, 'close', { reason: 'Found it.' });
    board.clock.advance({ minutes: 1 });

    const second = await updateInquiry(ada, id, 'close', {
      reason: 'Lost it.',
      accepted_answer_id: UNKNOWN_ID,
    });

    expect([second.status, second.body]).toEqual([200, first.body]);
  });

  test('at once by its asker five times closes it once', async () => {
    const id = await createInquiry(ada);

    const replies = await Promise.all(
      [1, 2, 3, 4, 5].map((i) => updateInquiry(ada, id, 'close', { reason: `${i}` })),
    );

    expect(
      new Set(replies.map(({ status, body }) => `${status} ${body.close_reason} ${body.version}`)).size,
    ).toBe(1);
  });

  test('ends answers and claims', async () => {
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

  test('accepts answers of the inquiry only, and says a reason of at most 1 000 characters', async () => {
    const [id, other] = [await createInquiry(ada), await createInquiry(ada)];
    const { latest_answer: foreign } = (await updateInquiry(bob, other, 'answer', { body: 'x' })).body;

    const replies = [
      await updateInquiry(ada, id, 'close', { accepted_answer_id: foreign.id }),
      await updateInquiry(ada, id, 'close', { reason: 'x'.repeat(1001) }),
      await updateInquiry(ada, id, 'close', { reason: '' }),
    ];
    const unmoved = await read(id);
    const longest = await updateInquiry(ada, id, 'close', { reason: 'x'.repeat(1000) });

    expect(replies.map(({ status, body }) => [status, body.errors[0].pointer])).toEqual([
      [422, '/accepted_answer_id'],
      [422, '/reason'],
      [422, '/reason'],
    ]);
    expect([unmoved.status, longest.status]).toEqual(['open', 200]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
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

const read = async (id: string) => (await ada.call(`GET /v1/inquiries/${id}`)).body;

describe('closing an inquiry', () => {
  test('is refused for agents other than its author, before and after it is closed', async () => {
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
    const close = `mutation { closeInquiry(input: { inquiryId: "${id}", reason: "Stale." }) { inquiry { status closeReason } } }`;
    const operator = createOperatorClient(board);

    const graphql = await operator.graphql(close);
    const rest = await operator.call(`POST /v1/inquiries/${other}/close`);
    const anonymous = [
      await board.call('POST /graphql', { body: { query: close } }),
      await board.call(`POST /v1/inquiries/${id}/close`),
    ];

    expect(graphql.body.data).toEqual({
      closeInquiry: { inquiry: { status: 'closed', closeReason: 'Stale.' } },
    });
    expect([rest.status, rest.body.status]).toEqual([200, 'closed']);
    expect(anonymous[0]!.body.errors[0].extensions.code).toBe('unauthenticated');
    expect([anonymous[1]!.status, anonymous[1]!.body.code]).toEqual([401, 'unauthenticated']);
  });

  describe('with If-Match', () => {
    const close = (agent: TestAgent, id: string, tag: string, body: object = {}) =>
      agent.call(`POST /v1/inquiries/${id}/close`, { body, headers: { 'If-Match': tag } });

    test.each([
      ['an older version', '"1"'],
      ['a later version', '"99"'],
      ['a malformed tag', '2'],
      ['a list of tags', '"2", "3"'],
      ['a weak tag', 'W/"2"'],
    ])('of %s is refused', async (_what, tag) => {
      const id = await createInquiry(ada);
      await updateInquiry(bob, id, 'answer', { body: 'The loom.' });

      const { status, body } = await close(ada, id, tag);

      expect([status, body.code, body.current_version]).toEqual([412, 'precondition_failed', 2]);
      expect((await read(id)).status).toBe('answered');
    });

    test('of the current version, of the ETag of a read or of * succeeds', async () => {
      const ids = [await createInquiry(ada), await createInquiry(ada), await createInquiry(ada)];
      const { headers } = await ada.call(`GET /v1/inquiries/${ids[1]}`);
      const tags = ['"1"', headers.get('etag') ?? '', '*'];

      const replies = await Promise.all(ids.map((id, i) => close(ada, id, tags[i]!)));

      expect(replies.map(({ status, body }) => [status, body.status])).toEqual(
        ids.map(() => [200, 'closed']),
      );
      expect(replies[0]!.headers.get('etag')).toBe('"2"');
    });

    test('of an older version is refused after the checks that return 404 and 403, and for a closed inquiry too', async () => {
      const id = await createInquiry(ada);
      await updateInquiry(ada, id, 'close');

      const replies = [
        await close(ada, UNKNOWN_ID, '"1"'),
        await close(bob, id, '"1"'),
        await close(ada, id, '"1"'),
      ];

      expect(replies.map(({ status }) => status)).toEqual([404, 403, 412]);
    });

    test('has the same effect as `version` in the body or over GraphQL', async () => {
      const id = await createInquiry(ada);

      const rest = await updateInquiry(ada, id, 'close', { version: 7 });
      const graphql = await ada.graphql(
        `mutation { closeInquiry(input: { inquiryId: "${id}", version: 7 }) { inquiry { status } } }`,
      );

      expect([rest.status, rest.body.code]).toEqual([412, 'precondition_failed']);
      expect(graphql.body.errors[0].extensions.code).toBe('precondition_failed');
    });
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

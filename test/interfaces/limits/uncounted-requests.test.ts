// Requests that do not count against a limit, and what /v1/policy says of them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_REFUND_FACTOR, MAX_REFUNDS, WINDOW_SECONDS } from '../../../schema/rate-limits.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body, Reply } from '../../support/board/http.ts';

let board: TestBoard;

beforeAll(async () => {
  board = await openBoard({ LIMIT_KEY_FIRST_HOUR: '30' });
});
afterAll(() => board[Symbol.asyncDispose]());

const remaining = ({ headers }: Reply) => Number(headers.get('x-ratelimit-remaining'));

test('a request that is refused before authentication does not count', async () => {
  const ada = await board.join('ada');
  const before = await ada.call('GET /v1/channels');

  const refused = [
    await ada.call('DELETE /v1/channels'),
    await ada.call('GET /v1/channels', { headers: { Accept: 'text/html' } }),
    await ada.call('POST /v1/facts', { body: { statement: 'x'.repeat(70_000) } }),
  ];

  expect(refused.map(({ status }) => status)).toEqual([405, 406, 413]);
  expect(remaining(await ada.call('GET /v1/channels'))).toBe(remaining(before) - 1);
});

test('/v1/policy names the requests that do not count, and the 304s that count', async () => {
  const { body } = await board.call('GET /v1/policy');

  const { counts } = body.costs.find((cost: Body) => cost.interface === 'rest');
  expect(counts).toContain('unless it is refused before authentication');
  expect(counts).toContain('except to `If-None-Match: *`');
  expect(counts).toContain(
    `beyond ${MAX_REFUND_FACTOR} times the limit or ${MAX_REFUNDS} in ${WINDOW_SECONDS} seconds`,
  );
});

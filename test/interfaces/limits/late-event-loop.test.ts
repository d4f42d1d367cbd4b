import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

let board: TestBoard;
beforeAll(async () => (board = await openBoard()));
afterAll(() => board[Symbol.asyncDispose]());

test('while the event loop is late, requests of the region (an IPv4 /24) that has used the most time of the main thread are refused first, and health checks are never refused', async () => {
  const get = (address: string) => board.call('GET /public/board.json', { address });
  const [busy, other, third] = ['198.51.100.1', '198.51.101.1', '198.51.102.1'] as const;
  await get(busy);

  // Above 500 ms, requests of a heavy region (`MainThreadTime.isHeavy`) are refused while at least four requests are in progress.
  // Above 2000 ms, requests of every region are refused.
  board.eventLoop.currentDelayMs = 501;
  const late = await Promise.all([busy, busy, busy, busy, busy, other].map(get));
  board.eventLoop.currentDelayMs = 2001;
  const tooLate = [await get(third), await board.call('GET /healthz')];
  board.eventLoop.currentDelayMs = 0;

  expect(late.map(({ status }) => status)).toEqual([200, 200, 200, 200, 503, 200]);
  expect(tooLate.map(({ status }) => status)).toEqual([503, 200]);
  expect((await get(busy)).status).toBe(200);
});

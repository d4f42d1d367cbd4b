import { afterEach, expect, test, vi } from 'vitest';
import { openBoard } from '../support/board/board.ts';
import { createBoardClient } from '../support/client/board-client.ts';

afterEach(() => void vi.restoreAllMocks());

test('a call that waits for news has its time limit in addition to the wait', async () => {
  await using board = await openBoard();
  const { key } = await board.join('ada');
  const client = createBoardClient(board, { key, timeoutMs: 20_000 });
  await client.createThread({ channel: 'general', subject: 'News' });
  const limits = vi.spyOn(AbortSignal, 'timeout');

  await client.feed({ wait: 50 });
  await client.feed({ wait: 10 }, { timeoutMs: 30_000 });
  await client.me();

  expect(limits.mock.calls).toEqual([[70_000], [40_000], [20_000]]);
});

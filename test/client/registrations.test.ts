import { expect, onTestFinished, test, vi } from 'vitest';
import { openBoard } from '../support/board/board.ts';
import { createBoardClient } from '../support/client/board-client.ts';

test('a registration whose response is lost is sent again, and returns its key', async () => {
  await using board = await openBoard();
  let sent = 0;
  const client = createBoardClient(board, {
    fetch: async (input, init) => {
      const response = await board.fetch(new Request(input, init));
      sent += 1;
      if (sent === 1) throw new TypeError('connection reset');
      return response;
    },
  });

  const { agent, replayed } = await client.registerAgent({ handle: 'ada' });

  expect([sent, replayed]).toEqual([2, true]);
  expect((await client.withKey(agent.apiKey ?? '').me())?.handle).toBe('ada');
});

/** Shortens the wait that a response demands to one millisecond. */
async function shortenWait(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.delete('ratelimit');
  const text = await response.text();
  return new Response(text.replaceAll(/"retry_after":\d+/g, '"retry_after":0.001'), {
    status: response.status,
    headers,
  });
}

test('a registration beyond the limit of its network waits and succeeds', async () => {
  // The limits count by the clock of the process.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await using board = await openBoard({ LIMIT_REGISTER_IP: '1' });
  await board.join('ada');
  const waits: number[] = [];
  const client = createBoardClient(board, {
    fetch: async (input, init) => shortenWait(await board.fetch(new Request(input, init))),
    onWait: (ms) => {
      waits.push(ms);
      vi.setSystemTime(Date.now() + 60_000);
    },
  });

  const { agent } = await client.registerAgent({ handle: 'grace' });

  expect([agent.handle, waits]).toEqual(['grace', [1]]);
});

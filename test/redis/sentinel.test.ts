import { expect, test } from 'vitest';
import { openBoard } from '../support/board/board.ts';
import { openSentinels } from '../support/database/sentinels.ts';

test('boards share limits in the master that Sentinel names, and in the next one after a failover', async () => {
  await using sentinels = await openSentinels(1);
  const settings = { REDIS_URL: sentinels.url, LIMIT_PUBLIC_IP: '10' };
  await using first = await openBoard(settings);
  await using second = await openBoard(settings);
  let addresses = 0;
  /** Sends 20 calls of a new address to each board. Returns how many were served. */
  const countServed = async () => {
    addresses += 1;
    const options = { address: `192.0.2.${addresses}` };
    const calls = Array.from({ length: 40 }, (_, i) =>
      (i % 2 ? first : second).call('GET /public/work', options),
    );
    return (await Promise.all(calls)).filter(({ status }) => status === 200).length;
  };
  // The first calls compile their documents, which can take longer than the time limit of Redis.
  await countServed();

  const before = await countServed();
  const old = await sentinels.signalMaster('SIGKILL');
  await expect.poll(() => sentinels.readMaster()).not.toBe(old);

  await expect.poll(countServed, { interval: 300 }).toBe(10);
  expect(before).toBe(10);
});

test('a board starts while no Sentinel can be reached, and counts alone', async () => {
  await using board = await openBoard({
    REDIS_URL: 'redis+sentinel://127.0.0.1:1,127.0.0.1:2/board',
    LIMIT_ANON: '10',
  });

  const replies = await Promise.all(Array.from({ length: 15 }, () => board.call('GET /v1/channels')));

  expect(replies.filter(({ status }) => status === 401)).toHaveLength(10);
});

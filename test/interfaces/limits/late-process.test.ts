import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

let board: TestBoard;
beforeAll(async () => (board = await openBoard()));
afterAll(() => board[Symbol.asyncDispose]());

describe('while the event loop is late', () => {
  const networks = ['198.51.100.1', '198.51.100.2', '2001:db8:0:1::1', '2001:db8:0:2::1'];
  const documentOf = (i: number) =>
    `{ ${Array.from({ length: 660 }, (_, k) => `a${i}x${k}: __typename`).join(' ')} }`;

  test('the networks that send expensive requests are refused first, and health checks never', async () => {
    const get = (address: string) => board.call('GET /public/board.json', { address });
    for (const [i, address] of networks.entries())
      for (let k = 0; k < 10; k++)
        await board.call('POST /graphql', { body: { query: documentOf(i * 10 + k) }, address });
    await get('192.0.2.7');

    board.eventLoop.currentDelayMs = 600;
    const heavy = await Promise.all(networks.map(get));
    const others = [await get('192.0.2.7'), await get('192.0.2.8')];
    board.eventLoop.currentDelayMs = 2001;
    const all = await get('192.0.2.9');
    const health = await board.call('GET /healthz');
    board.eventLoop.currentDelayMs = 0;

    expect(heavy.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    expect(others.map(({ status }) => status)).toEqual([200, 200]);
    expect([all.status, health.status]).toEqual([503, 200]);
    expect((await get(networks[0] as string)).status).toBe(200);
  });
});

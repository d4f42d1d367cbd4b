// The tools with `idempotentHint`: a repeated call without `request_id` changes nothing further.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';

let board: TestBoard;
let [ada, bob]: TestAgent[] = [];

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada-twice'), await board.join('bob-twice')];
});

afterAll(() => board[Symbol.asyncDispose]());

async function call(agent: TestAgent | undefined, name: string, args: object = {}): Promise<Body> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const headers = { Authorization: `Bearer ${agent?.key}` };
  return (await board.call('POST /mcp', { headers, body })).body.result.structuredContent;
}

const twice = async (name: string, args: object): Promise<readonly Body[]> => [
  await call(ada, name, args),
  await call(ada, name, args),
];

describe('a repeated call', () => {
  test('of board_watch with a topic returns the same watch', async () => {
    const [first, second] = await twice('board_watch', { query: 'loom mill' });

    expect(second).toEqual(first);
    expect((await call(ada, 'board_watch')).items).toEqual([first]);
  });

  test('of board_watch that ends a watch finds none', async () => {
    const { watch_id } = await call(ada, 'board_watch', { tag: 'loom' });
    const before: Body = await call(ada, 'board_watch');

    const [first, second] = await twice('board_watch', { watch_id });

    expect([first?.['watch_id'], second?.['code']]).toEqual([watch_id, 'not_found']);
    const { items } = await call(ada, 'board_watch');
    expect(items).toEqual(before.items.filter((each: Body) => each.watch_id !== watch_id));
  });

  test('of board_close returns the inquiry as the first call has left it', async () => {
    const { inquiry_id } = await call(ada, 'board_inquire', { question: 'Is there a loom?' });

    const [first, second] = await twice('board_close', { inquiry_id, reason: 'It is found' });

    expect(first).toMatchObject({ status: 'closed', version: 2 });
    expect(second).toEqual(first);
  });

  test('of board_inbox with `ack` acknowledges no further item', async () => {
    const { inquiry_id } = await call(ada, 'board_inquire', { question: 'Is there a mill?' });
    await call(bob, 'board_answer', { inquiry_id, body: 'Here' });
    const { next_cursor: ack } = await call(ada, 'board_inbox');
    await call(bob, 'board_answer', { inquiry_id, body: 'And there' });

    const [first, second] = await twice('board_inbox', { ack });

    const unreadOf = ({ items, unread }: Body) => [unread, items.map(({ id }: Body) => id)];
    expect(unreadOf(second)).toEqual(unreadOf(first));
    expect(first?.['unread']).toBe(1);
  });
});

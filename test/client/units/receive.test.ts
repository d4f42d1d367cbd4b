// Inboxes that are received page by page, from functions in place of a board.
import { expect, test, vi } from 'vitest';
import type { Mutations, Queries } from '../../../client/generated/functions.ts';
import { receive } from '../../../client/receive.ts';

test('an inbox is acknowledged page by page, when the next item is requested', async () => {
  const calls: unknown[] = [];
  const pages = [
    { nodes: ['a', 'b'], pageInfo: { endCursor: 'c1' } },
    { nodes: [], pageInfo: { endCursor: 'c1' }, pollAfterSeconds: 0 },
    { nodes: ['c'], pageInfo: { endCursor: null }, pollAfterSeconds: 0 },
    { nodes: ['d'], pageInfo: { endCursor: 'c2' } },
  ];
  const board = {
    inbox: (...call: unknown[]) => {
      calls.push(['inbox', ...call]);
      return Promise.resolve(pages.shift());
    },
    ackInbox: (...call: unknown[]) => {
      calls.push(['ackInbox', ...call]);
      return Promise.resolve();
    },
  } as unknown as Queries & Mutations;
  const items = receive(board, board, { timeoutMs: 5 });
  const inbox = ['inbox', { wait: 25 }, { timeoutMs: 5 }];

  expect([(await items.next()).value, (await items.next()).value]).toEqual(['a', 'b']);
  expect(calls).toEqual([inbox]);
  expect((await items.next()).value).toBe('c');
  expect(calls).toEqual([inbox, ['ackInbox', { cursor: 'c1' }, { timeoutMs: 5 }], inbox, inbox]);
  expect((await items.next()).value).toBe('d');
  expect(calls.slice(4)).toEqual([inbox]);
  await items.return();
});

test('an inbox’s page without items is acknowledged if further items follow', async () => {
  const calls: string[] = [];
  const pages = [
    { nodes: [], pageInfo: { endCursor: 'c1', hasNextPage: true } },
    { nodes: ['a'], pageInfo: { endCursor: 'c2', hasNextPage: false } },
  ];
  const board = {
    inbox: () => Promise.resolve(pages.shift()),
    ackInbox: ({ cursor }: { readonly cursor: string }) => Promise.resolve(calls.push(cursor)),
  } as unknown as Queries & Mutations;
  const items = receive(board, board, {});

  expect((await items.next()).value).toBe('a');
  expect(calls).toEqual(['c1']);
  await items.return();
});

test.each([25, 1, 0])(
  'an empty inbox is not read again at once if the board has not waited: wait %i',
  async (wait) => {
    const stop = new AbortController();
    const timers = vi.spyOn(globalThis, 'setTimeout');
    let reads = 0;
    const board = {
      inbox: () => {
        reads += 1;
        if (reads === 2) throw new Error('read again');
        setImmediate(() => stop.abort());
        return Promise.resolve({ nodes: [], pageInfo: { endCursor: 'c1' }, pollAfterSeconds: 3600 });
      },
    } as unknown as Queries & Mutations;

    await expect(receive(board, board, { wait, signal: stop.signal }).next()).rejects.toThrow('aborted');
    expect(reads).toBe(1);
    // Other code of this process sets timers, too.
    expect(timers.mock.calls.map(([, ms]) => ms)).toContain(3_600_000);
    timers.mockRestore();
  },
);

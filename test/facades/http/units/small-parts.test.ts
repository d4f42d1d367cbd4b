import { describe, expect, test } from 'vitest';
import { once, loadOnce } from '../../../../facades/http/once.ts';
import { toDetail } from '../../../../facades/http/problem-detail.ts';
import { RegionQueue } from '../../../../facades/http/region-queue.ts';
import { trackBody } from '../../../../facades/http/server/count-unread.ts';
import { BoardError } from '../../../../schema/contract.ts';

describe('a value', () => {
  test('that is created once may be undefined', () => {
    let calls = 0;
    const value = once((): string | undefined => {
      calls += 1;
      return undefined;
    });
    expect([value(), value(), calls]).toEqual([undefined, undefined, 1]);
  });

  test('that is loaded once is shared by all calls, and loaded again after a failure', async () => {
    const results = [new Error('first'), 2, 3];
    let calls = 0;
    const load = loadOnce(() => {
      const result = results[calls++];
      return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
    });
    const failed = await Promise.allSettled([load(), load()]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(calls).toBe(1);
    expect(await Promise.all([load(), load()])).toEqual([2, 2]);
    expect([await load(), calls]).toEqual([2, 2]);
  });
});

describe('the queue of regions', () => {
  test('takes one item of each region in turn, in the order of arrival', () => {
    const queue = new RegionQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.add(item.charAt(0), item);
    expect(queue.isEmpty).toBe(false);
    const taken = [queue.take(), queue.take()];
    queue.add('d', 'd1');
    taken.push(...Array.from({ length: 6 }, () => queue.take()));
    expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'd1', 'a3', undefined]);
    expect(queue.isEmpty).toBe(true);
  });

  test('skips removed items and regions without items', () => {
    const queue = new RegionQueue<string>();
    const remove = queue.add('a', 'a1');
    queue.add('b', 'b1');
    queue.add('b', 'b2')();
    remove();
    remove();
    expect([queue.isEmpty, queue.take(), queue.take(), queue.isEmpty]).toEqual([
      false,
      'b1',
      undefined,
      true,
    ]);
  });
});

describe('the detail of a problem', () => {
  const TITLE = 'The request fails validation';
  const fault = (msg: string, ...loc: (string | number)[]) => ({ loc, msg });

  test.each([
    [TITLE, [], TITLE],
    [TITLE, [fault('Is required', 'body', 'tags', 0)], 'tags.0: is required'],
    [
      `${TITLE}; 2 more faults`,
      [fault('Is required', 'body', 'a'), fault('x', 'body', 'b')],
      'a: is required; 2 more faults',
    ],
    [TITLE, [fault('JSON is missing', 'body', 'a')], 'a: JSON is missing'],
    [TITLE, [fault('Must be an object', 'body')], 'Must be an object'],
    [TITLE, [fault('m'.repeat(501), 'body', 'a')], `a: ${'m'.repeat(499)}…`],
    [TITLE, [fault('m'.repeat(500), 'body', 'a')], `a: ${'m'.repeat(500)}`],
    [`${TITLE} here`, [fault('Is required', 'body', 'a')], `${TITLE} here`],
    [`${TITLE}s`, [fault('Is required', 'body', 'a')], `${TITLE}s`],
    ['Other message', [fault('Is required', 'body', 'a')], 'Other message'],
  ])('%j with %j is %j', (message, faults, expected) => {
    expect(toDetail(new BoardError('validation_failed', message), faults)).toBe(expected);
  });
});

test('the bytes of a body count as unread until they are released, if the connection can be closed', () => {
  const tracked: unknown[] = [];
  const unread = {
    track: (address: string, { bytes }: { readonly bytes: number }) => {
      tracked.push([address, bytes]);
      return () => void tracked.push('released');
    },
  };
  const close = () => {};
  const peer = { close };
  trackBody('éa', 'a', { peer, unread })();
  trackBody(new Uint8Array(7), 'b', { peer, unread });
  trackBody(null, 'c', { peer, unread })();
  trackBody('x', 'd', { peer: {}, unread })();
  trackBody('x', 'e', { peer, unread: undefined })();
  expect(tracked).toEqual([['a', 2], 'released', ['b', 7]]);
});

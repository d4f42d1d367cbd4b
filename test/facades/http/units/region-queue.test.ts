import { describe, expect, test } from 'vitest';
import { RegionQueue } from '../../../../facades/http/region-queue.ts';

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

import { describe, expect, test } from 'vitest';
import { RequestQueue } from '../../../schema/answer-schema/request-queue.ts';

/** A request named `a1x` is of network `a` and agent `1`. */
const createRequest = (name: string) => {
  const [network = '', handle = ''] = name;
  return { name, sender: { network, handle }, owners: { network, schemas: handle, author: 'ada' } };
};

const fill = (names: readonly string[], capacity = 100) => {
  const queue = new RequestQueue<ReturnType<typeof createRequest>>(capacity);
  const dropped = names
    .map((name) => queue.add(createRequest(name))?.name)
    .filter((name) => name !== undefined);
  return { queue, dropped };
};

const drain = ({ queue }: Pick<ReturnType<typeof fill>, 'queue'>) =>
  Array.from({ length: queue.size }, () => queue.next()?.name);

describe('the order of requests', () => {
  test('alternates between networks, however many requests one network has sent', () => {
    expect(drain(fill(['a1p', 'a1q', 'a1r', 'b1p', 'c1p', 'b1q']))).toEqual([
      ...['a1p', 'b1p', 'c1p'],
      ...['a1q', 'b1q', 'a1r'],
    ]);
  });

  test('alternates between the agents of a network, without serving the network more often', () => {
    expect(drain(fill(['a1p', 'a1q', 'a2p', 'a3p', 'b1p', 'b1q']))).toEqual([
      ...['a1p', 'b1p', 'a2p'],
      ...['b1q', 'a3p', 'a1q'],
    ]);
  });

  test('has the sender of the previous request last, even if its next request arrives first', () => {
    const filled = fill(['a1p']);
    filled.queue.next();
    filled.queue.add(createRequest('a1q'));
    filled.queue.add(createRequest('b1p'));

    expect(drain(filled)).toEqual(['b1p', 'a1q']);
  });
});

describe('an owner with a penalty', () => {
  test('comes after all other owners, including later ones and those with schemas of the same author', () => {
    const filled = fill(['a1p', 'b1p']);
    filled.queue.penalize({ network: 'a', author: 'ada' });
    filled.queue.add(createRequest('a2q'));
    filled.queue.add(createRequest('c1p'));

    expect(drain(filled)).toEqual(['b1p', 'c1p', 'a1p', 'a2q']);
  });

  test('loses its newest request when the queue is full', () => {
    const { queue } = fill(['a1p', 'a1q', 'b1p', 'b1q', 'b1r'], 5);
    queue.penalize({ network: 'a' });

    expect(queue.add(createRequest('b1s'))?.name).toBe('a1q');
  });
});

describe('a full queue', () => {
  test('accepts a request of another network and drops the newest request of the network with the most requests', () => {
    const { queue, dropped } = fill(['a1p', 'a2p', 'a3p', 'b1p', 'c1p'], 4);

    expect(dropped).toEqual(['a3p']);
    expect(queue.size).toBe(4);
  });

  test('rejects another request of the network with the most requests', () => {
    expect(fill(['a1p', 'a2p', 'b1p', 'a3p'], 3).dropped).toEqual(['a3p']);
  });
});

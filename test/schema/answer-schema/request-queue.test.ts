import { describe, expect, test } from 'vitest';
import { RequestQueue } from '../../../schema/answer-schema/request-queue.ts';

/** A request named `a1x` is of network `a` and agent `1`. */
const createRequest = (name: string) => {
  const [network = '', handle = ''] = name;
  return { name, sender: { network, handle }, owners: { network, schemas: handle } };
};

const fill = (names: readonly string[], capacity = 100) => {
  const queue = new RequestQueue<ReturnType<typeof createRequest>>(capacity);
  const dropped = names
    .map((name) => queue.add(createRequest(name))?.name)
    .filter((name) => name !== undefined);
  return { queue, lost: dropped };
};

const drain = ({ queue }: Pick<ReturnType<typeof fill>, 'queue'>) =>
  Array.from({ length: queue.size }, () => queue.next()?.name);

describe('turns', () => {
  test('alternate between networks, however many requests one of them has sent', () => {
    expect(drain(fill(['a1p', 'a1q', 'a1r', 'b1p', 'c1p', 'b1q']))).toEqual([
      ...['a1p', 'b1p', 'c1p'],
      ...['a1q', 'b1q', 'a1r'],
    ]);
  });

  test('alternate between the agents of a network, without giving the network more turns', () => {
    expect(drain(fill(['a1p', 'a1q', 'a2p', 'a3p', 'b1p', 'b1q']))).toEqual([
      ...['a1p', 'b1p', 'a2p'],
      ...['b1q', 'a3p', 'a1q'],
    ]);
  });

  test('come last for the sender of the previous request, even if its next one arrives first', () => {
    const filled = fill(['a1p']);
    filled.queue.next();
    filled.queue.add(createRequest('a1q'));
    filled.queue.add(createRequest('b1p'));

    expect(drain(filled)).toEqual(['b1p', 'a1q']);
  });
});

describe('an owner with a penalty', () => {
  test('has its turn after all others, including later ones', () => {
    const filled = fill(['a1p', 'b1p']);
    filled.queue.penalize({ network: 'a' });
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
  test('accepts a request of another network and drops the newest of the network with the most', () => {
    const { queue, lost: dropped } = fill(['a1p', 'a2p', 'a3p', 'b1p', 'c1p'], 4);

    expect(dropped).toEqual(['a3p']);
    expect(queue.size).toBe(4);
  });

  test('rejects another request of the network with the most', () => {
    expect(fill(['a1p', 'a2p', 'b1p', 'a3p'], 3).lost).toEqual(['a3p']);
  });
});

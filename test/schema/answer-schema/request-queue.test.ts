import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { RequestQueue, type Sender } from '../../../schema/answer-schema/request-queue.ts';

/** A request named `a1x` is of agent `a1` in network `a`, which is a region too. */
const createRequest = (name: string, sender: Partial<Sender> = {}) => {
  const [network = '', handle = ''] = name;
  return { name, sender: { region: network, network, handle: `${network}${handle}`, ...sender } };
};

/** Senders that keep one identity and change the others with each request. A sender that keeps its network keeps its region too. */
const CHANGING_SENDERS: readonly (readonly [string, (i: number) => Sender])[] = [
  ['its agent', (i) => ({ region: `r${i}`, network: `n${i}`, handle: 'eve' })],
  ['its network', (i) => ({ region: 'r', network: 'n', handle: `eve-${i}` })],
  ['its region', (i) => ({ region: 'r', network: `n${i}`, handle: `eve-${i}` })],
];

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
      'a1p',
      'b1p',
      'c1p',
      'a1q',
      'b1q',
      'a1r',
    ]);
  });

  test('alternates between the agents of a network, without serving the network more often', () => {
    expect(drain(fill(['a1p', 'a1q', 'a2p', 'a3p', 'b1p', 'b1q']))).toEqual([
      'a1p',
      'b1p',
      'a2p',
      'b1q',
      'a3p',
      'a1q',
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

describe('a sender with a penalty', () => {
  test('comes after all others, including later ones', () => {
    const filled = fill(['a1p', 'b1p']);
    filled.queue.penalize(createRequest('a1p').sender);
    filled.queue.add(createRequest('a2q'));
    filled.queue.add(createRequest('c1p'));

    expect(drain(filled)).toEqual(['b1p', 'c1p', 'a2q', 'a1p']);
  });

  test('loses its newest request when the queue is full', () => {
    const { queue } = fill(['a1p', 'a1q', 'b1p', 'b1q', 'b1r'], 5);
    queue.penalize(createRequest('a1p').sender);

    expect(queue.add(createRequest('b1s'))?.name).toBe('a1q');
  });
});

test('penalties and used time expire, and a sender with a penalty is no longer proven', async () => {
  // Penalties and used time are kept for 50 ms.
  const queue = new RequestQueue<ReturnType<typeof createRequest>>(10, 50);
  queue.recordCompletion(createRequest('a1p').sender, 600);
  queue.recordCompletion(createRequest('b1p').sender, 1);
  queue.penalize(createRequest('b1p').sender);
  const inOrder = () => {
    for (const name of ['a1p', 'b1p', 'c1p']) queue.add(createRequest(name));
    return drain({ queue });
  };
  const before = inOrder();
  await wait(60);

  expect([before, inOrder()]).toEqual([
    ['c1p', 'a1p', 'b1p'],
    ['a1p', 'c1p', 'b1p'],
  ]);
});

describe.each(CHANGING_SENDERS)('a sender that keeps only %s', (_identity, senderOf) => {
  const flood = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => createRequest('flood', senderOf(from + i)));

  test('has one turn, then others have theirs', () => {
    const { queue } = fill([]);
    for (const request of flood(0, 10)) queue.add(request);
    queue.next();
    queue.add(createRequest('b1p'));

    expect(queue.next()?.name).toBe('b1p');
  });

  test('comes last after a penalty, and a proven agent comes before a new one', () => {
    const { queue } = fill([]);
    queue.penalize(senderOf(0));
    queue.recordCompletion(createRequest('c1p').sender, 1);
    for (const request of [...flood(1, 4), createRequest('b1p'), createRequest('c1p')]) queue.add(request);

    expect(drain({ queue })).toEqual(['c1p', 'b1p', 'flood', 'flood', 'flood']);
  });

  test('comes after new agents when it has used half a second in a minute, although it is proven', () => {
    const { queue } = fill([]);
    const drainAll = () => {
      for (const request of [...flood(2, 4), createRequest('b1p')]) queue.add(request);
      return drain({ queue });
    };
    for (const i of [0, 1, 2, 3]) queue.recordCompletion(senderOf(i), 120);
    const before = drainAll();
    queue.recordCompletion(senderOf(0), 30);

    expect([before.at(-1), drainAll()[0]]).toEqual(['b1p', 'b1p']);
  });

  test('causes only its own requests to be dropped from a full queue', () => {
    const { queue } = fill(['a1p', 'b1p', 'b1q'], 5);
    const dropped = flood(0, 10).map((request) => queue.add(request)?.name);

    expect(dropped.filter((name) => name !== undefined && name !== 'flood')).toEqual([]);
    expect(queue.add(createRequest('c1p'))?.name).toBe('flood');
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

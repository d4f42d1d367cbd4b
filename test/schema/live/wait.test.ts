import { describe, expect, test } from 'vitest';
import type { Context } from '../../../schema/context.ts';
import type { Repetition } from '../../../schema/live/live.ts';
import { nextPauseMs, ownerOf, readOrWait, toDeadline } from '../../../schema/live/wait.ts';

const connect = () => ({
  isEnded: false,
  mayWait: true,
  repetition: null,
  caller: null,
  timing: null,
  onEnd: () => () => undefined,
  onServed: () => undefined,
  pause: () => () => undefined,
});

describe('the reads of a request', () => {
  test('wait at most 50 seconds together', () => {
    const connection = connect();

    const deadlines = [0, 30_000, 60_000].map((now) => toDeadline(connection, 50, now));

    expect(deadlines).toEqual([50_000, 50_000, 50_000]);
  });

  test('wait no longer than requested, and are not shortened by waits of another request', () => {
    const connection = connect();

    expect([toDeadline(connection, 5, 0), toDeadline(connection, 30, 10_000)]).toEqual([5000, 40_000]);
    expect([toDeadline(connect(), 50, 30_000), toDeadline(null, 50, 30_000)]).toEqual([80_000, 80_000]);
  });

  test('are repeated at growing intervals while they find nothing, at most four seconds apart', () => {
    const intervals = [0];
    for (let i = 0; i < 4; i++) intervals.push(nextPauseMs(intervals.at(-1) ?? 0));

    expect(intervals).toEqual([0, 1000, 2000, 4000, 4000]);
  });
});

test('waits are counted by agent, and without a key by network', () => {
  const viewer = { kind: 'anonymous' } as const;
  const ownerKeyOf = (address: string, more: object = {}) =>
    ownerOf({ queueKey: 'ada', address, viewer, ...more } as unknown as Context).key;

  expect(ownerKeyOf('2001:db8:1:2::3')).toBe(ownerKeyOf('2001:db8:1:2:4::5'));
  expect(ownerKeyOf('2001:db8:1:2::3')).not.toBe(ownerKeyOf('2001:db8:1:3::3'));
  expect(ownerKeyOf('2001:db8:1:2::3', { viewer: { kind: 'agent' } })).toBe('ada');
});

describe('a wait with continuous news', () => {
  const listener = {
    wait: () => Promise.resolve('news' as const),
    end: () => undefined,
    close: () => undefined,
    takeNewsSince: () => null,
  };

  async function waitWith(
    repetition: Repetition | null,
    { isEmpty = true, begin = null }: { isEmpty?: boolean; begin?: (() => Promise<void>) | null } = {},
  ) {
    let reads = 0;
    const ctx = {
      mayWait: true,
      connection: connect(),
      repetition,
      address: '192.0.2.1',
      viewer: { kind: 'anonymous', canListAgents: false },
      live: { listen: () => Promise.resolve(listener) },
      placeAfterWait: { begin },
      newsWaits: { count: 0 },
    } as unknown as Context;
    const read = () => {
      reads += 1;
      if (reads > 10) throw new Error('the wait does not end');
      return Promise.resolve([]);
    };
    await readOrWait(ctx, { seconds: 0.01, topics: () => [], read, isEmpty: () => isEmpty });
    return reads;
  }

  test('ends at its deadline', async () => {
    expect(await waitWith(null)).toBeLessThan(10);
  });

  test('is followed by a wait for a place among large documents only if it has found something', async () => {
    let places = 0;
    const begin = () => {
      places += 1;
      return Promise.resolve();
    };

    await waitWith(null, { begin });
    expect(places).toBe(0);
    await waitWith(null, { isEmpty: false, begin });
    expect(places).toBe(1);
  });

  test('begins again without a pause after it has found something', async () => {
    const waiting = { listener, deadline: performance.now() + 1000, pauseMs: 4000, next: null };
    const repetition = waiting as unknown as Repetition;

    await waitWith(repetition, { isEmpty: false });

    expect([repetition.pauseMs, repetition.next]).toEqual([0, null]);
  });

  test('does not repeat its request after its deadline', async () => {
    const waiting = { listener, deadline: performance.now() - 1, pauseMs: 4000, next: null };
    const repetition = waiting as unknown as Repetition;

    await waitWith(repetition);

    expect(repetition.next).toBeNull();
  });
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mapRateLimits } from '../../../schema/rate-limit-buckets.ts';
import { type LimitStore, MEMORY_STORE } from '../../../src/gateway/limits/limit-store.ts';
import { MemoryWindows } from '../../../src/gateway/limits/memory-windows.ts';
import { MAX_OWNERS } from '../../../src/gateway/limits/sliding-log.ts';
import { createRateLimiter } from '../../../src/gateway/limits/rate-limiter.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('in any 60 seconds at most ten times the limit is refunded, also around the end of a minute', async () => {
  const limiter = createRateLimiter(
    mapRateLimits(() => 2),
    MEMORY_STORE,
  );
  const isRefunded = async () => {
    const call = await limiter.countCall({ bucket: 'public-ip', owner: 'ada' });
    return (await call?.refund())?.remaining === 2;
  };
  const countRefunds = async (most: number): Promise<number> =>
    most > 0 && (await isRefunded()) ? 1 + (await countRefunds(most - 1)) : 0;

  const first = await countRefunds(1);
  vi.advanceTimersByTime(59_000);
  const second = await countRefunds(19);
  vi.advanceTimersByTime(2_000);
  const third = await countRefunds(20);

  expect([first, second, third]).toEqual([1, 19, 1]);
});

test('points are returned to the window from which they were taken, and to no later one', async () => {
  const limiter = createRateLimiter(
    mapRateLimits(() => 10),
    MEMORY_STORE,
  );
  const take = (points: number) => limiter.takePoints({ bucket: 'graphql-points', owner: 'ada' }, points);

  const first = await take(9);
  const inItsWindow = await first?.refund(2);
  vi.advanceTimersByTime(60_000);
  const second = await take(4);
  await first?.refund(3);

  expect([inItsWindow?.remaining, second?.status.remaining]).toEqual([3, 6]);
  expect((await take(0))?.status.remaining).toBe(6);
});

test.each([2, 1_000_000])(
  'an owner without calls has all %i calls of the limit left, for a whole window',
  async (limit) => {
    const limiter = createRateLimiter(
      mapRateLimits(() => limit),
      MEMORY_STORE,
    );

    const status = await limiter.peek({ bucket: 'register-global', owner: 'all' });

    expect(status).toMatchObject({ limit, remaining: limit, resetSeconds: 60 });
  },
);

test.each([2, 1_001])('a limit of %i calls admits as many, and a refund subtracts a call', async (limit) => {
  const limiter = createRateLimiter(
    mapRateLimits(() => limit),
    MEMORY_STORE,
  );
  const count = () => limiter.countCall({ bucket: 'public-ip', owner: 'ada' });
  const statusOf = (remaining: number) => ({
    ...{ policy: 'public-ip', limit, windowSeconds: 60, resetSeconds: 60 },
    remaining,
  });
  for (let i = 2; i < limit; i++) await count();

  const calls = [await count(), await count(), await count()];
  const refunds = [await calls[0]?.refund()];

  expect(calls.map((call) => [call?.isAllowed, call?.status])).toEqual([
    [true, statusOf(1)],
    [true, statusOf(0)],
    [false, statusOf(0)],
  ]);
  // A window also counts refused calls.
  expect(refunds).toEqual([statusOf(limit === 2 ? 1 : 0)]);
});

test('a limit of 0 is off: nothing is counted', async () => {
  const limiter = createRateLimiter(
    mapRateLimits(() => 0),
    MEMORY_STORE,
  );
  const hit = { bucket: 'public-ip', owner: 'ada' } as const;

  expect([await limiter.countCall(hit), await limiter.takePoints(hit, 5), await limiter.peek(hit)]).toEqual([
    null,
    null,
    null,
  ]);
});

test('a refused call has nothing to refund', async () => {
  const limiter = createRateLimiter(
    mapRateLimits(() => 1),
    MEMORY_STORE,
  );
  const count = () => limiter.countCall({ bucket: 'public-ip', owner: 'ada' });
  await count();

  expect((await (await count())?.refund())?.remaining).toBe(0);
});

test('points are allowed up to the limit, and only a positive number of them is returned', async () => {
  const limiter = createRateLimiter(
    mapRateLimits(() => 10),
    MEMORY_STORE,
  );
  const take = (points: number) => limiter.takePoints({ bucket: 'graphql-points', owner: 'ada' }, points);

  const [all, tooMany] = [await take(10), await take(1)];

  expect([all?.isAllowed, tooMany?.isAllowed]).toEqual([true, false]);
  await tooMany?.refund(-3);
  expect((await tooMany?.refund(3))?.remaining).toBe(2);
  // Returns the status of the call, without reading the store.
  expect((await all?.refund(0))?.remaining).toBe(0);
});

test('a limit resets when the oldest of its calls is a minute old', async () => {
  const limiter = createRateLimiter(
    mapRateLimits(() => 10),
    MEMORY_STORE,
  );
  const count = () => limiter.countCall({ bucket: 'public-ip', owner: 'ada' });

  await count();
  vi.advanceTimersByTime(20_000);

  expect((await count())?.status).toMatchObject({ remaining: 8, resetSeconds: 40 });
});

test('points of the least recently active owners are dropped beyond 50 000 owners, and all points of a window at its end', async () => {
  const windows = new MemoryWindows(60_000);
  const readPoints = async (owner: string) => (await windows.get(owner))?.consumedPoints;

  await windows.take('ada', 3);
  await windows.take('bob', 3);
  for (let i = 1; i < MAX_OWNERS; i++) await windows.take(`owner ${i}`, 1);

  expect([await readPoints('ada'), await readPoints('bob')]).toEqual([undefined, 3]);
  vi.advanceTimersByTime(60_000);
  expect(await readPoints('bob')).toBeUndefined();
});

test('a refund to an owner without points does not make its count negative', () => {
  const windows = new MemoryWindows(60_000);

  windows.add('ada', -500);

  expect(windows.add('ada', 100).consumedPoints).toBe(100);
});

test('a failed sign-in is within the limit again when the oldest one is 15 minutes old, however many were refused', async () => {
  const { countFailedSignIn } = createRateLimiter(
    mapRateLimits(() => 2),
    MEMORY_STORE,
  );
  const fail = async () => (await countFailedSignIn('192.0.2.1')).isAllowed;
  const failTimes = async (times: number) => Array.fromAsync(Array(times), fail);

  const before = await countFailedSignIn('192.0.2.2');
  const first = await failTimes(7);
  const { status } = await countFailedSignIn('192.0.2.1');
  vi.advanceTimersByTime(900_000);

  expect(before).toEqual({
    isAllowed: true,
    status: { policy: 'sign-in', limit: 5, windowSeconds: 900, remaining: 4, resetSeconds: 900 },
  });
  expect(first).toEqual([true, true, true, true, true, false, false]);
  expect(status).toMatchObject({ policy: 'sign-in', remaining: 0, resetSeconds: 900 });
  expect(await fail()).toBe(true);
});

test('each limit has a log of calls, a log of refunds and a window, and failed sign-ins have a log', () => {
  const names: string[] = [];
  const record = (name: string, windowMs: number) => void names.push(`${name} ${windowMs}`);
  const store = { log: record, windows: record } as unknown as LimitStore;

  createRateLimiter(
    mapRateLimits(() => 1),
    store,
  );

  const buckets = Object.keys(mapRateLimits(() => 1));
  expect(names.toSorted()).toEqual(
    [
      ...buckets.flatMap((name) => [`calls:${name} 60000`, `refunds:${name} 60000`, `${name} 60000`]),
      'failed-sign-ins 900000',
    ].toSorted(),
  );
});

test.each([
  [1, 'log'],
  [1_000, 'log'],
  [1_001, 'window'],
])('the calls of a limit of %i are counted in a %s', async (limit, place) => {
  const used: string[] = [];
  const store: LimitStore = {
    log: (name, windowMs) => {
      const log = MEMORY_STORE.log(name, windowMs);
      return {
        readAndRecord: (...call) => {
          if (name.startsWith('calls')) used.push('log');
          return log.readAndRecord(...call);
        },
      };
    },
    windows: (name, windowMs) => {
      const windows = MEMORY_STORE.windows(name, windowMs);
      return {
        take: (...taken) => {
          used.push('window');
          return windows.take(...taken);
        },
        get: (owner) => {
          used.push('window');
          return windows.get(owner);
        },
      };
    },
  };
  const limiter = createRateLimiter(
    mapRateLimits(() => limit),
    store,
  );
  const hit = { bucket: 'public-ip', owner: 'ada' } as const;

  await limiter.countCall(hit);
  const status = await limiter.peek(hit);

  expect([used, status?.remaining]).toEqual([[place, place], limit - 1]);
});

test('a refund that the store does not make leaves the status as it was; a refund of 0 points or after the window is not sent to the store', async () => {
  const refunds: number[] = [];
  const windows = () => ({
    take: () =>
      Promise.resolve({
        count: { consumedPoints: 4, msBeforeNext: 1000 },
        refund: (unused: number) => {
          refunds.push(unused);
          return Promise.resolve(null);
        },
      }),
    get: () => Promise.resolve(null),
  });
  const store: LimitStore = { ...MEMORY_STORE, windows };
  const limiter = createRateLimiter(
    mapRateLimits(() => 10),
    store,
  );

  const taken = await limiter.takePoints({ bucket: 'graphql-points', owner: 'ada' }, 4);
  const within = [await taken?.refund(2), await taken?.refund(0)];
  vi.advanceTimersByTime(999);
  const last = await taken?.refund(3);
  vi.advanceTimersByTime(1);
  const tooLate = await taken?.refund(4);

  expect([...within, last, tooLate]).toEqual(Array(4).fill(taken?.status));
  expect([taken?.status.remaining, refunds]).toEqual([6, [2, 3]]);
});

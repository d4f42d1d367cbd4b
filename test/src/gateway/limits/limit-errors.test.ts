// The errors of limits, and the counts of calls and points.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPointsError, createRateLimitError } from '../../../../src/gateway/limits/rate-limit-errors.ts';
import { observeRateLimiter } from '../../../../src/gateway/limits/rate-limit-pressure.ts';
import type { RateLimiter } from '../../../../src/gateway/limits/rate-limiter.ts';
import { Reservations } from '../../../../src/gateway/limits/reservations.ts';
import { toLogStatus } from '../../../../src/gateway/limits/call-limiter.ts';
import { createSingleProcess } from '../../../../src/workers/process-group.ts';
import { mapRateLimits } from '../../../../schema/rate-limit-buckets.ts';
import { TestClock } from '../../../support/board/clock.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const STATUS = {
  policy: 'graphql-points',
  limit: 100,
  remaining: 30,
  windowSeconds: 60,
  resetSeconds: 41,
} as const;

describe('a document that needs more points than are left', () => {
  const refuse = (requested: number, reserved: number) => {
    const { code, message, rateLimit, members } = createPointsError(STATUS, requested, reserved);
    return { code, message, rateLimit, members };
  };

  test('may be sent again soon if running documents have reserved the rest', () => {
    expect(refuse(80, 50)).toEqual({
      code: 'rate_limited',
      message:
        'This document can cost 80 points; 30 are left of 100 in 60 s, and running documents return the points they do not use. Wait 1 s.',
      rateLimit: STATUS,
      members: { retry_after: 1, violated_policies: ['graphql-points'], requested: 80, remaining: 30 },
    });
  });

  test('has to wait for the next window if more points are needed than running documents can return', () => {
    expect(refuse(81, 50)).toEqual({
      code: 'rate_limited',
      message: 'This document can cost 81 points; 30 are left of 100 in 60 s. Ask for less, or wait 41 s.',
      rateLimit: STATUS,
      members: { retry_after: 41, violated_policies: ['graphql-points'], requested: 81, remaining: 30 },
    });
  });
});

test('the error for a call over the limit names the limit, and the time after which to call again', () => {
  const { code, message, rateLimit, members } = createRateLimitError(STATUS);

  expect({ code, message, rateLimit, members }).toEqual({
    code: 'rate_limited',
    message: 'At most 100 requests in 60 s (graphql-points)',
    rateLimit: STATUS,
    members: { retry_after: 41, violated_policies: ['graphql-points'] },
  });
});

test('the points that running documents have reserved are counted by bucket and owner until the documents end', () => {
  const reservations = new Reservations();
  const hit = (bucket: 'graphql-points' | 'graphql-points-anon', owner: string) => ({ bucket, owner });
  const [ada, bob, other] = [
    hit('graphql-points', 'ada'),
    hit('graphql-points', 'bob'),
    hit('graphql-points-anon', 'ada'),
  ];
  const read = () => [ada, bob, other].map((each) => reservations.of(each));
  const release = reservations.add(ada, 5);
  reservations.add(ada, 7);
  reservations.add(other, 2);
  const before = read();
  release();
  release();

  expect([before, read()]).toEqual([
    [12, 0, 2],
    [7, 0, 2],
  ]);
});

test('a limit resets when its oldest call leaves the window, in whole seconds and at least one', () => {
  const limit = { policy: 'anon', limit: 3, windowSeconds: 60 } as const;
  const now = Date.now();
  const stateOf = (...ages: readonly number[]) => {
    const { remaining, resetSeconds } = toLogStatus(
      limit,
      ages.map((age) => now - age),
    );
    return [remaining, resetSeconds];
  };

  expect([stateOf(), stateOf(0), stateOf(59_001, 5), stateOf(59_000), stateOf(60_000, 3, 2, 1)]).toEqual([
    [3, 60],
    [2, 60],
    [1, 1],
    [2, 1],
    [0, 1],
  ]);
});

describe('the pressure on the limits', () => {
  /** A limiter that refuses a call if the test says so. Its limit `anon` is off. */
  function open() {
    const clock = new TestClock();
    const outcome = { isAllowed: true };
    const count: unknown = ({ bucket }: { bucket: string }) =>
      Promise.resolve(bucket === 'anon' ? null : { ...outcome });
    const limits = mapRateLimits((bucket) => (bucket === 'anon' ? 0 : 9));
    const limiter = observeRateLimiter({ countCall: count, takePoints: count } as unknown as RateLimiter, {
      limits,
      clock,
      processes: createSingleProcess(),
    });
    const call = (bucket: 'public-ip' | 'creator' | 'anon', isAllowed = true) => {
      outcome.isAllowed = isAllowed;
      return limiter.countCall({ bucket, owner: 'ada' });
    };
    return { limiter, clock, call };
  }

  test('has the calls and refusals of each limit and minute of the last hour', async () => {
    const { limiter, clock, call } = open();
    // It is now the second half of a minute.
    clock.advance({ seconds: 105 - ((clock.now().getTime() / 1000) % 60) });
    const start = Math.floor(clock.now().getTime() / 60_000) * 60_000;
    await call('public-ip');
    clock.advance({ minutes: 59 });
    await call('creator', false);
    await call('anon', false);
    await limiter.takePoints({ bucket: 'public-ip', owner: 'bob' }, 5);
    const within = await limiter.readPressure();
    clock.advance({ minutes: 1 });
    const later = await limiter.readPressure();

    const used = ({ limits, minutes }: typeof within) => [
      limits.filter(({ calls }) => calls > 0),
      minutes.filter(({ calls }) => calls > 0),
    ];
    const last = { start: new Date(start + 59 * 60_000), calls: 2, refused: 2 };
    expect(used(within)).toEqual([
      [
        { bucket: 'public-ip', limit: 9, calls: 2, refused: 1 },
        { bucket: 'creator', limit: 9, calls: 1, refused: 1 },
      ],
      [{ start: new Date(start), calls: 1, refused: 0 }, last],
    ]);
    expect(used(later)).toEqual([
      [
        { bucket: 'public-ip', limit: 9, calls: 1, refused: 1 },
        { bucket: 'creator', limit: 9, calls: 1, refused: 1 },
      ],
      [last],
    ]);
    expect([within.minutes.length, within.limits.find(({ bucket }) => bucket === 'anon')]).toEqual([
      60,
      { bucket: 'anon', limit: 0, calls: 0, refused: 0 },
    ]);
    expect([limiter.totals['public-ip'], limiter.totals.anon]).toEqual([
      { calls: 2, refused: 1 },
      { calls: 0, refused: 0 },
    ]);
  });
});

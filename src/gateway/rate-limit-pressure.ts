import type { Pressure, CallCounts } from '../../schema/meter.ts';
import { type RateLimitBucket, RATE_LIMIT_BUCKETS, type RateLimits } from '../../schema/rate-limits.ts';
import type { Clock } from '../../schema/clock.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** Counters that also know how much was drawn of late. */
export interface ObservedRateLimiter extends RateLimiter {
  readonly pressure: () => Pressure;
}

const MINUTE = 60_000;
const MINUTES = 60;

interface Count {
  calls: number;
  refused: number;
}

type Minute = Readonly<Record<RateLimitBucket, Count>>;

const createMinute = () =>
  Object.fromEntries(
    RATE_LIMIT_BUCKETS.map((bucket) => [bucket, { calls: 0, refused: 0 }]),
  ) as unknown as Minute;

/** Keeps count of draws, minute by minute, for an hour: an operator sees where callers press against their limits. */
export function observeRateLimiter(
  counters: RateLimiter,
  { limits, clock }: { readonly limits: RateLimits; readonly clock: Clock },
): ObservedRateLimiter {
  /** By number of the minute. */
  const minutes = new Map<number, Minute>();
  const current = () => Math.floor(clock.now().getTime() / MINUTE);

  function tallyOf(minute: number): Minute {
    const known = minutes.get(minute);
    if (known) return known;
    for (const old of minutes.keys()) if (old <= minute - MINUTES) minutes.delete(old);
    const made = createMinute();
    minutes.set(minute, made);
    return made;
  }

  return {
    ...counters,
    consume: async (draw, points) => {
      const drawn = await counters.consume(draw, points);
      const count = drawn && tallyOf(current())[draw.bucket];
      if (!count) return drawn;
      count.calls += 1;
      if (!drawn.isAllowed) count.refused += 1;
      return drawn;
    },
    pressure: () => toPressure(minutes, { last: current(), limits }),
  };
}

interface Hour {
  readonly last: number;
  readonly limits: RateLimits;
}

function toPressure(minutes: ReadonlyMap<number, Minute>, { last, limits }: Hour): Pressure {
  const numbers = Array.from({ length: MINUTES }, (_, i) => last - MINUTES + 1 + i);
  const hour = numbers.map((number) => minutes.get(number) ?? NOTHING);
  return {
    policies: RATE_LIMIT_BUCKETS.map((policy) => ({
      policy,
      limit: limits[policy],
      ...sumOf(hour.map((minute) => minute[policy])),
    })),
    minutes: numbers.map((number, i) => ({
      start: new Date(number * MINUTE),
      ...sumOf(Object.values(hour[i] ?? NOTHING)),
    })),
  };
}

const NOTHING = createMinute();

const sumOf = (counts: readonly Count[]): CallCounts => ({
  calls: counts.reduce((sum, { calls }) => sum + calls, 0),
  refused: counts.reduce((sum, { refused }) => sum + refused, 0),
});

import { LRUCache } from 'lru-cache';
import type { Clock } from '../../schema/clock.ts';
import type { CallCounts, Pressure } from '../../schema/meter.ts';
import { mapRateLimits, type RateLimitBucket, type RateLimits } from '../../schema/rate-limit-buckets.ts';
import type { RateLimitHit } from '../../schema/rate-limits.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { MINUTE_MS } from '../../schema/values/durations.ts';

/** A rate limiter that also reports how its limits were used in the last hour. */
export interface ObservedRateLimiter extends RateLimiter {
  readonly pressure: () => Pressure;
  /** The calls since the start. */
  readonly totals: BucketCounts;
}

const OBSERVED_MINUTES = 60;

export type BucketCounts = Readonly<Record<RateLimitBucket, { calls: number; refused: number }>>;

const createCounts = (): BucketCounts => mapRateLimits(() => ({ calls: 0, refused: 0 }));

/** Wraps a rate limiter and counts calls and refusals per minute for an hour, for the console. */
export function observeRateLimiter(
  rateLimiter: RateLimiter,
  { limits, clock }: { readonly limits: RateLimits; readonly clock: Clock },
): ObservedRateLimiter {
  /** By minute since the epoch. */
  const minutes = new LRUCache<number, BucketCounts>({ max: OBSERVED_MINUTES });
  const totals = createCounts();
  const currentMinute = () => Math.floor(clock.now().getTime() / MINUTE_MS);

  function countsOf(minute: number): BucketCounts {
    const known = minutes.get(minute);
    if (known) return known;
    const counts = createCounts();
    minutes.set(minute, counts);
    return counts;
  }

  function observe<Outcome extends { readonly isAllowed: boolean } | null>(
    { bucket }: RateLimitHit,
    outcome: Outcome,
  ): Outcome {
    if (!outcome) return outcome;
    for (const counts of [totals[bucket], countsOf(currentMinute())[bucket]]) {
      counts.calls += 1;
      if (!outcome.isAllowed) counts.refused += 1;
    }
    return outcome;
  }

  return {
    ...rateLimiter,
    totals,
    countCall: async (hit) => observe(hit, await rateLimiter.countCall(hit)),
    takePoints: async (hit, points) => observe(hit, await rateLimiter.takePoints(hit, points)),
    pressure: () => toPressure(minutes, currentMinute(), limits),
  };
}

/** Sums the counts of the hour that ends with the minute `last`. */
function toPressure(minutes: LRUCache<number, BucketCounts>, last: number, limits: RateLimits): Pressure {
  const numbers = Array.from({ length: OBSERVED_MINUTES }, (_, i) => last - OBSERVED_MINUTES + 1 + i);
  const hour = numbers.map((number) => minutes.peek(number) ?? NO_CALLS);
  return {
    policies: Object.values(
      mapRateLimits((policy) => ({
        policy,
        limit: limits[policy],
        ...sumOf(hour.map((minute) => minute[policy])),
      })),
    ),
    minutes: numbers.map((number, i) => ({
      start: new Date(number * MINUTE_MS),
      ...sumOf(Object.values(hour[i] ?? NO_CALLS)),
    })),
  };
}

const NO_CALLS = createCounts();

const sumOf = (counts: readonly CallCounts[]): CallCounts => ({
  calls: counts.reduce((sum, { calls }) => sum + calls, 0),
  refused: counts.reduce((sum, { refused }) => sum + refused, 0),
});

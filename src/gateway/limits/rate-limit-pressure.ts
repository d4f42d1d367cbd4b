import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../schema/clock.ts';
import type { CallCounts, Pressure } from '../../../schema/meter.ts';
import { mapRateLimits, type RateLimitBucket, type RateLimits } from '../../../schema/rate-limit-buckets.ts';
import type { RateLimitHit } from '../../../schema/rate-limits.ts';
import type { ProcessGroup } from '../../workers/process-group.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { MINUTE_MS } from '../../../schema/values/durations.ts';

/** A rate limiter that also reports how the limits of the board were used in the last hour. */
export interface ObservedRateLimiter extends RateLimiter {
  readonly readPressure: () => Promise<Pressure>;
  /** Reports a call that was refused after a `peek`, which counts no call against the limit. */
  readonly reportRefusal: (hit: RateLimitHit) => void;
  /** Counts since the start of the process. A document that takes points counts as a call. */
  readonly totals: BucketCounts;
}

const OBSERVED_MINUTES = 60;

export type BucketCounts = Readonly<Record<RateLimitBucket, { calls: number; refused: number }>>;

/** The counts of one process, by minute since the epoch. */
type CountsByMinute = readonly (readonly [minute: number, counts: BucketCounts])[];

const TOPIC = 'pressure';

const createCounts = (): BucketCounts => mapRateLimits(() => ({ calls: 0, refused: 0 }));

/**
 * Wraps a rate limiter and counts calls and refusals per minute for an hour, for the console. `readPressure` sums the counts of all
 * `processes`; `totals` are those of this process.
 */
export function observeRateLimiter(
  rateLimiter: RateLimiter,
  {
    limits,
    clock,
    processes,
  }: { readonly limits: RateLimits; readonly clock: Clock; readonly processes: ProcessGroup },
): ObservedRateLimiter {
  /** By minute since the epoch. */
  const minutes = new LRUCache<number, BucketCounts>({ max: OBSERVED_MINUTES });
  const totals = createCounts();
  const currentMinute = () => Math.floor(clock.now().getTime() / MINUTE_MS);

  function countsOf(minute: number): BucketCounts {
    const existingCounts = minutes.get(minute);
    if (existingCounts) return existingCounts;
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

  processes.handle(TOPIC, () => [...minutes.entries()] satisfies CountsByMinute);

  return {
    ...rateLimiter,
    totals,
    countCall: async (hit) => observe(hit, await rateLimiter.countCall(hit)),
    takePoints: async (hit, points) => observe(hit, await rateLimiter.takePoints(hit, points)),
    reportRefusal: (hit) => void observe(hit, { isAllowed: false }),
    readPressure: async () =>
      toPressure((await processes.gather<CountsByMinute>(TOPIC)).flat(), currentMinute(), limits),
  };
}

/** Sums the counts of the hour that ends with the minute `last`. */
function toPressure(counts: CountsByMinute, last: number, limits: RateLimits): Pressure {
  const byMinute = Map.groupBy(counts, ([minute]) => minute);
  const hour = Array.from({ length: OBSERVED_MINUTES }, (_, i) => {
    const minute = last - OBSERVED_MINUTES + 1 + i;
    return { minute, counts: (byMinute.get(minute) ?? []).map(([, each]) => each) };
  });
  return {
    limits: Object.values(
      mapRateLimits((bucket) => ({
        bucket,
        limit: limits[bucket],
        ...sumOf(hour.flatMap((minute) => minute.counts.map((each) => each[bucket]))),
      })),
    ),
    minutes: hour.map((minute) => ({
      start: new Date(minute.minute * MINUTE_MS),
      ...sumOf(minute.counts.flatMap((each) => Object.values(each))),
    })),
  };
}

const sumOf = (counts: readonly CallCounts[]): CallCounts => ({
  calls: counts.reduce((sum, { calls }) => sum + calls, 0),
  refused: counts.reduce((sum, { refused }) => sum + refused, 0),
});

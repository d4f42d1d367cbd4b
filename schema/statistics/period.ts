// The period of a statistic and its buckets.
import { BoardError } from '../contract.ts';
import { DAY_MS } from '../values/durations.ts';
import { bucketsIn, type BucketSize, minBucketsIn, type Period } from './buckets.ts';

/** Maximum length of a period in days. */
const MAX_DAYS = 366;

/**
 * A period of `MAX_DAYS` that begins within a day overlaps one day more, and another one if it begins in winter time and ends in
 * summer time: its local times are an hour longer.
 */
const MAX_BUCKETS = MAX_DAYS + 2;

/** Length of a period without `since`, by the size of its buckets. */
const DEFAULT_DAYS = { week: 182, day: 30, hour: 7 } as const;

/** How long counts are cached. A shared response adds up to five seconds: statistics are at most 15 s old. */
export const WINDOW_MS = 10_000;

/** Returns the next multiple of `WINDOW_MS` after an instant, so that statements about the present share a cache entry. */
export const windowEnd = (instant: Date): Date =>
  new Date((Math.floor(instant.getTime() / WINDOW_MS) + 1) * WINDOW_MS);

/**
 * Returns the period of the arguments. Without `until` it ends at `windowEnd(now)`; without `since` it has the
 * `DEFAULT_DAYS` of the size. Throws `validation_failed` if the period is empty or longer than `MAX_DAYS`.
 */
export function readPeriod(
  { since, until }: { readonly since?: Date | null | undefined; readonly until?: Date | null | undefined },
  now: Date,
  size: BucketSize = 'day',
): Period {
  const end = until ?? now;
  const roundedEnd = until ?? windowEnd(now);
  const start = since ?? new Date(roundedEnd.getTime() - DEFAULT_DAYS[size] * DAY_MS);
  const days = (end.getTime() - start.getTime()) / DAY_MS;
  if (days <= 0) throw createPeriodError('until', 'Must be later than `since`');
  if (days > MAX_DAYS) throw createPeriodError('since', `Must be at most ${MAX_DAYS} days before \`until\``);
  return { since: start, until: roundedEnd };
}

/**
 * Returns the buckets that overlap the period, cut at its ends. Throws `validation_failed` if there are more than `MAX_BUCKETS`.
 */
export function bucketsOf(period: Period, size: BucketSize, timeZone: string): ReturnType<typeof bucketsIn> {
  const count = minBucketsIn(period, size);
  const buckets = count > MAX_BUCKETS ? [] : bucketsIn(period, size, timeZone);
  const foundCount = Math.max(count, buckets.length);
  if (foundCount > MAX_BUCKETS)
    throw createPeriodError(
      'per',
      `Must divide the period into at most ${MAX_BUCKETS} buckets (got ${foundCount})`,
    );
  return buckets;
}

const createPeriodError = (argument: string, msg: string) =>
  new BoardError('validation_failed', 'The period is not valid', {
    issues: [{ path: [argument], msg, type: 'period' }],
  });

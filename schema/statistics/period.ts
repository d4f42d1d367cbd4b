// A stretch of time that statistics are asked for, and the buckets it falls into.
import { BoardError } from '../contract.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What is counted together: a day or an hour, in UTC. */
export const BUCKET_MS = { day: DAY, hour: HOUR } as const;
export type BucketSize = keyof typeof BUCKET_MS;

/** So many days at most, and so many buckets. */
export const MAX_DAYS = 366;

/** How long a period is where only its end is said. */
const STANDARD_DAYS = { day: 30, hour: 7 } as const;

/** How long what was counted is good for. */
export const WINDOW_MS = 10_000;

/** When the window ends that an instant is in: the present, in steps, so that statements about it are the same for a while. */
export const windowEnd = (instant: Date): Date =>
  new Date((Math.floor(instant.getTime() / WINDOW_MS) + 1) * WINDOW_MS);

/** From `since`, up to and without `until`. */
export interface Period {
  readonly since: Date;
  readonly until: Date;
}

interface PeriodArgs {
  readonly since?: Date | null | undefined;
  readonly until?: Date | null | undefined;
}

/**
 * By default the last thirty days, the last seven where hours are counted. Throws `validation_failed` for what is no
 * period, or longer than 366 days.
 */
export function readPeriod({ since, until }: PeriodArgs, now: Date, size: BucketSize = 'day'): Period {
  const end = until ?? now;
  const last = until ?? windowEnd(now);
  const start = since ?? new Date(last.getTime() - STANDARD_DAYS[size] * DAY);
  const days = (end.getTime() - start.getTime()) / DAY;
  if (days <= 0) throw refuse('until', 'Must be later than `since`');
  if (days > MAX_DAYS) throw refuse('since', `Must be at most ${MAX_DAYS} days before \`until\``);
  return { since: start, until: last };
}

/** The buckets that a period touches, cut at its ends. Throws `validation_failed` where they are more than 366. */
export function bucketsOf({ since, until }: Period, size: BucketSize): readonly Period[] {
  const width = BUCKET_MS[size];
  const [first, last] = [Math.floor(since.getTime() / width), Math.ceil(until.getTime() / width)];
  // Days are one more than 366 where the period begins within one.
  if (last - first > MAX_DAYS + 1) throw refuse('per', `Must make at most ${MAX_DAYS} buckets of the period`);
  return Array.from({ length: last - first }, (_, i) => ({
    since: new Date(Math.max((first + i) * width, since.getTime())),
    until: new Date(Math.min((first + i + 1) * width, until.getTime())),
  }));
}

/** Where the bucket begins that an instant is in. */
export const bucketStart = (instant: Date, size: BucketSize): Date =>
  new Date(Math.floor(instant.getTime() / BUCKET_MS[size]) * BUCKET_MS[size]);

const refuse = (argument: string, msg: string) =>
  new BoardError('validation_failed', 'The input is outside its bounds', {
    issues: [{ path: [argument], msg, type: 'period' }],
  });

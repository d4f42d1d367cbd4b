// The buckets of a period: hours, days and weeks of a time zone.
import { LRUCache } from 'lru-cache';
import { maxEntries } from '../../prisma/client.ts';
import { DAY_MS, HOUR_MS } from '../values/durations.ts';
import { text } from '../values/validators.ts';

/** Length of a bucket. */
export type BucketSize = 'hour' | 'day' | 'week';

/** From `since`, inclusive, to `until`, exclusive. */
export interface Period {
  readonly since: Date;
  readonly until: Date;
}

/** Usual lengths: when clocks change, a day has an hour more or less. */
const WIDTH_MS = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS } as const satisfies Record<
  BucketSize,
  number
>;

/** The epoch was a Thursday; weeks begin on Mondays. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** The name of a time zone of the IANA database. */
export const timeZoneName = () => text({ min: 1, max: 64 }).refine(isTimeZone, 'Must be a time zone (IANA)');

function isTimeZone(name: string): boolean {
  // `Intl` also takes offsets, such as `+05:30`.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The end of a formatted time, such as `GMT-00:44:30`. */
const OFFSET = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

/** Creates a function that returns the difference of a zone’s local time to UTC at an instant, in milliseconds. */
function createOffset(timeZone: string): (time: number) => number {
  if (timeZone === 'UTC') return () => 0;
  const format = new Intl.DateTimeFormat('en', { timeZoneName: 'longOffset', timeZone });
  return (time) => {
    const [, sign, hours = 0, minutes = 0, seconds = 0] = OFFSET.exec(format.format(time)) ?? [];
    const offset = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
    return (sign === '-' ? -1 : 1) * offset * 1000;
  };
}

/** Creates a function that returns the start of the bucket that contains an instant. */
function createStartOf(size: BucketSize, timeZone: string): (time: number) => number {
  const offsetAt = createOffset(timeZone);
  const width = WIDTH_MS[size];
  const origin = size === 'week' ? FIRST_MONDAY_MS : 0;
  return (time) => {
    const offset = offsetAt(time);
    const local = Math.floor((time + offset - origin) / width) * width + origin;
    // The offset may have changed since the bucket began.
    return size === 'hour' ? local - offset : local - offsetAt(local - offset);
  };
}

/** Creates a function that returns the start of the bucket after the one that starts at an instant. */
function createNextOf(size: BucketSize, startOf: (time: number) => number): (start: number) => number {
  return (start) => {
    // An instant in the next bucket: the start of the next hour, but the middle of the next day or week, because the length of
    // this one may differ by an hour.
    let time = start + (size === 'hour' ? 1 : 1.5) * WIDTH_MS[size];
    let next = startOf(time);
    // Where a time zone repeated a calendar day, `next` is still the start of the same bucket.
    while (next <= start) next = startOf((time += WIDTH_MS[size] / 2));
    return next;
  };
}

/** Functions that return the starts of buckets of one size in one time zone. */
interface Calendar {
  readonly startOf: (time: number) => number;
  readonly nextOf: (start: number) => number;
}

/** Calendars by size and time zone. */
const calendars = new LRUCache<string, Calendar>(maxEntries(100));

/** A year of days. */
const MAX_CACHED_STARTS = 400;

/**
 * Returns the calendar of a time zone. It caches starts: a year of days formats some 750 times, which takes several milliseconds, and
 * a document may have dozens of such periods.
 */
function calendarOf(size: BucketSize, timeZone: string): Calendar {
  const key = `${size} ${timeZone.toLowerCase()}`;
  const known = calendars.get(key);
  if (known) return known;
  const startOf = createStartOf(size, timeZone);
  const computeNext = createNextOf(size, startOf);
  const nextStarts = new LRUCache<number, number>(maxEntries(MAX_CACHED_STARTS));
  const nextOf = (start: number): number => {
    const next = nextStarts.get(start) ?? computeNext(start);
    nextStarts.set(start, next);
    return next;
  };
  const calendar = { startOf, nextOf };
  calendars.set(key, calendar);
  return calendar;
}

/** Returns the buckets that overlap the period, cut at its ends. `start` is the start of the whole bucket. */
export function bucketsIn(
  { since, until }: Period,
  size: BucketSize,
  timeZone: string,
): readonly (Period & { readonly start: Date })[] {
  const { startOf, nextOf } = calendarOf(size, timeZone);
  const buckets = [];
  for (let start = startOf(since.getTime()); start < until.getTime();) {
    const end = nextOf(start);
    buckets.push({
      start: new Date(start),
      since: new Date(Math.max(start, since.getTime())),
      until: new Date(Math.min(end, until.getTime())),
    });
    start = end;
  }
  return buckets;
}

/** Returns approximately the minimum number of buckets in the period, without computing the buckets. */
export const minBucketsIn = ({ since, until }: Period, size: BucketSize): number =>
  Math.floor((until.getTime() - since.getTime()) / WIDTH_MS[size]);

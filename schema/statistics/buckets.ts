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

/** Creates a function that formats an instant to return the difference of a zone’s local time to UTC, in milliseconds. */
function createFormattedOffset(timeZone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZoneName: 'longOffset', timeZone });
  return (time) => {
    const [, sign, hours = 0, minutes = 0, seconds = 0] = OFFSET.exec(format.format(time)) ?? [];
    const offset = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
    return (sign === '-' ? -1 : 1) * offset * 1000;
  };
}

/**
 * If the offset is the same at both ends of such a step, it is the same in between: no time zone of the IANA database has changed
 * its offset and changed it back within 3 days. The shortest such time is 4 days, in Africa/Freetown in 1939.
 */
const STEP_MS = 3 * DAY_MS;

/** Per time zone: enough for the steps of 3 years, and for times near changes of the clocks. */
const MAX_CACHED_OFFSETS = 500;

/**
 * Creates a function that returns the difference of a zone’s local time to UTC at an instant, in milliseconds. Formatting takes some
 * 10 µs: for each day of a year it would take 8 ms, and a document may have dozens of such periods.
 */
function createOffset(timeZone: string): (time: number) => number {
  const computeOffset = createFormattedOffset(timeZone);
  const offsets = new LRUCache<number, number>(maxEntries(MAX_CACHED_OFFSETS));
  const cachedOffset = (time: number): number => {
    const known = offsets.get(time);
    if (known !== undefined) return known;
    const offset = computeOffset(time);
    offsets.set(time, offset);
    return offset;
  };
  return (time) => {
    const step = Math.floor(time / STEP_MS) * STEP_MS;
    const offset = cachedOffset(step);
    return offset === cachedOffset(step + STEP_MS) ? offset : cachedOffset(time);
  };
}

/** The functions of `createOffset` by time zone. */
const offsetFunctions = new LRUCache<string, (time: number) => number>(maxEntries(100));

/** Returns the function of `createOffset` for a time zone, whose name may be in upper or lower case. */
function offsetOf(timeZone: string): (time: number) => number {
  const key = timeZone.toLowerCase();
  if (key === 'utc') return () => 0;
  const offsetAt = offsetFunctions.get(key) ?? createOffset(timeZone);
  offsetFunctions.set(key, offsetAt);
  return offsetAt;
}

/** Creates a function that returns the start of the bucket that contains an instant. */
function createStartOf(size: BucketSize, timeZone: string): (time: number) => number {
  const offsetAt = offsetOf(timeZone);
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

/** Returns the buckets that overlap the period, cut at its ends. `start` is the start of the whole bucket. */
export function bucketsIn(
  { since, until }: Period,
  size: BucketSize,
  timeZone: string,
): readonly (Period & { readonly start: Date })[] {
  const startOf = createStartOf(size, timeZone);
  const nextOf = createNextOf(size, startOf);
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

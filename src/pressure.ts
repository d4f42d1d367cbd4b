import {
  type Bucket,
  BUCKETS,
  type Clock,
  type Limits,
  type Pressure,
  type Tally,
} from '../schema/context.ts';
import type { Counters } from './limits.ts';

/** Counters that also know how much was drawn of late. */
export interface WatchedCounters extends Counters {
  readonly pressure: () => Pressure;
}

const MINUTE = 60_000;
const MINUTES = 60;

interface Count {
  calls: number;
  refused: number;
}

type Minute = Readonly<Record<Bucket, Count>>;

const createMinute = () =>
  Object.fromEntries(BUCKETS.map((bucket) => [bucket, { calls: 0, refused: 0 }])) as unknown as Minute;

/** Keeps count of draws, minute by minute, for an hour: an operator sees where callers press against their limits. */
export function watchCounters(
  counters: Counters,
  { limits, clock }: { readonly limits: Limits; readonly clock: Clock },
): WatchedCounters {
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
    draw: async (draw, points) => {
      const drawn = await counters.draw(draw, points);
      const count = drawn && tallyOf(current())[draw.bucket];
      if (!count) return drawn;
      count.calls += 1;
      if (!drawn.admitted) count.refused += 1;
      return drawn;
    },
    pressure: () => toPressure(minutes, { last: current(), limits }),
  };
}

interface Hour {
  readonly last: number;
  readonly limits: Limits;
}

function toPressure(minutes: ReadonlyMap<number, Minute>, { last, limits }: Hour): Pressure {
  const numbers = Array.from({ length: MINUTES }, (_, i) => last - MINUTES + 1 + i);
  const hour = numbers.map((number) => minutes.get(number) ?? NOTHING);
  return {
    policies: BUCKETS.map((policy) => ({
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

const sumOf = (counts: readonly Count[]): Tally => ({
  calls: counts.reduce((sum, { calls }) => sum + calls, 0),
  refused: counts.reduce((sum, { refused }) => sum + refused, 0),
});

import type { Clock } from '../../../schema/clock.ts';

const UNITS = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** A clock that moves only when a test calls `advance`. */
export class TestClock implements Clock {
  #now = Date.now();

  now(): Date {
    return new Date(this.#now);
  }

  advance(span: Partial<Record<keyof typeof UNITS, number>>): void {
    for (const [unit, count] of Object.entries(span)) this.#now += count * UNITS[unit as keyof typeof UNITS];
  }
}

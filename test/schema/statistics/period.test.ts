import { describe, expect, test } from 'vitest';
import { bucketsOf, readPeriod, windowEnd } from '../../../schema/statistics/period.ts';

const NOW = new Date('2026-11-21T12:00:03.000Z');
/** The end of the window of ten seconds that contains `NOW`. */
const END = new Date('2026-11-21T12:00:10.000Z');
const DAY_MS = 86_400_000;
const before = (end: Date, days: number) => new Date(end.getTime() - days * DAY_MS);

test.each([
  ['2026-11-21T12:00:00.000Z', '2026-11-21T12:00:10.000Z'],
  ['2026-11-21T12:00:09.999Z', '2026-11-21T12:00:10.000Z'],
  ['2026-11-21T12:00:10.000Z', '2026-11-21T12:00:20.000Z'],
])('the window of %s ends at %s', (instant, end) => {
  expect(windowEnd(new Date(instant)).toISOString()).toBe(end);
});

describe('a period', () => {
  test('is the last 30 days by default, the last 7 days if it is divided into hours, and the last 182 days if into weeks', () => {
    const periods = [
      readPeriod({}, NOW),
      ...(['day', 'hour', 'week'] as const).map((size) =>
        readPeriod({ since: null, until: null }, NOW, size),
      ),
    ];

    expect(periods).toEqual([30, 30, 7, 182].map((days) => ({ since: before(END, days), until: END })));
  });

  test('ends at a given `until`, and begins at a given `since` or the default length before its end', () => {
    const until = before(NOW, 5);

    expect(readPeriod({ until }, NOW)).toEqual({ since: before(until, 30), until });
    expect(readPeriod({ since: until }, NOW)).toEqual({ since: until, until: END });
  });

  test('has 366 days at most, and is not empty', () => {
    const fault = (since: Date, until: Date | null = null) => {
      try {
        readPeriod({ since, until }, NOW);
        return null;
      } catch (error) {
        const [issue] = (error as { issues: { path: string[]; msg: string }[] }).issues;
        return [...issue!.path, issue!.msg];
      }
    };
    const long = ['since', 'Must be at most 366 days before `until`'];
    const empty = ['until', 'Must be later than `since`'];

    expect(fault(before(NOW, 366))).toBeNull();
    expect(fault(new Date(before(NOW, 366).getTime() - 1))).toEqual(long);
    expect(fault(before(NOW, 1), before(NOW, 1))).toEqual(empty);
    expect(fault(NOW)).toEqual(empty);
    expect(fault(new Date(NOW.getTime() - 1))).toBeNull();
  });

  test('of 366 days may overlap 368 days of a time zone, if it begins in winter time and ends in summer time', () => {
    const since = new Date('2026-03-28T22:30:00.000Z');
    const period = readPeriod({ since, until: before(since, -366) }, NOW);

    expect(bucketsOf(period, 'day', 'Europe/Oslo')).toHaveLength(368);
  });

  test('is divided into 368 buckets at most', () => {
    const daily = { since: before(NOW, 366), until: NOW };
    const hourly = (hours: number) => ({
      since: new Date('2026-11-01T00:00:00.000Z'),
      until: new Date(Date.parse('2026-11-01T00:00:00.000Z') + hours * 3_600_000),
    });

    expect(bucketsOf(daily, 'day', 'UTC')).toHaveLength(367);
    expect(bucketsOf(hourly(368), 'hour', 'UTC')).toHaveLength(368);
    expect(() => bucketsOf(hourly(369), 'hour', 'UTC')).toThrow(
      expect.objectContaining({
        issues: [
          {
            ...{ path: ['per'], type: 'period' },
            msg: 'Must divide the period into at most 368 buckets (got 369)',
          },
        ],
      }),
    );
  });
});

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type BucketSize, bucketsIn, timeZoneName } from '../../../schema/statistics/buckets.ts';

const startsOf = (since: string, until: string, size: BucketSize, timeZone: string) =>
  bucketsIn({ since: new Date(since), until: new Date(until) }, size, timeZone).map(({ start }) =>
    start.toISOString().slice(0, 16),
  );

describe('the buckets of a period', () => {
  test.each<[string, BucketSize, string, string, string, string[]]>([
    [
      'days in UTC',
      'day',
      'UTC',
      '2026-03-01T10:00Z',
      '2026-03-02T10:00Z',
      ['2026-03-01T00:00', '2026-03-02T00:00'],
    ],
    [
      'days in which the clocks change',
      'day',
      'Europe/Oslo',
      '2026-03-28T12:00Z',
      '2026-03-30T12:00Z',
      ['2026-03-27T23:00', '2026-03-28T23:00', '2026-03-29T22:00'],
    ],
    [
      'weeks, from Monday',
      'week',
      'America/New_York',
      '2026-11-01T12:00Z',
      '2026-11-10T00:00Z',
      ['2026-10-26T04:00', '2026-11-02T05:00', '2026-11-09T05:00'],
    ],
    [
      'hours of a zone whose offset has half an hour',
      'hour',
      'Asia/Kolkata',
      '2026-03-01T10:00Z',
      '2026-03-01T11:00Z',
      ['2026-03-01T09:30', '2026-03-01T10:30'],
    ],
    [
      'hours around the time when the clocks go back',
      'hour',
      'Europe/Oslo',
      '2026-10-25T00:00Z',
      '2026-10-25T03:00Z',
      ['2026-10-25T00:00', '2026-10-25T01:00', '2026-10-25T02:00'],
    ],
    [
      'days of a zone in which a day came twice',
      'day',
      'Pacific/Kwajalein',
      '1969-09-29T00:00Z',
      '1969-10-02T00:00Z',
      ['1969-09-28T13:00', '1969-09-29T13:00', '1969-10-01T12:00'],
    ],
    [
      'days of a zone in which a day was left out',
      'day',
      'Pacific/Apia',
      '2011-12-29T12:00Z',
      '2011-12-31T12:00Z',
      ['2011-12-29T10:00', '2011-12-30T10:00', '2011-12-31T10:00'],
    ],
    [
      'days of an early year',
      'day',
      'Europe/Oslo',
      '0050-01-01T00:00Z',
      '0050-01-02T00:00Z',
      ['0049-12-31T23:06', '0050-01-01T23:06'],
    ],
  ])('are %s', (_name, size, timeZone, since, until, starts) => {
    expect(startsOf(since, until, size, timeZone)).toEqual(starts);
  });

  test('meet without gaps, and are cut at the ends of the period', () => {
    const period = { since: new Date('2026-03-20T12:34Z'), until: new Date('2026-04-02T01:02Z') };

    const buckets = bucketsIn(period, 'day', 'Europe/Oslo');

    expect(buckets[0]?.since).toEqual(period.since);
    expect(buckets.at(-1)?.until).toEqual(period.until);
    expect(buckets.slice(1).map(({ since }) => since)).toEqual(
      buckets.slice(0, -1).map(({ until }) => until),
    );
  });

  test('of a year are computed from few offsets, and those of similar periods from the same offsets', () => {
    const format = vi.spyOn(Intl.DateTimeFormat.prototype as { readonly format: unknown }, 'format', 'get');
    onTestFinished(() => format.mockRestore());
    const bucketsFrom = (milliseconds: number) =>
      bucketsIn(
        { since: new Date(Date.UTC(2023, 0, 1, 6) + milliseconds), until: new Date('2024-01-01T06:00Z') },
        'day',
        'Europe/Sofia',
      );
    const [first] = bucketsFrom(0);
    const before = format.mock.calls.length;

    const others = Array.from({ length: 30 }, (_, i) => bucketsFrom(i));

    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(160);
    expect(format.mock.calls.length - before).toBe(0);
    expect(others.map((buckets) => [buckets.length, buckets[0]?.start])).toEqual(
      Array(30).fill([366, first?.start]),
    );
  });

  test('are exact where clocks were changed for a week', () => {
    expect(startsOf('2000-10-07T12:00Z', '2000-10-16T12:00Z', 'day', 'America/Recife')).toEqual([
      ...['2000-10-07T03:00', '2000-10-08T03:00'],
      ...['09', '10', '11', '12', '13', '14'].map((day) => `2000-10-${day}T02:00`),
      ...['2000-10-15T03:00', '2000-10-16T03:00'],
    ]);
  });
});

describe('a time zone', () => {
  test.each(['UTC', 'europe/oslo', 'Etc/GMT+5', 'EST5EDT'])('is accepted by its name %s', (name) => {
    expect(timeZoneName().safeParse(name).success).toBe(true);
  });

  test.each(['+05:30', '-0530', '+05', '\u221205:00', 'Europe/Nowhere'])('is refused if it is %s', (name) => {
    expect(timeZoneName().safeParse(name).error?.issues).toMatchObject([
      { message: 'Must be a time zone (IANA)' },
    ]);
  });
});

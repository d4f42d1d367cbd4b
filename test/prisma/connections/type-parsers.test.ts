import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import { parseTimestamp } from '../../../prisma/connections/type-parsers.ts';

const driver = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date | number;

const pad = (value: number, length: number) => String(value).padStart(length, '0');

const time = fc
  .record({
    at: fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
    fraction: fc.constantFrom('', '.1', '.12', '.123', '.123456'),
    zone: fc.constantFrom('+00', '+05', '-03', '+05:30', '+00:19:32'),
  })
  .map(({ at, fraction, zone }) => {
    const day = `${pad(at.getUTCFullYear(), 4)}-${pad(at.getUTCMonth() + 1, 2)}-${pad(at.getUTCDate(), 2)}`;
    return `${day} ${at.toISOString().slice(11, 19)}${fraction}${zone}`;
  });

test('a time is parsed as the driver parses it, in any zone and precision', () => {
  fc.assert(
    fc.property(time, (text) => {
      expect(parseTimestamp(text)).toEqual(driver(text));
    }),
  );
});

test('a year below 100 is not taken as 19xx', () => {
  expect(parseTimestamp('0050-01-31 12:00:00.123+00').toISOString()).toBe('0050-01-31T12:00:00.123Z');
});

test('other values are parsed by the driver', () => {
  for (const text of [
    'infinity',
    '-infinity',
    '0044-03-15 12:00:00.000+00 BC',
    '12026-01-31 12:00:00.123+00',
  ])
    expect(parseTimestamp(text)).toEqual(driver(text));
});

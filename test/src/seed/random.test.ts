// The pseudo-random numbers and times of seeded records.
import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/seed/random.ts';
import { generateTimeRange, generateTimes } from '../../../src/seed/record-context.ts';
import { FROM, generateMany } from './contexts.ts';

describe('random numbers', () => {
  test('are the same on every machine for the same seed', () => {
    const numbersOf = (seed: number) => {
      const random = new Random(seed);
      return Array.from({ length: 3 }, () => Math.floor(random.next() * 2 ** 32).toString(16));
    };

    // Computed with another implementation of sfc32.
    expect([numbersOf(1), numbersOf(2 ** 32 + 1)]).toEqual([
      ['8995da7f', '74442f2c', '151a22dd'],
      ['a2c5ec8d', '1cdb1771', 'a31e920f'],
    ]);
    expect(new Random(1).uuid(FROM)).toBe('019b76da-a800-7447-9374-8a1591696927');
  });

  test('have the range and the distribution of their kind', () => {
    const random = new Random(7);
    const draw = <Value>(next: () => Value) => Array.from({ length: 4_000 }, next);
    const share = (values: readonly unknown[], wanted: unknown) =>
      Math.round((10 * values.filter((value) => value === wanted).length) / values.length);

    const integers = draw(() => random.integer(1, 3));
    const picked = draw(() => random.pick(['a', 'b']));
    const zipf = draw(() => random.pickZipf(['a', 'b', 'c']));
    const normal = draw(() => random.logNormal(10, 1)).toSorted((a, b) => a - b);
    const narrow = draw(() => random.logNormal(10)).toSorted((a, b) => a - b);

    expect([...new Set(integers)].toSorted()).toEqual([1, 2, 3]);
    expect([1, 2, 3].map((value) => share(integers, value))).toEqual([3, 3, 3]);
    expect([share(picked, 'a'), share(picked, 'b')]).toEqual([5, 5]);
    expect(['a', 'b', 'c'].map((value) => share(zipf, value))).toEqual([5, 3, 2]);
    expect([
      draw(() => random.chance(0)).includes(true),
      draw(() => random.chance(1)).includes(false),
    ]).toEqual([false, false]);
    expect(
      share(
        draw(() => random.chance(0.3)),
        true,
      ),
    ).toBe(3);
    expect([Math.round(normal[2_000]!), Math.round(normal[3_364]! / 2.718)]).toEqual([10, 10]);
    expect(Math.round(narrow[3_364]! / Math.exp(0.8))).toBe(10);
  });
});

test('times are sorted and in their range, which ends no later than the seeded period', () => {
  const ranges = generateMany((context) => generateTimeRange({ ...context, until: FROM + 1_000 }, 900));
  const times = generateMany((context) =>
    generateTimes(context.random, 5, { from: FROM, until: FROM + 100 }),
  );

  expect(ranges.every(({ from, until }) => from === FROM && until > FROM && until <= FROM + 1_000)).toBe(
    true,
  );
  expect(new Set(ranges.map(({ until }) => until === FROM + 1_000)).size).toBe(2);
  for (const each of times) expect(each).toEqual(each.toSorted((a, b) => a - b));
  expect([Math.min(...times.flat()), Math.max(...times.flat())]).toEqual([FROM, FROM + 99]);
});

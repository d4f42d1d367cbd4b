import { describe, expect, test } from 'vitest';
import { lowerQuartile, median, medianRatio, formatNumber } from '../../bench/measurement/statistics.ts';

describe('benchmark statistics:', () => {
  test('the median is the middle value or the mean of the two middle values; NaN for no values', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(median([7])).toBe(7);
    expect(median([])).toBeNaN();
  });

  test('the median ratio is the ratio of the middle pair, so a slowdown of both values of a pair does not change it', () => {
    const pairs = [
      [200, 100],
      [20, 10],
      [30, 10],
    ] as const;

    expect(medianRatio(pairs)).toBe(2);
  });

  test('the lower quartile of five values is the second smallest; the lower quartile of one value is the value', () => {
    expect(lowerQuartile([9, 1, 5, 2, 7])).toBe(2);
    expect(lowerQuartile([3])).toBe(3);
  });

  test('numbers are formatted with up to three decimals, larger ones with fewer; NaN is a dash', () => {
    expect([1234.5, 12.345, 1.2345, 0.012345, NaN].map(formatNumber)).toEqual([
      '1235',
      '12.3',
      '1.23',
      '0.012',
      '–',
    ]);
  });
});

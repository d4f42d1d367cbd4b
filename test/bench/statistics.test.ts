import { describe, expect, test } from 'vitest';
import { lowerQuartile, median, medianRatio, formatNumber } from '../../bench/measurement/statistics.ts';
import { cutProfile, summarizeProfile } from '../../bench/profile/summary.ts';

describe('benchmark statistics:', () => {
  test('the median is the middle value or the mean of the two middle values', () => {
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

  test('numbers are formatted with up to three decimals: the larger a number, the fewer', () => {
    expect([1234.5, 12.345, 1.2345, 0.012345, NaN].map(formatNumber)).toEqual([
      '1235',
      '12.3',
      '1.23',
      '0.012',
      '–',
    ]);
  });
});

const frame = (functionName: string, url = '') => ({ functionName, url, lineNumber: 0 });

const profile = {
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 4] },
    { id: 2, callFrame: frame('serve', 'file:///board/facades/http/router.ts'), children: [3] },
    { id: 3, callFrame: frame('execute', 'file:///board/node_modules/graphql/execute.js') },
    { id: 4, callFrame: frame('(idle)') },
  ],
  startTime: 0,
  endTime: 50,
  samples: [2, 3, 3, 4, 2],
  timeDeltas: [0, 10, 10, 10, 10],
};

describe('a profile', () => {
  test('has the self and the total share of each part of the code in the busy time', () => {
    const { busyMs, parts } = summarizeProfile(profile, '/board');

    expect(busyMs).toBeCloseTo(0.03);
    expect(parts).toEqual([
      { name: 'graphql', self: 2 / 3, total: 2 / 3 },
      { name: 'facades/http', self: 1 / 3, total: 1 },
    ]);
  });

  test('can be cut to an interval', () => {
    expect(cutProfile(profile, 15, 35).samples).toEqual([3, 4]);
  });
});

import { expect, test } from 'vitest';
import {
  fitPools,
  FULL_CONNECTIONS,
  FULL_POOLS,
  MIN_CONNECTIONS,
} from '../../../prisma/connections/pool-sizes.ts';

const numbers = Array.from({ length: FULL_CONNECTIONS - MIN_CONNECTIONS + 1 }, (_, i) => MIN_CONNECTIONS + i);

test.each(numbers)(
  'the pools of a process with %i connections leave two for other uses, and each has at least one, or two for short transactions',
  (connections) => {
    const pools = fitPools(connections);
    const sizes = Object.values<number>({ ...pools });

    // The other uses are the readiness check and notifications.
    expect(sizes.reduce((sum, size) => sum + size, 2)).toBeLessThanOrEqual(connections);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(1);
    expect(pools.single).toBeGreaterThanOrEqual(2);
  },
);

test('a process with enough connections has full pools', () => {
  expect(fitPools(FULL_CONNECTIONS)).toEqual(FULL_POOLS);
  expect(fitPools(1_000)).toEqual(FULL_POOLS);
});

test.each([
  [8, { reads: 1, single: 2, group: 1, long: 1, expensive: 1 }],
  [15, { reads: 4, single: 4, group: 1, long: 2, expensive: 2 }],
  [27, { reads: 7, single: 7, group: 1, long: 3, expensive: 3 }],
  [28, { reads: 8, single: 8, group: 2, long: 4, expensive: 4 }],
])(
  'the pools of a process with %i connections have the proportions of full pools, rounded down to at least one connection, or two for short transactions',
  (connections, sizes) => {
    expect(fitPools(connections)).toEqual(sizes);
  },
);

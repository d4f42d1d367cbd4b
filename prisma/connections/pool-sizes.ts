/** Maximum connections of each pool of a process. */
export interface PoolSizes {
  readonly reads: number;
  readonly single: number;
  readonly group: number;
  readonly long: number;
  readonly expensive: number;
}

/** The pool sizes of a process with enough connections. */
export const FULL_POOLS: PoolSizes = { reads: 8, single: 8, group: 2, long: 4, expensive: 4 };

/** The pool sizes of a process with few connections. A short transaction that is slow must leave a connection to other callers. */
const MIN_POOLS: PoolSizes = { reads: 1, single: 2, group: 1, long: 1, expensive: 1 };

/** The connections of a process beside its pools: for the readiness check, and for notifications. */
const OTHER_CONNECTIONS = 2;

const sumOf = (sizes: PoolSizes): number =>
  Object.values<number>({ ...sizes }).reduce((sum, size) => sum + size, 0);

/** Connections of a process with full pools. */
export const FULL_CONNECTIONS = sumOf(FULL_POOLS) + OTHER_CONNECTIONS;

/** Connections of a process with the smallest pools. */
export const MIN_CONNECTIONS = sumOf(MIN_POOLS) + OTHER_CONNECTIONS;

/** Returns the pool sizes of a process that may have `connections` connections in all, which must be at least `MIN_CONNECTIONS`. */
export function fitPools(connections: number): PoolSizes {
  const share = Math.min(1, (connections - OTHER_CONNECTIONS) / sumOf(FULL_POOLS));
  const fit = (pool: keyof PoolSizes) => Math.max(MIN_POOLS[pool], Math.floor(FULL_POOLS[pool] * share));
  return {
    reads: fit('reads'),
    single: fit('single'),
    group: fit('group'),
    long: fit('long'),
    expensive: fit('expensive'),
  };
}

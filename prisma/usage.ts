import type { Pool } from 'pg';

/** How busy the connections of a pool are. */
export interface PoolUsage {
  readonly pool: string;
  /** Maximum number of connections. */
  readonly max: number;
  readonly used: number;
  readonly idle: number;
  /** Reads or transactions that wait for a connection or for their turn. */
  readonly waiting: number;
}

/** What group commit has done since the start. */
export interface GroupCommitTotals {
  readonly groups: number;
  /** Writes of these groups. */
  readonly writes: number;
  /** Time that these writes have waited for their group to start, in milliseconds. */
  readonly waitedMs: number;
}

/** A standby of DATABASE_READ_URLS. */
export interface ReplicaUsage {
  readonly name: string;
  /** For how long the primary has been ahead of it, in milliseconds. */
  readonly lagMs: number;
  /** Whether computations may read on it. */
  readonly isUsed: boolean;
  /** Number of computations that have chosen it. */
  readonly chosen: number;
}

/** How busy the database is, as seen by this process. */
export interface DatabaseUsage {
  readonly pools: readonly PoolUsage[];
  readonly groupCommit: GroupCommitTotals;
  readonly replicas: readonly ReplicaUsage[];
}

/** Returns the usage of a pool. `queue` has the work that waits for its turn. */
export function usageOf(name: string, pool: Pool, queue: { readonly waiting: number }): PoolUsage {
  const { totalCount, idleCount, waitingCount, options } = pool;
  return {
    pool: name,
    max: options.max,
    used: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount + queue.waiting,
  };
}

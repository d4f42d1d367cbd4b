import type { Pool, PoolConfig } from 'pg';
import { isDiskFull, isOutage } from './errors.ts';
import { BusyError } from './queues/fair-queue.ts';

const TIMEOUT_MS = 2_000;

/**
 * The pool of the readiness check and of other checks of the server: one connection that stays open, and a time limit for
 * connecting and querying.
 */
export const READINESS_POOL: PoolConfig = {
  max: 1,
  idleTimeoutMillis: 0,
  connectionTimeoutMillis: TIMEOUT_MS,
  // Enforced by the client: a server that hangs does not enforce its own statement_timeout.
  query_timeout: TIMEOUT_MS,
};

/** How long the outcome of a check is reused. */
const REUSE_MS = 1_000;

/** Whether a write has failed because the disk of the server is full. */
export class DiskSpace {
  isFull = false;

  /** To be called with the error of a transaction. */
  record(error: unknown): void {
    if (isDiskFull(error)) this.isFull = true;
  }
}

interface WriteState {
  /** Whether writes do not end: all groups have been running for too long, or a commit gets no response. */
  readonly isStuck: () => boolean;
  readonly diskSpace: DiskSpace;
}

/**
 * Creates a function that throws if a write would fail now: the server does not accept writes, its disk is full, or `isStuck`
 * returns true. Calls during a check and within one second after it share its outcome. The check has its own pool, so it does
 * not wait for busy connections.
 */
export function createReadinessCheck(pool: Pool, { isStuck, diskSpace }: WriteState): () => Promise<void> {
  let outcome: Promise<void> | undefined;
  const expireLater = () => void setTimeout(() => (outcome = undefined), REUSE_MS).unref();
  return async () => {
    if (isStuck()) throw new BusyError();
    if (!outcome) {
      outcome = check(pool, diskSpace);
      outcome.then(expireLater, expireLater);
    }
    await outcome;
  };
}

/** Runs a write that changes nothing. A standby or a read-only server refuses it as it refuses every write. */
async function check(pool: Pool, diskSpace: DiskSpace): Promise<void> {
  await pool.query('delete from channels where false');
  if (!diskSpace.isFull) return;
  await pool.query(TAKE_SPACE).catch(throwOutage);
  diskSpace.isFull = false;
}

/** Takes some 270 KB of disk for a moment. Small writes may succeed on a full disk, because there is space left in files. */
const TAKE_SPACE = `
  create temporary table board_needs_space on commit drop as
  select md5(random()::text) from generate_series(1, 4000)`;

/** Ignores other errors: the role of the board may not be allowed to create temporary tables. */
function throwOutage(error: unknown): void {
  if (isOutage(error)) throw error;
}

import type { Pool, PoolConfig } from 'pg';
import { BusyError } from './queues/fair-queue.ts';

const TIMEOUT_MS = 2_000;

/** The pool of the readiness check: one connection that stays open, and a time limit for connecting and querying. */
export const READINESS_POOL: PoolConfig = {
  max: 1,
  idleTimeoutMillis: 0,
  connectionTimeoutMillis: TIMEOUT_MS,
  // Enforced by the client: a server that hangs does not enforce its own statement_timeout.
  query_timeout: TIMEOUT_MS,
};

/** How long the outcome of a check is reused. */
const REUSE_MS = 1_000;

/**
 * Creates a function that throws if a write would fail now: the server does not accept writes, or `isStuck` returns true.
 * Calls during a check and within one second after it share it. The check has its own pool, so it does not wait for busy
 * connections.
 */
export function createReadinessCheck(pool: Pool, isStuck: () => boolean): () => Promise<void> {
  let outcome: Promise<void> | undefined;
  const expireLater = () => void setTimeout(() => (outcome = undefined), REUSE_MS).unref();
  return async () => {
    if (isStuck()) throw new BusyError();
    if (!outcome) {
      outcome = check(pool);
      outcome.then(expireLater, expireLater);
    }
    await outcome;
  };
}

/** Runs a write that changes nothing. A standby or a read-only server refuses it as it refuses every write. */
async function check(pool: Pool): Promise<void> {
  await pool.query('delete from channels where false');
}

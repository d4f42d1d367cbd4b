import type { Pool, PoolConfig } from 'pg';

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
 * Creates a function that throws if the server does not accept writes. Callers within one second share one check. The
 * check has its own pool, so it does not wait for busy connections.
 */
export function createWritableCheck(pool: Pool): () => Promise<void> {
  let last: { readonly at: number; readonly outcome: Promise<void> } | null = null;
  return () => {
    const now = performance.now();
    if (!last || now - last.at >= REUSE_MS) last = { at: now, outcome: check(pool) };
    return last.outcome;
  };
}

/** Runs a write that changes nothing. A standby or a read-only server refuses it as it refuses every write. */
async function check(pool: Pool): Promise<void> {
  await pool.query('delete from channels where false');
}

import type { Pool, PoolConfig } from 'pg';

const TIMEOUT_MS = 2_000;

/** A connection of its own, kept open; connecting and each check are bounded. */
export const READINESS_POOL: PoolConfig = {
  max: 1,
  idleTimeoutMillis: 0,
  connectionTimeoutMillis: TIMEOUT_MS,
  // The server may be too far gone to keep its own bound.
  query_timeout: TIMEOUT_MS,
};

/** How long a check is good for: callers in between share its outcome. */
const FRESH_MS = 1_000;

/**
 * Checks that the server takes writes, on a connection of its own: it does not wait for those that are busy. Whoever
 * asks while a check runs, or soon after one, shares it.
 */
export function createWritableCheck(pool: Pool): () => Promise<void> {
  let last: { readonly at: number; readonly outcome: Promise<void> } | null = null;
  return () => {
    const now = performance.now();
    if (!last || now - last.at >= FRESH_MS) last = { at: now, outcome: check(pool) };
    return last.outcome;
  };
}

/** Deletes nothing. A standby, or a server that is set to read only, refuses it as it would refuse any write. */
async function check(pool: Pool): Promise<void> {
  await pool.query('delete from channels where false');
}

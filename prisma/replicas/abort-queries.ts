import type { Pool, PoolClient } from 'pg';
import type { InternalClient } from '../transactions/unanswered-commits.ts';

/**
 * Returns a function that breaks the connections of pools, so that their statements fail at once, and the pools remove them. If a
 * server is gone without closing its connections, statements on them would wait for `RESPONSE_TIMEOUT_MS`.
 */
export function createAbort(pools: readonly Pool[]): () => void {
  const clients = new Set<PoolClient>();
  for (const pool of pools) {
    pool.on('connect', (client) => void clients.add(client));
    pool.on('remove', (client) => void clients.delete(client));
  }
  return () => {
    // `client.end()` emits no error, so the pool would keep idle connections that have ended, and lend them.
    for (const client of clients) (client as PoolClient & InternalClient).connection.stream.destroy();
  };
}

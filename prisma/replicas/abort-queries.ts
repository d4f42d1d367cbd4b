import type { Client, Pool, PoolClient } from 'pg';

/**
 * Returns a function that closes the connections of pools, so that their statements fail at once. If a server is gone without
 * closing its connections, statements on them would wait for `RESPONSE_TIMEOUT_MS`.
 */
export function createAbort(pools: readonly Pool[]): () => void {
  const clients = new Set<PoolClient>();
  for (const pool of pools) {
    pool.on('connect', (client) => void clients.add(client));
    pool.on('remove', (client) => void clients.delete(client));
  }
  return () => {
    for (const client of clients) void (client as PoolClient & Client).end().catch(() => undefined);
  };
}

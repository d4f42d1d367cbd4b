import type { Pool, PoolConfig } from 'pg';
import { EXPENSIVE_POOL, POOL_DEFAULTS, type PoolOptions } from '../connections/pools.ts';
import type { Transaction } from '../database.ts';
import { FULL_POOLS } from '../connections/pool-sizes.ts';
import { PrimaryMonitor } from './primary-monitor.ts';
import { Replicas } from './replicas.ts';
import { CHECK_TIMEOUT_MS } from './server-state.ts';
import { Standby } from './standby.ts';

/** Opens the standbys, if there are any. `pool` and `expensive` are for reads on the primary, `readiness` is for its checks. */
export function openReplicas(
  { pool, expensive, readiness }: Readonly<Record<'pool' | 'expensive' | 'readiness', Pool>>,
  { replicas, sizes = FULL_POOLS }: PoolOptions,
  statementsOn: (pool: Pool) => Transaction,
): Replicas | null {
  if (!replicas || replicas.urls.length === 0) return null;
  const standbys = replicas.urls.map((url) => {
    const connection: PoolConfig = {
      ...POOL_DEFAULTS,
      connectionString: url,
      connectionTimeoutMillis: CHECK_TIMEOUT_MS,
      options: '-c TimeZone=UTC',
      max: sizes.reads,
    };
    return new Standby(
      { name: nameOf(url), connection, expensive: { ...EXPENSIVE_POOL, max: sizes.expensive } },
      statementsOn,
    );
  });
  return new Replicas(new PrimaryMonitor(readiness, [pool, expensive]), standbys, replicas);
}

/** The address of the server. A folder of a socket is a parameter of the URL. */
function nameOf(url: string): string {
  const { host, port, searchParams } = new URL(url);
  const folder = searchParams.get('host');
  return folder ? `${folder}:${searchParams.get('port') ?? (port || '5432')}` : host;
}

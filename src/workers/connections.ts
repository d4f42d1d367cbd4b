// The connections to the database that each worker may have.
import { type Database, sql } from '../../prisma/client.ts';
import { FULL_CONNECTIONS, MIN_CONNECTIONS } from '../../prisma/connections/pool-sizes.ts';
import { type Config, ConfigError } from '../config.ts';

/** Connections that are left for the primary process, commands and the operator. */
const RESERVED_CONNECTIONS = 8;

/** PostgreSQL's default for `superuser_reserved_connections`. */
const SUPERUSER_CONNECTIONS = 3;

/** A rolling restart starts a worker before it stops another. */
const maxProcesses = (workers: number): number => workers + 1;

/** Settings of an embedded server that allows full pools for all workers. A board of one process needs no additional settings. */
export const serverSettingsFor = (workers: number): Readonly<Record<string, string>> =>
  workers === 1
    ? {}
    : {
        max_connections: String(
          maxProcesses(workers) * FULL_CONNECTIONS + RESERVED_CONNECTIONS + SUPERUSER_CONNECTIONS,
        ),
      };

/**
 * Returns how many connections each worker may have, so that all workers together stay within the connections that the server
 * allows the board's role. The limits of a pooler are unknown: workers behind one have full pools. Throws ConfigError if a
 * worker would have fewer than `MIN_CONNECTIONS`.
 */
export async function divideConnections(
  database: Database,
  { WORKERS: workers, DATABASE_POOLER }: Pick<Config, 'WORKERS' | 'DATABASE_POOLER'>,
): Promise<number> {
  if (DATABASE_POOLER) return FULL_CONNECTIONS;
  const [row] = await database.rows<{ allowed: number }>(SELECT_ALLOWED);
  const allowedConnections = row?.allowed ?? 0;
  const connections = Math.floor((allowedConnections - RESERVED_CONNECTIONS) / maxProcesses(workers));
  if (connections >= MIN_CONNECTIONS) return Math.min(connections, FULL_CONNECTIONS);
  const neededConnections = maxProcesses(workers) * MIN_CONNECTIONS + RESERVED_CONNECTIONS;
  throw new ConfigError(
    `WORKERS: ${workers} workers need at least ${neededConnections} database connections; the server allows ${allowedConnections}`,
  );
}

/** The least of the limits of the server, the database and the role. In the catalogs, -1 stands for no limit. */
const SELECT_ALLOWED = sql`
  select least(
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0),
    (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
    (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)
  ) as allowed`;

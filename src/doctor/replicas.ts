import { connectDirectly, PoolerError } from '../../prisma/connections/direct-client.ts';
import type { Config } from '../config.ts';
import { describeError, fail, type Finding, ok } from './finding.ts';

/** The role and the identity of a server. A primary and all its standbys have the same `system`. */
interface Server {
  readonly isStandby: boolean;
  readonly system: string;
  /** Seconds since 1970, with microseconds. Distinguishes the servers of one `system`. */
  readonly startedAt: string;
}

const SELECT_SERVER = `
  select pg_is_in_recovery() as "isStandby", system_identifier::text as system,
    extract(epoch from pg_postmaster_start_time())::text as "startedAt"
  from pg_control_system()`;

/**
 * Checks that each URL of DATABASE_READ_URLS leads to a standby of the database. One of several URLs may lead to the primary: with
 * Patroni, the variable names all servers.
 */
export async function checkReplicas(config: Config): Promise<readonly Finding[]> {
  const { DATABASE_READ_URLS: urls, DATABASE_URL, DATABASE_DIRECT_URL } = config;
  if (urls.length === 0) return [];
  const primary = await readServer(DATABASE_DIRECT_URL ?? DATABASE_URL ?? '').catch(() => null);
  // The check of the database reports a primary that cannot be reached.
  if (!primary) return [];
  return Promise.all(urls.map((url) => checkReplica(url, primary, urls.length > 1)));
}

async function checkReplica(url: string, primary: Server, mayBePrimary: boolean): Promise<Finding> {
  const { host, searchParams } = new URL(url);
  const name = searchParams.get('host') ?? host;
  try {
    const { isStandby, system, startedAt } = await readServer(url);
    if (system !== primary.system)
      return fail(
        'replica',
        `${name} belongs to another database`,
        'set DATABASE_READ_URLS to standbys of DATABASE_URL',
      );
    if (isStandby) return ok('replica', `${name} is a standby of the database`);
    if (mayBePrimary && startedAt === primary.startedAt)
      return ok('replica', `${name} is the primary at present, so it is not read as a standby`);
    return fail(
      'replica',
      `${name} is no standby`,
      'set DATABASE_READ_URLS to standbys; after a failover, rebuild the old primary as one',
    );
  } catch (error) {
    const remedy =
      error instanceof PoolerError
        ? 'set DATABASE_READ_URLS to the URLs of the servers without a pooler'
        : 'check that DATABASE_READ_URLS is correct and the server is running; until then reads use the other servers';
    return fail('replica', `${name} ${describeError(error)}`, remedy);
  }
}

async function readServer(url: string): Promise<Server> {
  const client = await connectDirectly({
    ...{ application_name: 'agent-board', connectionTimeoutMillis: 5_000, query_timeout: 5_000 },
    connectionString: url,
  });
  try {
    const { rows } = await client.query<Server>(SELECT_SERVER);
    return rows[0] as Server;
  } finally {
    await client.end();
  }
}

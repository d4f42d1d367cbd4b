// Inspects a transaction pooler (PgBouncer) when the board starts.
import { randomUUID } from 'node:crypto';
import { Client, type ClientConfig, type PoolConfig } from 'pg';
import { connectDirectly } from './direct-client.ts';

/** A pooler that lends a client a connection of the server for one transaction at a time. */
export interface Pooler {
  /** Settings of connections to the pooler. */
  readonly connection: PoolConfig;
  /** Whether it prepares a client's named statements on each connection that the client gets. */
  readonly preparesStatements: boolean;
}

/** Without this limit, a pooler that cannot reach its server would answer only after two minutes. */
const TIMEOUT_MS = 10_000;

/** Connects through a pooler. Returns whether it prepares statements, and an identifier of the database behind it. */
export async function inspectPooler(
  config: ClientConfig,
): Promise<{ readonly preparesStatements: boolean; readonly database: string }> {
  const client = new Client({
    application_name: 'agent-board',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    ...config,
  });
  // A lost connection is reported by the next statement; without a listener the event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return {
      preparesStatements: await preparesStatements(client),
      database: await readIdentity(client),
    };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns an identifier of a database. Throws PoolerError if the connection leads through a pooler. */
export async function identifyDatabase(config: ClientConfig): Promise<string> {
  const client = await connectDirectly({ application_name: 'agent-board', ...config });
  try {
    return await readIdentity(client);
  } finally {
    await client.end();
  }
}

async function readIdentity(client: Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `select extract(epoch from pg_postmaster_start_time()) || ' ' || current_database() as id`,
  );
  return rows[0]?.id ?? '';
}

/**
 * Whether the pooler prepares named statements on every connection that it uses for the client. Such a pooler gives the statements
 * other names on the server: PgBouncer from 1.21 on, if `max_prepared_statements` is not 0. Other poolers pass the name to one
 * connection.
 */
async function preparesStatements(client: Client): Promise<boolean> {
  const name = `board_${randomUUID()}`;
  await client.query('begin');
  const text = 'select from pg_prepared_statements where name = $1';
  const { rowCount } = await client.query({ name, text, values: [name] });
  if (rowCount === 1) await client.query(`deallocate "${name}"`);
  await client.query('commit');
  return rowCount === 0;
}

import { Client, type ClientConfig, DatabaseError } from 'pg';

/** A connection leads through a pooler. The message continues a sentence about the URL: `DATABASE_URL: is a …`. */
export class PoolerError extends Error {}

/**
 * The `statement_timeout` with which the session is opened, in milliseconds. No operator would choose this value: if the server
 * shows another one, a pooler has ignored the settings of the session.
 */
const PROBE_MS = 61_001;

/**
 * Removes the time limits that the server, the database or the role sets for statements, transactions and pauses of a session. The
 * session of `restore` also pauses outside of a transaction, while another session applies migrations. The names come from the
 * server, because PostgreSQL has `transaction_timeout` only from version 17 on.
 */
export const REMOVE_TIME_LIMITS = `
  select set_config(name, '0', false) from pg_settings
  where name in (
    'statement_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout', 'transaction_timeout'
  )`;

/**
 * Connects to the server itself, for locks of sessions and for transactions without time limits. Throws PoolerError if a pooler
 * refuses or ignores settings of sessions: a lock taken through the pooler would stay on a connection that the pooler lends to
 * other clients.
 */
export async function connectDirectly(config: ClientConfig): Promise<Client> {
  const client = new Client(withTimeout(config));
  // A lost connection is reported by the next statement; without a listener the event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ statement_timeout: string }>('show statement_timeout');
    if (rows[0]?.statement_timeout !== `${PROBE_MS}ms`) throw new PoolerError('is a connection pooler');
    await client.query(REMOVE_TIME_LIMITS);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw isRefusedByPooler(error) ? new PoolerError('is a connection pooler', { cause: error }) : error;
  }
}

/** Sets the `statement_timeout` to `PROBE_MS`. With a URL, sets it there, because parameters of a URL override other settings. */
function withTimeout({ connectionString, ...config }: ClientConfig): ClientConfig {
  if (connectionString === undefined) return { ...config, statement_timeout: PROBE_MS };
  const url = new URL(connectionString);
  url.searchParams.set('statement_timeout', String(PROBE_MS));
  return { ...config, connectionString: url.href };
}

const isRefusedByPooler = (error: unknown): boolean =>
  error instanceof DatabaseError && /unsupported startup parameter/.test(error.message);

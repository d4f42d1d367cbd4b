import { Client, DatabaseError } from 'pg';
import { ROLE } from './cluster.ts';

/** The names of sessions that hold the cluster's lock, before the process id. Earlier versions name those of commands like boards. */
export const GUARD_NAMES = { board: 'agent-board guard', command: 'agent-board command' };

/** Whether a board holds the lock, or a command that runs without a board. */
export type HolderKind = keyof typeof GUARD_NAMES;

/**
 * Connects to the server for the session that holds the cluster's lock. Returns `recovering` while the server starts or recovers
 * from its WAL, `busy` while it accepts no session for another reason, and undefined while no server listens on the socket. The
 * process of a server in another container is not visible here, so only the socket shows that the server runs.
 */
export async function connectGuard(
  host: string,
  kind: HolderKind,
): Promise<Client | 'recovering' | 'busy' | undefined> {
  const client = new Client({
    host,
    user: ROLE,
    database: 'postgres',
    application_name: `${GUARD_NAMES[kind]} ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  });
  // A later loss of the connection is reported by its 'end' event.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (!isTransient(error)) throw error;
    if (isRecovering(error)) return 'recovering';
    return hasNoServer(error) ? undefined : 'busy';
  }
}

/** Whether a connection failed because the server is starting up, recovering, shutting down or not running. */
export function isTransient(error: unknown): boolean {
  // 57P03: cannot_connect_now, 57P01: admin_shutdown.
  if (error instanceof DatabaseError) return error.code === '57P03' || error.code === '57P01';
  return /ENOENT|ECONNREFUSED|ECONNRESET|EPIPE|terminated unexpectedly|timeout expired/.test(String(error));
}

/** Whether the server refused a connection because it starts or recovers. The same code without these texts: it shuts down. */
const isRecovering = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  error.code === '57P03' &&
  /starting up|not yet accepting|recovery mode/.test(error.message);

/** Whether a connection failed because no process listens on the socket. */
const hasNoServer = (error: unknown): boolean =>
  !(error instanceof DatabaseError) && /ENOENT|ECONNREFUSED/.test(String(error));

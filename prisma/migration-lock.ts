import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';

/** The advisory lock of `prisma migrate deploy`: that command and a starting board wait for each other. */
const PRISMA_LOCK = 72707369;

const MAX_WAIT_MS = 60_000;

/** The session that holds the lock of migrations, as PostgreSQL shows it. */
export interface LockHolder {
  readonly pid: number;
  readonly application: string;
  /** The address of the client, or `Unix domain socket`. */
  readonly client: string | null;
  /** When the session began. */
  readonly connectedAt: Date | null;
  /** `active`, `idle`, `idle in transaction`, … */
  readonly state: string | null;
  /** When the session entered this state. */
  readonly stateSince: Date | null;
}

export interface LockOptions {
  /** Called if another session holds the lock, before waiting for it. */
  readonly onWait?: ((holder: LockHolder | undefined) => void) | undefined;
  readonly maxWaitMs?: number;
}

const POLL_MS = 100;

/**
 * Takes the lock of migrations for a session. It is released when the connection ends, even if the process is killed.
 * Throws after `maxWaitMs`, by default one minute.
 */
export async function lockMigrations(
  client: Client,
  { onWait, maxWaitMs = MAX_WAIT_MS }: LockOptions,
): Promise<void> {
  if (await tryLock(client)) return;
  onWait?.(await findHolder(client));
  const deadline = performance.now() + maxWaitMs;
  // Polls. A statement that waited for the lock would hold a snapshot, and `create index concurrently` waits for all snapshots to
  // end: if the holder of the lock created an index, both sessions would wait for each other.
  while (performance.now() < deadline) {
    await wait(Math.min(POLL_MS, maxWaitMs));
    if (await tryLock(client)) return;
  }
  throw new Error(describeTimeout(await findHolder(client), maxWaitMs));
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ isLocked: boolean }>(
    `select pg_try_advisory_lock($1) as "isLocked"`,
    [PRISMA_LOCK],
  );
  return rows[0]?.isLocked === true;
}

/** A role without `pg_read_all_stats` can read only the process id and the application of sessions of other roles. */
async function findHolder(client: Client): Promise<LockHolder | undefined> {
  const { rows } = await client.query<LockHolder>(
    `select pid, application_name as application, backend_start as "connectedAt", state, state_change as "stateSince",
       case client_port when -1 then 'Unix domain socket' else host(client_addr) end as client
     from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and classid = 0 and objid = $1 and objsubid = 1
       and pg_locks.database = (select oid from pg_database where datname = current_database())`,
    [PRISMA_LOCK],
  );
  return rows[0];
}

function describeTimeout(holder: LockHolder | undefined, waitedMs: number): string {
  const problem = `the migration lock was not free within ${waitedMs / 1000} s`;
  if (!holder) return `${problem}: start again`;
  const { pid, application, client, connectedAt, state, stateSince } = holder;
  const details = [
    application,
    client,
    connectedAt && `connected since ${connectedAt.toISOString()}`,
    state && stateSince && `${state} since ${stateSince.toISOString()}`,
  ].filter(Boolean);
  const known = details.length > 0 ? ` (${details.join(', ')})` : '';
  return (
    `${problem}: process ${pid}${known} holds it; ` +
    `wait until it ends, or end it with select pg_terminate_backend(${pid})`
  );
}

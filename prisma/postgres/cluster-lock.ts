import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Cluster } from './cluster.ts';
import { connectGuard, GUARD_NAMES, type HolderKind, isTransient } from './guard-session.ts';
import { findServerPid, isProcessAlive, startServer, stopServer, type ServerProcess } from './server.ts';

/** Key of the advisory lock. Arbitrary, but every version of the board must use the same key. */
const LOCK_KEY = 40_004_001;

const TIMEOUT_MS = 60_000;
const REPORT_MS = 10_000;
const RETRY_MS = 15;
const MAX_STARTS = 3;

/**
 * After this many refusals, a holder whose process is unknown here counts as a running board. With the pauses this takes at least
 * 1.5 s, while a server needs milliseconds to end the session of a killed board.
 */
const MAX_REFUSALS = 100;

/** A running board or a command holds the lock of the cluster. */
export class ClusterInUseError extends Error {
  override name = 'ClusterInUseError';
  readonly pid: number;

  constructor(pid: number, kind: HolderKind = 'board') {
    super(`in use by ${kind === 'command' ? 'a command' : 'a running board'} (pid ${pid})`);
    this.pid = pid;
  }
}

/**
 * Connects to the cluster's server, starting it if necessary, and takes the cluster's lock. Returns the session that
 * holds the lock. Of several boards that start at the same time, exactly one gets the lock. A killed board loses it at
 * once, so that the next board can take over the server. A board waits up to a minute for the end of a command; a command does not
 * wait. Throws `ClusterInUseError`, and another error after a minute without a session. The time in which the server recovers from
 * its WAL does not count: where the end of this process also ends the server, as under systemd, the next start would begin the
 * recovery again. `onRecovering` is called after each ten seconds of it.
 */
export async function acquireCluster(
  cluster: Cluster,
  host: string,
  onRecovering: () => void = () => undefined,
  kind: HolderKind = 'board',
): Promise<Client> {
  const attempt: Attempt = { cluster, kind, starts: 0, refusals: 0, server: undefined, command: undefined };
  let end = performance.now() + TIMEOUT_MS;
  let reportAt: number | undefined;
  while (performance.now() < end) {
    const session = await connectGuard(host, kind);
    if (session === 'recovering') {
      end = performance.now() + TIMEOUT_MS;
      reportAt = reportWhenDue(reportAt, onRecovering);
    } else if (session === undefined) await startUnlessRunning(attempt);
    else if (session !== 'busy' && (await lockOrDisconnect(attempt, session))) return session;
    await wait(RETRY_MS);
  }
  throw attempt.command ?? (await createStartError(cluster));
}

/** Calls `report` if it is time for it. Returns the time of the next call. */
function reportWhenDue(reportAt: number | undefined, report: () => void): number {
  const now = performance.now();
  if (reportAt !== undefined && now < reportAt) return reportAt;
  if (reportAt !== undefined) report();
  return now + REPORT_MS;
}

interface Attempt {
  readonly cluster: Cluster;
  readonly kind: HolderKind;
  /** Servers started so far. */
  starts: number;
  /** How often another session held the lock. */
  refusals: number;
  server: ServerProcess | undefined;
  /** The error if the command that a board waits for does not end. */
  command: ClusterInUseError | undefined;
}

async function startUnlessRunning(attempt: Attempt): Promise<void> {
  if (attempt.server?.hasExited() === false) return;
  if ((await findServerPid(attempt.cluster.folder)) !== undefined) return;
  attempt.command = undefined;
  if (attempt.starts > 0) await assertWorthRestarting(attempt);
  attempt.starts += 1;
  attempt.server = await startServer(attempt.cluster);
}

/** Allows unlimited restarts while a killed server's resources are still being released, and few for other failures. */
async function assertWorthRestarting({ cluster, starts }: Attempt): Promise<void> {
  const isReleasing = /still in use|already exists/.test(await readFailure(cluster.log));
  if (!isReleasing && starts >= MAX_STARTS) throw await createStartError(cluster);
  await wait(100);
}

async function lockOrDisconnect(attempt: Attempt, session: Client): Promise<boolean> {
  let isLocked = false;
  try {
    isLocked = await tryLock(attempt, session);
  } catch (error) {
    if (!isTransient(error)) throw error;
  } finally {
    if (!isLocked) await session.end().catch(() => undefined);
  }
  return isLocked;
}

async function tryLock(attempt: Attempt, session: Client): Promise<boolean> {
  const { rows } = await session.query<{ taken: boolean; name: string }>(
    `select pg_try_advisory_lock($1) as taken, current_setting('cluster_name') as name`,
    [LOCK_KEY],
  );
  if (rows[0]?.taken !== true) {
    await assertHolderDead(attempt, session);
    return false;
  }
  if (rows[0].name === attempt.cluster.settings['cluster_name']) return true;
  // The server was started by another version of the board or with other settings: stop it, and start it again.
  await stopServer(attempt.cluster.folder);
  return false;
}

/**
 * Throws `ClusterInUseError` if the holder of the lock is alive, or still holds it after `MAX_REFUSALS`, unless a board waits for a
 * command.
 */
async function assertHolderDead(attempt: Attempt, session: Client): Promise<void> {
  const { rows } = await session.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and granted and objid = $1`,
    [LOCK_KEY],
  );
  attempt.refusals += 1;
  const name = rows[0]?.name ?? '';
  const holder = Number(/(?<!\d)\d+$/.exec(name)?.[0] ?? 0);
  // A holder in another container has a process id that is unknown here, so waiting for its death must end.
  if (holder === 0 || !(isProcessAlive(holder) || attempt.refusals > MAX_REFUSALS)) return;
  const kind = name.startsWith(GUARD_NAMES.command) ? 'command' : 'board';
  const error = new ClusterInUseError(holder, kind);
  if (kind === 'board' || attempt.kind === 'command') throw error;
  attempt.command = error;
}

async function createStartError({ log }: Cluster): Promise<Error> {
  return new Error(`the embedded PostgreSQL does not start (see ${log}): ${await readFailure(log)}`);
}

/** Returns the last fatal line of the server's log, or its last line. */
async function readFailure(log: string): Promise<string> {
  const lines = (await readFile(log, 'utf8').catch(() => '')).trimEnd().split('\n');
  const fatal = lines.filter(
    (line) => /FATAL|PANIC/.test(line) && !/starting up|not yet accepting|terminating/.test(line),
  );
  return fatal.at(-1) ?? lines.at(-1) ?? '';
}

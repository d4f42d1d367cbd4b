import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { ROLE, type Cluster } from './cluster.ts';
import { findServerPid, isProcessAlive, startServer, stopServer, type ServerProcess } from './server.ts';

/** Any number, as long as every version of the board uses the same. */
const guardLock = 40_004_001;

const patience = 60_000;
const mostStarts = 3;
const mostRefusals = 100;

/** Another board that lives holds the cluster. */
export class ClusterInUseError extends Error {
  override name = 'InUseError';
  readonly pid: number;

  constructor(holder: number) {
    super(`in use by a running board (pid ${holder})`);
    this.pid = holder;
  }
}

/**
 * Takes the cluster for this process: finds its server running or starts it, and locks it. The lock belongs to the
 * returned session, so a killed board loses it at once, its server can be adopted, and of any number of boards that
 * start together exactly one gets it. Nothing here depends on who started the server.
 */
export async function acquireCluster(cluster: Cluster, host: string): Promise<Client> {
  const attempt: Attempt = { cluster, starts: 0, refusals: 0, server: undefined };
  const end = performance.now() + patience;
  while (performance.now() < end) {
    const guard = await knock(host);
    if (guard === undefined) await startUnlessRunning(attempt);
    else if (await lock(attempt, guard)) return guard;
    await wait(15);
  }
  throw await doesNotStart(cluster);
}

interface Attempt {
  readonly cluster: Cluster;
  starts: number;
  refusals: number;
  server: ServerProcess | undefined;
}

/** A session on the server, or undefined while none can be had. */
async function knock(host: string): Promise<Client | undefined> {
  const name = `agent-board guard ${process.pid}`;
  const client = new Client({
    host,
    user: ROLE,
    database: 'postgres',
    application_name: name,
    connectionTimeoutMillis: 5_000,
  });
  // Losing the connection later is told by its end.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (isPassing(error)) return undefined;
    throw error;
  }
}

/** No socket, nobody listening, cut off, or: starting up, recovering, shutting down. */
function isPassing(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.code === '57P03' || error.code === '57P01';
  return /ENOENT|ECONNREFUSED|ECONNRESET|EPIPE|terminated unexpectedly|timeout expired/.test(String(error));
}

async function startUnlessRunning(attempt: Attempt): Promise<void> {
  if (attempt.server?.hasExited() === false) return;
  if ((await findServerPid(attempt.cluster.folder)) !== undefined) return;
  if (attempt.starts > 0) await assertWorthRepeating(attempt);
  attempt.starts += 1;
  attempt.server = await startServer(attempt.cluster);
}

/** What is left of a killed server may take its time to go, and another board's server may have come and gone. */
async function assertWorthRepeating({ cluster, starts }: Attempt): Promise<void> {
  const isLeftover = /still in use|already exists/.test(await readReason(cluster.log));
  if (!isLeftover && starts >= mostStarts) throw await doesNotStart(cluster);
  await wait(100);
}

async function lock(attempt: Attempt, guard: Client): Promise<boolean> {
  let locked = false;
  try {
    locked = await tryLock(attempt, guard);
  } catch (error) {
    if (!isPassing(error)) throw error;
  } finally {
    if (!locked) await guard.end().catch(() => undefined);
  }
  return locked;
}

async function tryLock(attempt: Attempt, guard: Client): Promise<boolean> {
  const { rows } = await guard.query<{ taken: boolean; name: string }>(
    `select pg_try_advisory_lock($1) as taken, current_setting('cluster_name') as name`,
    [guardLock],
  );
  if (rows[0]?.taken !== true) {
    await assertHolderDead(attempt, guard);
    return false;
  }
  if (rows[0].name === attempt.cluster.settings['cluster_name']) return true;
  // Left by a board of another version or with other settings: not to be adopted.
  await stopServer(attempt.cluster.folder);
  return false;
}

/** A board that was just killed holds the lock until the server notices, which takes milliseconds. */
async function assertHolderDead(attempt: Attempt, guard: Client): Promise<void> {
  const { rows } = await guard.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and granted and objid = $1`,
    [guardLock],
  );
  attempt.refusals += 1;
  const holder = Number(/(?<!\d)\d+$/.exec(rows[0]?.name ?? '')?.[0] ?? 0);
  // Seen from another container a living holder's id may say nothing, so the wait has an end.
  if (holder > 0 && (isProcessAlive(holder) || attempt.refusals > mostRefusals))
    throw new ClusterInUseError(holder);
}

async function doesNotStart({ log }: Cluster): Promise<Error> {
  return new Error(`the embedded PostgreSQL does not start (see ${log}): ${await readReason(log)}`);
}

async function readReason(log: string): Promise<string> {
  const lines = (await readFile(log, 'utf8').catch(() => '')).trimEnd().split('\n');
  const fatal = lines.filter((line) => /FATAL|PANIC/.test(line) && !/starting up|terminating/.test(line));
  return fatal.at(-1) ?? lines.at(-1) ?? '';
}

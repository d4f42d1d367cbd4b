import { spawn, type ChildProcess } from 'node:child_process';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { toServerPath, SERVER_ENVIRONMENT, type Cluster } from './cluster.ts';

/** A server this process started; it may end on its own account when another was faster. */
export interface ServerProcess {
  hasExited(): boolean;
}

/**
 * Starts a server that outlives this process and shares no terminal with it: a Ctrl-C reaches the board alone,
 * which then lets its requests finish before it stops the server.
 */
export async function startServer(cluster: Cluster): Promise<ServerProcess> {
  await discardStaleLocks(cluster.folder);
  const log = await open(cluster.log, 'a', 0o600);
  try {
    const settings = Object.entries(cluster.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(cluster.binaries.postgres, ['-D', toServerPath(cluster.folder), ...settings], {
      ...cluster.account,
      cwd: cluster.folder,
      env: SERVER_ENVIRONMENT,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    child.unref();
    return observe(child);
  } finally {
    await log.close();
  }
}

function observe(child: ChildProcess): ServerProcess {
  let ended = false;
  child.once('exit', () => (ended = true));
  child.once('error', () => (ended = true));
  return { hasExited: () => ended };
}

/** The process id of the cluster's server, whoever started it. */
export async function findServerPid(folder: string): Promise<number | undefined> {
  const pid = await readServerPid(folder);
  return pid !== undefined && (await runsIn(pid, folder)) ? pid : undefined;
}

async function readServerPid(folder: string): Promise<number | undefined> {
  const lock = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(lock, 10);
  return Number.isNaN(pid) ? undefined : pid;
}

/** A process id proves little, it may have passed to another process; a server's working directory is its cluster. */
async function runsIn(pid: number, folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return isProcessAlive(pid);
  const [place, home] = await Promise.all([statOf(`/proc/${pid}/cwd`), statOf(folder)]);
  return place !== undefined && place.ino === home?.ino && place.dev === home.dev;
}

const statOf = (path: string) => stat(path).catch(() => undefined);

/** Whether any process works in the folder. Where that cannot be seen nobody does. */
export async function hasProcessInside(folder: string): Promise<boolean> {
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const inside = await Promise.all(processes.map((pid) => runsIn(Number(pid), folder)));
  return inside.includes(true);
}

/** Whether a process has this id. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * PostgreSQL will not start while its lock files name a living process, be it a stranger who got a dead server's id.
 * The file is judged again after it was moved away, for another board may have started a server meanwhile.
 */
async function discardStaleLocks(folder: string): Promise<void> {
  const pid = await readServerPid(folder);
  if (pid === undefined || (await runsIn(pid, folder))) return;
  const lock = join(folder, 'postmaster.pid');
  const aside = `${lock}.stale-${process.pid}`;
  await rename(lock, aside).catch(() => undefined);
  if (Number.parseInt(await readFile(aside, 'utf8').catch(() => ''), 10) !== pid) {
    await rename(aside, lock).catch(() => undefined);
    return;
  }
  await rm(aside);
  await rm(join(folder, '.s.PGSQL.5432.lock'), { force: true });
}

const patience = 15_000;

/** Stops the server: sessions end at once, everything is written, the lock files go. */
export async function stopServer(folder: string): Promise<void> {
  const pid = await findServerPid(folder);
  if (pid === undefined) return;
  signal(pid, 'SIGINT');
  if (await hasGone(folder, pid)) return;
  // Its log says why it hangs. This way it recovers at the next start.
  signal(pid, 'SIGQUIT');
  await hasGone(folder, pid);
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It went by itself.
  }
}

async function hasGone(folder: string, pid: number): Promise<boolean> {
  const end = performance.now() + patience;
  while (performance.now() < end) {
    if ((await findServerPid(folder)) !== pid) return true;
    await wait(10);
  }
  return false;
}

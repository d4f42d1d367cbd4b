import { spawn, type ChildProcess } from 'node:child_process';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { rotateLog } from './server-log.ts';
import { toServerPath, SERVER_ENVIRONMENT, type Cluster } from './cluster.ts';

/** A server that this process started. It exits at once if another process has started a server for the same cluster. */
export interface ServerProcess {
  hasExited(): boolean;
}

/**
 * Starts the server in a new session. It outlives this process, and a Ctrl-C at the terminal reaches only the
 * board, which finishes its requests before it stops the server.
 */
export async function startServer(cluster: Cluster): Promise<ServerProcess> {
  await discardStaleLocks(cluster.folder);
  await rotateLog(cluster.log);
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
    return toServerProcess(child);
  } finally {
    await log.close();
  }
}

function toServerProcess(child: ChildProcess): ServerProcess {
  let hasExited = false;
  child.once('exit', () => (hasExited = true));
  child.once('error', () => (hasExited = true));
  return { hasExited: () => hasExited };
}

/** Returns the process id of the server that runs on the cluster, whichever process started it; undefined if none runs. */
export async function findServerPid(folder: string): Promise<number | undefined> {
  const pid = await readServerPid(folder);
  return pid !== undefined && (await hasWorkingDirectory(pid, folder)) ? pid : undefined;
}

async function readServerPid(folder: string): Promise<number | undefined> {
  const lock = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(lock, 10);
  return Number.isNaN(pid) ? undefined : pid;
}

/**
 * Whether the folder is the working directory of the process: the id alone may belong to a newer process by now. On other
 * systems than Linux, only whether the process exists.
 */
async function hasWorkingDirectory(pid: number, folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return isProcessAlive(pid);
  const [cwd, expected] = await Promise.all([readStats(`/proc/${pid}/cwd`), readStats(folder)]);
  return cwd !== undefined && cwd.ino === expected?.ino && cwd.dev === expected.dev;
}

const readStats = (path: string) => stat(path).catch(() => undefined);

/** Whether the folder is the working directory of a process. False where /proc is not available. */
export async function isWorkingDirectory(folder: string): Promise<boolean> {
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const inside = await Promise.all(processes.map((pid) => hasWorkingDirectory(Number(pid), folder)));
  return inside.includes(true);
}

/** Whether a process with this id exists. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Removes the lock files of a dead server. PostgreSQL does not start while they name a living process, even if another
 * program got the dead server's process id. `postmaster.pid` is first moved aside and read again: if another board has started a
 * server meanwhile, the file is moved back.
 */
async function discardStaleLocks(folder: string): Promise<void> {
  const pid = await readServerPid(folder);
  if (pid === undefined || (await hasWorkingDirectory(pid, folder))) return;
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

const STOP_TIMEOUT_MS = 15_000;

/** Stops the server (fast shutdown): ends all sessions, writes a checkpoint and removes the lock files. */
export async function stopServer(folder: string): Promise<void> {
  const pid = await findServerPid(folder);
  if (pid === undefined) return;
  signal(pid, 'SIGINT');
  if (await waitForExit(folder, pid)) return;
  // Immediate shutdown: the server recovers from its WAL at the next start.
  signal(pid, 'SIGQUIT');
  await waitForExit(folder, pid);
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has exited.
  }
}

async function waitForExit(folder: string, pid: number): Promise<boolean> {
  const end = performance.now() + STOP_TIMEOUT_MS;
  while (performance.now() < end) {
    if ((await findServerPid(folder)) !== pid) return true;
    await wait(10);
  }
  return false;
}

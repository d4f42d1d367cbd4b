// Processor time, from /proc: what a request costs is measurable also where other work makes its rate noise.
import { readdir, readFile } from 'node:fs/promises';

/** Linux counts processor time in hundredths of a second, whatever its own timer does. */
const MS_PER_TICK = 10;

interface Spent {
  /** Milliseconds of the process itself. */
  readonly own: number;
  /** And of its children that have ended. */
  readonly ended: number;
  readonly parent: number;
}

/** Null where the system has no /proc, or the process is gone. */
async function readSpent(pid: number): Promise<Spent | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The second field is the name in parentheses, which may hold anything.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const at = (field: number) => fields[field - 3] ?? 0;
  return {
    own: (at(14) + at(15)) * MS_PER_TICK,
    ended: (at(16) + at(17)) * MS_PER_TICK,
    parent: at(4),
  };
}

/** Processor time so far, user and system, of all of a process's threads. */
export const readCpuTime = async (pid: number): Promise<number> => (await readSpent(pid))?.own ?? NaN;

/**
 * The same of a PostgreSQL server: its sessions, its writers, and those that have ended. Only one side is loaded at a
 * time, so that what it grows by is that side’s.
 */
export async function readDatabaseCpuTime(postmaster: number): Promise<number> {
  const own = await readSpent(postmaster);
  if (!own) return NaN;
  const names = await readdir('/proc');
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const spent = await Promise.all(pids.map(readSpent));
  const children = spent.filter((one) => one?.parent === postmaster);
  // A session that ended meanwhile was looked for among the living, or counted twice.
  if ((await readSpent(postmaster))?.ended !== own.ended) return readDatabaseCpuTime(postmaster);
  return children.reduce((sum, child) => sum + (child?.own ?? 0), own.own + own.ended);
}

/** Resident memory in MB. */
export async function readResidentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1024;
}

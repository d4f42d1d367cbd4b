// Processor time from /proc. Unlike throughput, it is comparable on a machine that is busy with other work.
import { readdir, readFile } from 'node:fs/promises';

/** USER_HZ is 100 on Linux, whatever the kernel's timer frequency. */
const MS_PER_TICK = 10;

interface Spent {
  /** Milliseconds of processor time of the process itself. */
  readonly own: number;
  /** Milliseconds of processor time of children that have exited. */
  readonly ended: number;
  readonly parent: number;
}

/** Null where there is no /proc, or when the process has exited. */
async function readSpent(pid: number): Promise<Spent | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The second field is the name in parentheses and may contain any character.
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

/** User and system time so far, in milliseconds, of all threads of a process. */
export const readCpuTime = async (pid: number): Promise<number> => (await readSpent(pid))?.own ?? NaN;

/**
 * User and system time so far, in milliseconds, of a PostgreSQL server with its sessions and background processes.
 * Only one server under measurement uses the database at a time, so an increase is that server's.
 */
export async function readDatabaseCpuTime(postmasterPid: number): Promise<number> {
  const own = await readSpent(postmasterPid);
  if (!own) return NaN;
  const names = await readdir('/proc');
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const spent = await Promise.all(pids.map(readSpent));
  const children = spent.filter((one) => one?.parent === postmasterPid);
  // A session exited in between and was counted twice or not at all: read again.
  if ((await readSpent(postmasterPid))?.ended !== own.ended) return readDatabaseCpuTime(postmasterPid);
  return children.reduce((sum, child) => sum + (child?.own ?? 0), own.own + own.ended);
}

/** Resident memory in MB. */
export async function readResidentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1024;
}

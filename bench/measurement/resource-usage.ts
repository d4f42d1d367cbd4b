// Processor time and memory from /proc. Unlike throughput, processor time is comparable on a machine that is busy with other
// work.
import { readdir, readFile } from 'node:fs/promises';

/** USER_HZ is 100 on Linux, whatever the kernel's timer frequency. */
const MS_PER_TICK = 10;

interface ProcessTimes {
  /** Processor time of the process, in milliseconds. */
  readonly cpuMs: number;
  /** Processor time of children that have exited, in milliseconds. */
  readonly exitedChildrenCpuMs: number;
  readonly parentPid: number;
}

/** Null where there is no /proc, or when the process has exited. */
async function readProcessTimes(pid: number): Promise<ProcessTimes | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The second field is the name in parentheses and may contain any character.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  // Fields have the numbers of proc(5).
  const at = (field: number) => fields[field - 3] ?? 0;
  return {
    cpuMs: (at(14) + at(15)) * MS_PER_TICK,
    exitedChildrenCpuMs: (at(16) + at(17)) * MS_PER_TICK,
    parentPid: at(4),
  };
}

/** User and system time so far, in milliseconds, of all threads of a process; NaN when it cannot be read. */
export const readCpuTime = async (pid: number): Promise<number> =>
  (await readProcessTimes(pid))?.cpuMs ?? NaN;

/**
 * User and system time so far, in milliseconds, of a PostgreSQL server with its sessions and background processes;
 * NaN when it cannot be read. Only one board or peer is loaded at a time, so an increase is caused by this load and, with
 * `--writes`, by the posts that are written meanwhile.
 */
export async function readDatabaseCpuTime(postmasterPid: number): Promise<number> {
  const postmaster = await readProcessTimes(postmasterPid);
  if (!postmaster) return NaN;
  const names = await readdir('/proc');
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const processes = await Promise.all(pids.map(readProcessTimes));
  const children = processes.filter((times) => times?.parentPid === postmasterPid);
  // A child that exited meanwhile was counted twice or not at all: read again.
  const { exitedChildrenCpuMs } = (await readProcessTimes(postmasterPid)) ?? {};
  if (exitedChildrenCpuMs !== postmaster.exitedChildrenCpuMs) return readDatabaseCpuTime(postmasterPid);
  return children.reduce((sum, child) => sum + (child?.cpuMs ?? 0), postmaster.cpuMs + exitedChildrenCpuMs);
}

/** Resident memory in MB (2^20 bytes); NaN when it cannot be read. */
export async function readResidentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1024;
}

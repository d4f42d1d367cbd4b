import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from '../../prisma/postgres/account.ts';

export interface Program {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly account?: Account | undefined;
}

/** Starts a program in a new process group. Its output goes to a file of the folder. */
export function startProgram(folder: string, { name, command, env, account }: Program): ChildProcess {
  const log = openSync(join(folder, `${name}.log`), 'a');
  const [file = '', ...args] = command;
  const { PATH = '', HOME = '' } = process.env;
  return spawn(file, args, {
    ...account,
    cwd: folder,
    env: { PATH: `${PATH}:/usr/sbin`, HOME, ...env },
    detached: true,
    stdio: ['ignore', log, log],
  });
}

const parentOf = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
};

/** Kills a process and its children, as when a machine loses power. */
export const killWithChildren = (pid: number): void => signalWithChildren(pid, 'SIGKILL');

/** Sends a signal to a process and its children. */
export function signalWithChildren(pid: number, signal: NodeJS.Signals): void {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  for (const each of [pid, ...pids.filter((other) => parentOf(other) === pid)]) kill(each, signal);
}

/** Sends a signal to a process; to its group if the id is negative. */
export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

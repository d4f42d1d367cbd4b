import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Account } from '../../../prisma/postgres/account.ts';
import type { Clone } from './copy-board.ts';

const repository = join(import.meta.dirname, '../../..');

/** A board in a process of its own that writes without pause. */
export interface Writer {
  readonly pid: number;
  /** Ids of the writes that were acknowledged so far. */
  readonly acknowledged: readonly string[];
  /** What it printed on standard error, once it has ended. */
  readonly complaint: Promise<string>;
  /** Resolves when it has written at least so many records, or has ended. */
  wrote(count: number): Promise<void>;
  /** Kills the board's process and nothing else, as the system does when memory is short. */
  kill(): Promise<void>;
  /** Ctrl-C, which goes to everything that was started from the terminal. */
  interrupt(): Promise<void>;
}

/** Where a writer runs from and as whom: from here and as the test itself, unless given. */
export interface WriterPlace {
  readonly account?: Account;
  readonly clone?: Clone;
}

export function startWriter(data: string, { account, clone }: WriterPlace = {}): Writer {
  const script = join(clone?.folder ?? repository, 'test/support/processes/store-writer-process.ts');
  const child = spawn(clone?.node ?? process.execPath, [script, data], {
    ...account,
    cwd: '/',
    // A group of its own, as a terminal gives to what it starts.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return observe(child);
}

function observe(child: ChildProcessByStdio<null, Readable, Readable>): Writer {
  const acknowledged: string[] = [];
  const lines = createInterface(child.stdout).on('line', (line) => acknowledged.push(line));
  const ended = once(child, 'close');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    acknowledged,
    pid: child.pid ?? 0,
    complaint: text(child.stderr),
    wrote: async (count) => {
      const target = acknowledged.length + count;
      while (acknowledged.length < target && !hasEnded()) await Promise.race([once(lines, 'line'), ended]);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    interrupt: async () => {
      process.kill(-(child.pid ?? 0), 'SIGINT');
      await ended;
    },
  };
}

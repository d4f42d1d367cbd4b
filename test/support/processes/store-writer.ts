import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Account } from '../../../prisma/postgres/account.ts';
import type { BoardCopy } from './copy-board.ts';

const repository = join(import.meta.dirname, '../../..');

/** A board in a process of its own that writes without pause. */
export interface StoreWriter {
  readonly pid: number;
  /** Ids of the writes that were acknowledged so far. */
  readonly acknowledged: readonly string[];
  /** What it printed on standard error, once it has ended. */
  readonly stderr: Promise<string>;
  /** Resolves when it has written at least so many records, or has ended. */
  waitForWrites(count: number): Promise<void>;
  /** Kills the board's process and nothing else, as the system does when memory is short. */
  kill(): Promise<void>;
  /** Ctrl-C, which goes to everything that was started from the terminal. */
  interrupt(): Promise<void>;
}

/** Where a writer runs from and as whom: from here and as the test itself, unless given. */
export interface StoreWriterOptions {
  readonly account?: Account;
  readonly copy?: BoardCopy;
}

export function startStoreWriter(
  data: string,
  { account, copy: clone }: StoreWriterOptions = {},
): StoreWriter {
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

function observe(child: ChildProcessByStdio<null, Readable, Readable>): StoreWriter {
  const acknowledged: string[] = [];
  const lines = createInterface(child.stdout).on('line', (line) => acknowledged.push(line));
  const ended = once(child, 'close');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    acknowledged,
    pid: child.pid ?? 0,
    stderr: text(child.stderr),
    waitForWrites: async (count) => {
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

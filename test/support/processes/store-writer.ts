import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Account } from '../../../prisma/postgres/account.ts';
import type { BoardCopy } from './copy-board.ts';
import { compileCacheFolder } from './board-process.ts';
import { repository } from '../docs/source.ts';

/** A process that writes to a store without pause. */
export interface StoreWriter {
  readonly pid: number;
  /** Ids of the committed writes so far; `closed` at the end, when the process has closed the store. */
  readonly acknowledged: readonly string[];
  /** Standard error, once the process has ended. */
  readonly stderr: Promise<string>;
  /** Resolves after `count` more writes, or when the process has ended. */
  waitForWrites(count: number): Promise<void>;
  /** Sends SIGKILL to the process only, as the kernel does when memory runs out. Waits for the end of the process. */
  kill(): Promise<void>;
  /** Sends SIGINT to the process group, as Ctrl-C in a terminal does. Waits for the end of the process. */
  interrupt(): Promise<void>;
}

/** How to start the process. Default: from this repository, as the current account. */
export interface StoreWriterOptions {
  readonly account?: Account;
  readonly copy?: BoardCopy;
}

/** Starts a process that writes to the store in the folder `data`. */
export function startStoreWriter(data: string, { account, copy }: StoreWriterOptions = {}): StoreWriter {
  const script = join(copy?.folder ?? repository, 'test/support/processes/store-writer-process.ts');
  const child = spawn(copy?.node ?? process.execPath, [script, data], {
    ...account,
    cwd: '/',
    env: { ...process.env, NODE_COMPILE_CACHE: compileCacheFolder },
    // A new process group, as a shell creates for a command.
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

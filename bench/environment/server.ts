import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Fixtures } from './fixtures.ts';

/** A server that is measured: the board, or a peer. One process each. */
export interface Server extends AsyncDisposable {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  /** Lets it end by itself: a profile is written then. */
  stop(): Promise<void>;
}

export interface ServerProgram {
  readonly name: string;
  /** From the root of the repository. */
  readonly script: string;
  readonly port: number;
  /** Answers when it is ready, with whatever it has there. */
  readonly readyPath: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly nodeOptions?: readonly string[];
}

const root = join(import.meta.dirname, '../..');

/** Starts it, as its operator would, and waits until it answers. What it says goes to a file in the ground's folder. */
export async function startServer(ground: Fixtures, program: ServerProgram): Promise<Server> {
  const { name, port, script, readyPath, environment, nodeOptions = [] } = program;
  await assertFree(port);
  const log = openSync(join(ground.folder, `${name}.log`), 'a');
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [...nodeOptions, join(root, script)], {
    cwd: ground.folder,
    env: {
      PATH,
      HOME,
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: compileCache(ground),
      PORT: String(port),
      DATABASE_URL: ground.url,
      KEY_PEPPER: ground.pepper,
      ...environment,
    },
    stdio: ['ignore', log, log],
  });
  await waitFor(child, `http://127.0.0.1:${port}${readyPath}`, `${name}: see ${ground.folder}/${name}.log`);
  const stop = () => end(child);
  return { name, port, pid: child.pid ?? 0, stop, [Symbol.asyncDispose]: stop };
}

/** Another server there would be taken for this one, and measured. */
async function assertFree(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const isTaken = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  if (isTaken) throw new Error(`port ${port} is taken: --port names others`);
}

function compileCache({ folder }: Fixtures): string {
  const cache = join(folder, 'compiled');
  mkdirSync(cache, { recursive: true });
  return cache;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

async function waitFor(child: ChildProcess, url: string, complaint: string): Promise<void> {
  for (let attempt = 0; attempt < 1500 && !hasEnded(child); attempt++) {
    const response = await fetch(url).catch(() => null);
    await response?.arrayBuffer();
    if (response && response.status < 500) return;
    await wait(20);
  }
  await end(child);
  throw new Error(`a server did not start: ${complaint}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const killing = setTimeout(() => child.kill('SIGKILL'), 12_000);
  await gone;
  clearTimeout(killing);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Fixtures } from './fixtures.ts';

/** A server under measurement: the board or a peer, in a separate process. */
export interface Server extends AsyncDisposable {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  /** Sends SIGTERM, so that the process can write its profile, and SIGKILL after 12 s. Resolves when it has exited. */
  stop(): Promise<void>;
}

export interface ServerProgram {
  readonly name: string;
  /** Path from the root of the repository. */
  readonly script: string;
  readonly port: number;
  /** A path that has a status below 500 once the server is ready. */
  readonly readyPath: string;
  /** Environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  readonly nodeOptions?: readonly string[];
}

const root = join(import.meta.dirname, '../..');

/** Starts a server and waits until it is ready. Its output goes to `<name>.log` in the fixtures' folder. */
export async function startServer(fixtures: Fixtures, program: ServerProgram): Promise<Server> {
  const { name, port, script, readyPath, env, nodeOptions = [] } = program;
  await assertFree(port);
  const log = openSync(join(fixtures.folder, `${name}.log`), 'a');
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [...nodeOptions, join(root, script)], {
    cwd: fixtures.folder,
    env: {
      PATH,
      HOME,
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: createCompileCacheFolder(fixtures),
      PORT: String(port),
      DATABASE_URL: fixtures.url,
      KEY_PEPPER: fixtures.pepper,
      ...env,
    },
    stdio: ['ignore', log, log],
  });
  await waitUntilReady(
    child,
    `http://127.0.0.1:${port}${readyPath}`,
    `${name} did not start: see ${fixtures.folder}/${name}.log`,
  );
  const stop = () => stopProcess(child);
  return { name, port, pid: child.pid ?? 0, stop, [Symbol.asyncDispose]: stop };
}

/** Throws when the port is in use: the process on it would be measured in place of the new server. */
async function assertFree(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const isInUse = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  if (isInUse) throw new Error(`port ${port} is in use; choose another with --port`);
}

function createCompileCacheFolder({ folder }: Fixtures): string {
  const path = join(folder, 'compiled');
  mkdirSync(path, { recursive: true });
  return path;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** 30 s, because the attempts are 20 ms apart. */
const MAX_ATTEMPTS = 1500;

async function waitUntilReady(child: ChildProcess, url: string, message: string): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS && !hasEnded(child); attempt++) {
    const response = await fetch(url).catch(() => null);
    await response?.arrayBuffer();
    if (response && response.status < 500) return;
    await wait(20);
  }
  await stopProcess(child);
  throw new Error(message);
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 12_000);
  await exited;
  clearTimeout(killTimer);
}

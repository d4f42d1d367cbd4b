import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Account } from '../../../prisma/postgres/account.ts';
import { type CallableBoard, TestAgent } from '../board/agent.ts';
import type { BoardCopy } from './copy-board.ts';
import { findPort } from './free-port.ts';
import { type CallOptions, createRequest, type Reply, toReply } from '../board/http.ts';
import { repository } from '../docs/source.ts';

/** The folder of Node's compile cache, which all processes share: the value of NODE_COMPILE_CACHE. */
export const compileCacheFolder = join(repository, 'node_modules/.cache/compiled');

/** Default environment variables of a board process. */
const defaultSettings = {
  KEY_PEPPER: 'a pepper for tests that is long enough',
  LIMIT_REGISTER_IP: '0',
  LIMIT_REGISTER_GLOBAL: '0',
  LIMIT_KEY_FIRST_HOUR: '0',
  // Overrides a DATABASE_URL in .env.
  DATABASE_URL: '',
  NODE_COMPILE_CACHE: compileCacheFolder,
};

/** How to start a board. Default: from this repository, as the current account, with `defaultSettings`. */
export interface StartOptions {
  readonly settings?: Readonly<Record<string, string>>;
  readonly copy?: BoardCopy;
  readonly account?: Account;
  /** Starts with `npm start`. */
  readonly usesNpm?: boolean;
  /** The arguments of Node.js instead of `src/main.ts`: a script, and the arguments of the script. */
  readonly command?: readonly string[];
  /** The file descriptor of standard output, instead of a pipe. */
  readonly stdout?: number;
}

export interface ProcessResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process that runs a board. Killed on disposal. */
export class BoardProcess implements CallableBoard, AsyncDisposable {
  readonly port: number;
  readonly sitePort: number;
  /** Exit code and output, once the process has ended. */
  readonly exited: Promise<ProcessResult>;
  readonly #child: ChildProcess;
  readonly #output = { stdout: '', stderr: '' };

  constructor(child: ChildProcess, ports: readonly [number, number]) {
    [this.port, this.sitePort] = ports;
    this.#child = child;
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream]?.setEncoding('utf8').on('data', (piece: string) => (this.#output[stream] += piece));
    }
    this.exited = once(child, 'close').then(([code]) => ({ code: code as number | null, ...this.#output }));
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Standard output and standard error so far. */
  get output(): string {
    return this.#output.stdout + this.#output.stderr;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Waits until /readyz responds with 200. */
  async waitUntilReady(seconds = 30): Promise<this> {
    for (let attempt = 0; attempt < 50 * seconds && !this.#hasEnded; attempt++) {
      const response = await fetch(`${this.baseUrl}/readyz`).catch(() => null);
      if (response?.ok) return this;
      await wait(20);
    }
    throw new Error(`the board did not start: ${(await this.signal('SIGKILL')).stderr}`);
  }

  /** Sends a request. Repeats it for up to 10 s if it is refused with 503, because a busy machine delays the process. */
  async call(requestLine: string, options: CallOptions = {}): Promise<Reply> {
    for (let attempt = 1; ; attempt++) {
      const reply = await toReply(await fetch(createRequest(requestLine, options, this.baseUrl)));
      if (reply.status !== 503 || attempt === 100) return reply;
      await wait(100);
    }
  }

  /** Registers an agent. */
  async join(handle: string): Promise<TestAgent> {
    const { status, body } = await this.call('POST /v1/agents/register', { body: { handle } });
    if (status !== 201) throw new Error(`${handle} could not join: ${JSON.stringify(body)}`);
    return new TestAgent(this, body as { handle: string; api_key: string; agent_id: string });
  }

  /** Sends a signal and waits until the process has ended. */
  signal(name: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<ProcessResult> {
    this.#child.kill(name);
    return this.exited;
  }

  /** Waits until all workers serve. Returns their process ids; none if the process ends before. */
  async waitForWorkers(): Promise<readonly number[]> {
    const findLine = () => /^\d+ workers: pids (.+)$/m.exec(this.output)?.[1];
    while (!this.#hasEnded && findLine() === undefined) await wait(20);
    return findLine()?.split(', ').map(Number) ?? [];
  }

  /** Restarts the workers one after the other. */
  restartWorkers(): void {
    this.#child.kill('SIGHUP');
  }

  /** Closes the pipe that is the standard output of the process. */
  closeOutput(): void {
    this.#child.stdout?.destroy();
  }

  /** Sends raw bytes to the API port and returns the response. */
  async send(bytes: string): Promise<string> {
    const socket = connect(this.port, '127.0.0.1');
    socket.end(bytes);
    return text(socket);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.signal('SIGKILL');
  }
}

/** Starts a board and waits until it is ready. */
export async function openBoardProcess(data: string, start?: StartOptions): Promise<BoardProcess> {
  return (await spawnBoardProcess(data, start)).waitUntilReady();
}

/** Starts a board without waiting until it is ready. */
export async function spawnBoardProcess(data: string, start: StartOptions = {}): Promise<BoardProcess> {
  const { settings, account } = start;
  const [port, site] = [await findPort(), await findPort()] as const;
  const { PATH = '', HOME = '' } = process.env;
  const [command, args, cwd] = selectCommand(start);
  const child = spawn(command, args, {
    ...account,
    cwd,
    env: {
      PATH,
      HOME,
      DATA_DIR: data,
      PORT: String(port),
      SITE_PORT: String(site),
      ...defaultSettings,
      ...settings,
    },
    stdio: ['ignore', start.stdout ?? 'pipe', 'pipe'],
  });
  return new BoardProcess(child, [Number(settings?.['PORT'] ?? port), site]);
}

/** The working directory is `/` except for `npm start`, so that no .env file of the developer is read. */
function selectCommand({
  copy,
  usesNpm,
  command,
}: StartOptions): readonly [command: string, args: readonly string[], cwd: string] {
  const folder = copy?.folder ?? repository;
  if (usesNpm) return ['npm', ['start'], folder];
  return [copy?.node ?? process.execPath, command ?? [join(folder, 'src/main.ts')], '/'];
}

// Boards on one database, restarted as by a service manager; and functions to prepare and check their load.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { type Caller, type Load, send } from './load.ts';
import { kill, startProgram } from './processes.ts';

const ROOT = join(import.meta.dirname, '../..');

const SETTINGS = {
  KEY_PEPPER: 'a pepper for tests that is long enough',
  OPERATOR_TOKEN: 'sba_an-operator-token-for-tests-0123456789',
  WEBHOOKS: 'off',
  // 0 switches a limit off.
  ...Object.fromEntries(
    ['ANON', 'REGISTER_IP', 'REGISTER_GLOBAL', 'KEY_FIRST_HOUR', 'PUBLIC_IP', 'GRAPHQL_POINTS'].map(
      (name) => [`LIMIT_${name}`, '0'],
    ),
  ),
};

const RESTART_MS = 1_000;

interface BoardProcess {
  readonly url: string;
  pid: number;
  /** How often the process has ended. */
  ends: number;
}

/** Board processes. A process that ends is started again. */
export class Boards {
  readonly #folder: string;
  readonly #processes: BoardProcess[] = [];
  #isStopping = false;

  /** Logs go to `folder`. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  get urls(): readonly string[] {
    return this.#processes.map(({ url }) => url);
  }

  get processes(): readonly Readonly<BoardProcess>[] {
    return this.#processes;
  }

  /** Starts a board at a port, its site at the next port, and waits until the board is ready. `command` begins the command line. */
  async start(
    port: number,
    env: Readonly<Record<string, string>>,
    command: readonly string[] = [process.execPath],
  ): Promise<void> {
    const board: BoardProcess = { url: `http://127.0.0.1:${port}`, pid: 0, ends: 0 };
    const name = `board${this.#processes.length}`;
    this.#processes.push(board);
    const run = () => {
      const child = startProgram(this.#folder, {
        name,
        command: [...command, join(ROOT, 'src/main.ts')],
        env: { ...SETTINGS, PORT: String(port), SITE_PORT: String(port + 1), ...env },
      });
      board.pid = child.pid ?? 0;
      child.once('exit', () => {
        board.ends += 1;
        if (!this.#isStopping) setTimeout(run, RESTART_MS);
      });
    };
    run();
    while (!(await fetch(`${board.url}/readyz`).catch(() => null))?.ok) await wait(200);
  }

  stop(): void {
    this.#isStopping = true;
    for (const { pid } of this.#processes) kill(-pid, 'SIGKILL');
  }
}

async function register(url: string, handle: string): Promise<Caller> {
  const { text, status } = await send(`${url}/v1/agents/register`, { handle, key: '' }, { handle });
  if (status !== 201) throw new Error(text);
  return { handle, key: (JSON.parse(text) as { api_key: string }).api_key };
}

/** Registers callers, each with a thread. */
export async function prepareCallers(url: string, count: number) {
  const [callers, threads]: [Caller[], string[]] = [[], []];
  for (let i = 0; i < count; i += 1) {
    const caller = await register(url, `caller-${randomUUID().slice(0, 18)}`);
    callers.push(caller);
    const { text } = await send(`${url}/v1/channels/general/threads`, caller, { subject: `thread ${i}` });
    threads.push((JSON.parse(text) as { thread_id: string }).thread_id);
  }
  return { callers, threads };
}

/** Returns how many acknowledged posts the database does not have, and how many posts it has more than once. */
export async function comparePosts(databaseUrl: string, { acknowledged }: Load) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ body: string; count: number }>(
    'select body, count(*)::int as count from posts group by body',
  );
  await client.end();
  const stored = new Map(rows.map(({ body, count }) => [body, count]));
  return {
    lost: acknowledged.filter((body) => !stored.has(body)).length,
    duplicates: rows.filter(({ count }) => count > 1).length,
  };
}

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { openEmbedded } from '../../prisma/postgres/embedded.ts';
import { ENVIRONMENT } from '../support/board/board.ts';
import { type BoardProcess, spawnBoardProcess } from '../support/processes/board-process.ts';
import { databaseUrl } from '../support/processes/command-line.ts';
import type { Release } from './releases.ts';

const run = promisify(execFile);

/** Further posts are copies, without search entries and activities: writing those takes most of the time. */
const MAX_SEEDED_POSTS = 20_000;

/** Copies the seeded posts, whose numbers are below 100 000. Each copy has other numbers. */
const COPY_POSTS = `
  insert into posts (id, thread_id, seq, body, created_by, via, created_at)
  select gen_random_uuid(), thread_id, seq + 100000 * $1::int, body, created_by, via, created_at
  from posts where seq < 100000`;

const SAMPLE_MS = 5;

/** The longest time, in milliseconds, for which a session has been waiting for a lock of a migration; null if none waits. */
const LONGEST_WAIT = `
  select max(extract(epoch from clock_timestamp() - waitstart) * 1000)::int as ms
  from pg_locks cross join (select pid from pg_stat_activity where application_name = 'agent-board migrate') migration
  where not granted and waitstart is not null and migration.pid = any(pg_blocking_pids(pg_locks.pid))`;

/** A PostgreSQL server on disk, and a folder for releases beside it. */
export class UpgradeDatabase implements AsyncDisposable {
  readonly folder: string;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #opened: AsyncDisposableStack;

  private constructor(folder: string, url: string, opened: AsyncDisposableStack) {
    this.folder = folder;
    this.#settings = { ...ENVIRONMENT, DATABASE_URL: url, LIMIT_CREATOR: '0', LOG_LEVEL: 'warn' };
    this.#opened = opened;
  }

  static async open(): Promise<UpgradeDatabase> {
    const opened = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), 'agent-board-upgrade-'));
    opened.defer(() => rm(folder, { recursive: true, force: true }));
    const embedded = await openEmbedded(join(folder, 'data'), { settings: { max_connections: '150' } });
    opened.defer(() => embedded.close());
    return new UpgradeDatabase(folder, databaseUrl(embedded.connection), opened);
  }

  /** Starts a board. It migrates the database before it is ready. */
  async start({ folder, node }: Release): Promise<BoardProcess> {
    const board = await spawnBoardProcess(this.folder, {
      settings: this.#settings,
      copy: { folder, node },
      command: [join(folder, 'src/agent-board.js'), 'serve'],
    });
    return this.#opened.use(board);
  }

  /** Writes generated records, and copies of their posts until there are about `posts`. */
  async seed({ folder, node }: Release, posts: number): Promise<void> {
    const seeded = Math.min(posts, MAX_SEEDED_POSTS);
    await run(node, [join(folder, 'src/agent-board.js'), 'seed', '--posts', String(seeded)], {
      cwd: '/',
      env: { ...process.env, ...this.#settings },
      maxBuffer: 2 ** 26,
    });
    await this.#withClient(async (client) => {
      // Without triggers and foreign keys.
      await client.query('set session_replication_role = replica');
      for (let copy = 1; copy < posts / seeded; copy++) await client.query(COPY_POSTS, [copy]);
      await client.query('vacuum analyze posts');
    });
  }

  /** Returns the longest time, in milliseconds, for which sessions waited for locks of a migration, while `during` runs. */
  async measureLockWaits(during: Promise<unknown>): Promise<number> {
    let isRunning = true;
    const stop = () => (isRunning = false);
    void during.then(stop, stop);
    let longest = 0;
    await this.#withClient(async (client) => {
      while (isRunning) {
        const { rows } = await client.query<{ ms: number | null }>(LONGEST_WAIT);
        longest = Math.max(longest, rows[0]?.ms ?? 0);
        await wait(SAMPLE_MS);
      }
    });
    return longest;
  }

  async #withClient(work: (client: Client) => Promise<void>): Promise<void> {
    const client = new Client({ connectionString: this.#settings['DATABASE_URL'] });
    await client.connect();
    try {
      await work(client);
    } finally {
      await client.end();
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#opened.disposeAsync();
  }
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { type BoardProcess, openBoardProcess } from '../../support/processes/board-process.ts';
import { databaseUrl } from '../../support/processes/command-line.ts';
import { findPort } from '../../support/processes/free-port.ts';
import { startPosting } from '../../support/processes/posting.ts';
import { openConnectionTo, openWorkerConnection } from '../../support/processes/worker-connection.ts';

/** A long timeout, for a busy machine: each start of a worker takes a second of processor time. */
const pollOptions = { timeout: 100_000, interval: 20 };

const opened = new AsyncDisposableStack();
let database: TestDatabase;
let board: BoardProcess;
let workers: readonly number[];
let ada: TestAgent;
let metricsPort: number;

beforeAll(async () => {
  database = opened.use(await openTestDatabase());
  await logCleaners();
  for (const days of [29, 31])
    await database.rows(sql`
      insert into activity_keys (id, key, kind, created_at)
      values (uuidv7(), ${`${days} days`}, 'test', now() - make_interval(days => ${days}))`);
  metricsPort = await findPort();
  const settings = {
    DATABASE_URL: databaseUrl(database.connection),
    WORKERS: '2',
    LIMIT_PUBLIC_IP: '10',
    METRICS_PORT: String(metricsPort),
    INBOX_DAYS: '30',
  };
  board = opened.use(await openBoardProcess('/dev/null/unused', { settings }));
  workers = await board.waitForWorkers();
  ada = await board.join('ada');
});
afterAll(() => opened.disposeAsync());

/** Records which process deletes rows of the log of changes, which is one of the background tasks. */
async function logCleaners(): Promise<void> {
  for (const statement of [
    sql`create table cleaners (name text)`,
    sql`create function log_cleaner() returns trigger language plpgsql as
      $$ begin insert into cleaners values (current_setting('application_name')); return null; end $$`,
    sql`create trigger log_cleaner after delete on changes for each statement execute function log_cleaner()`,
  ])
    await database.rows(statement, 'unprepared');
}

async function readCleaners(): Promise<readonly string[]> {
  const rows = await database.rows<{ name: string }>(sql`select name from cleaners`);
  return rows.map(({ name }) => name);
}

const countLines = (message: string) => board.output.split(`"msg":"${message}"`).length - 1;

// The tests follow one board from its start to its end: two of them kill a worker, and one replaces all workers. Each start of two
// workers takes seconds, so they share the board and run in this order.
describe('with two workers,', { shuffle: false }, () => {
  test('exactly ten of fifty concurrent calls pass a limit of ten', async () => {
    const connections = await Promise.all(Array.from({ length: 50 }, () => openWorkerConnection(board)));
    const serving = await Promise.all(connections.map((connection) => connection.findWorker(workers)));

    const replies = await Promise.all(connections.map((connection) => connection.call('GET /public/work')));

    const count = (status: number) => replies.filter((reply) => reply.status === status).length;
    expect(new Set(serving)).toEqual(new Set(workers));
    expect([count(200), count(429)]).toEqual([10, 40]);
    for (const connection of connections) connection[Symbol.dispose]();
  });

  test('the primary process serves the sums of the counters of its workers', async () => {
    using first = await openConnectionTo(board, workers, workers[0] ?? 0);
    using second = await openConnectionTo(board, workers, workers[1] ?? 0);
    for (const connection of [first, second]) await connection.call('GET /v1/policy');

    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();

    expect(text).toContain('{server="api",method="GET",route="/v1/policy",status="200"} 2\n');
    expect(text).toContain('\nboard_processes 2\n');
    expect(text).toContain('\nboard_ready 1\n');
  });

  test('a post at one worker ends a wait at each worker', async () => {
    const { headers } = await board.join('bob');
    const { thread_id: threadId } = await ada.openThread('Engines');
    const { body: page } = await ada.call('GET /v1/feed?type=post&since=now');
    using first = await openConnectionTo(board, workers, workers[0] ?? 0);
    using second = await openConnectionTo(board, workers, workers[1] ?? 0);

    const path = `GET /v1/feed?cursor=${page.next_cursor}&wait=50`;
    const waiting = [first, second].map((connection) => connection.call(path, { headers }));
    await expect.poll(countListeners, pollOptions).toBe(2);
    await ada.post(threadId, 'news');

    for (const { text } of await Promise.all(waiting)) expect(text).toContain('news');
  });

  const countListeners = async () => {
    const rows = await database.rows(sql`
    select from pg_stat_activity
    where datname = current_database() and query = 'listen board_topics' and application_name like '% worker _'`);
    return rows.length;
  };

  test('a key that is revoked at one worker is refused at the other at once', async () => {
    const carol = await board.join('carol');
    const { headers } = carol;
    using first = await openConnectionTo(board, workers, workers[0] ?? 0);
    using second = await openConnectionTo(board, workers, workers[1] ?? 0);
    const readMe = async () => (await second.call('GET /v1/agents/me', { headers })).status;
    const before = await readMe();

    const [key] = (await carol.call('GET /v1/agents/me/keys')).body as { key_id: string }[];
    const revoked = await first.call(`DELETE /v1/agents/me/keys/${key?.key_id}`, { headers });

    expect([before, revoked.status, await readMe()]).toEqual([200, 200, 401]);
  });

  test(
    'one worker runs the tasks, and the other worker after the first has been killed',
    { timeout: 120_000 },
    async () => {
      await expect.poll(readCleaners, pollOptions).toHaveLength(1);
      const [first] = await readCleaners();
      const readKeys = () => database.rows(sql`select key from activity_keys where kind = 'test'`);
      await expect.poll(readKeys, pollOptions).toEqual([{ key: '29 days' }]);

      // The worker that served first runs the tasks.
      process.kill(workers[0] ?? 0, 'SIGKILL');

      const second = first === 'agent-board worker 1' ? 'agent-board worker 2' : 'agent-board worker 1';
      await expect.poll(readCleaners, pollOptions).toEqual([first, second]);
      await expect.poll(() => countLines('a worker serves'), pollOptions).toBe(1);
    },
  );

  test(
    'a worker that is killed under load loses only its open requests, and is replaced',
    { timeout: 120_000 },
    async () => {
      const posting = await startPosting(board, database, ada);
      const replaced = countLines('a worker serves') + 1;
      await expect.poll(() => posting.acknowledged.length, pollOptions).toBeGreaterThan(50);

      process.kill(workers[1] ?? 0, 'SIGKILL');
      await expect.poll(() => countLines('a worker serves'), pollOptions).toBe(replaced);
      const { failures, lost } = await posting.stop();

      expect(failures.length).toBeLessThanOrEqual(4);
      expect(failures.filter((failure) => !/ECONNRESET|socket hang up/.test(failure))).toEqual([]);
      expect(lost).toEqual([]);
    },
  );

  test('a restart of the workers under load fails no request', { timeout: 120_000 }, async () => {
    const posting = await startPosting(board, database, ada);
    await expect.poll(() => posting.acknowledged.length, pollOptions).toBeGreaterThan(50);

    board.restartWorkers();
    await expect.poll(() => countLines('the workers have been restarted'), pollOptions).toBe(1);
    const { failures, lost } = await posting.stop();

    expect([failures, lost]).toEqual([[], []]);
  });

  test('the board exits with 0 after SIGTERM, and has printed no operator token', async () => {
    const { code, stderr } = await board.signal('SIGTERM');

    expect([code, stderr]).toEqual([0, '']);
    // Only a board with an embedded database creates a token at its first start. Other operators use `creator create`.
    expect(board.output).not.toContain('operator token');
  });
});

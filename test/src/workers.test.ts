import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../prisma/client.ts';
import { findServerPid, isProcessAlive } from '../../prisma/postgres/server.ts';
import type { TestAgent } from '../support/board/agent.ts';
import { openTestDatabase, type TestDatabase } from '../support/database/database.ts';
import {
  type BoardProcess,
  openBoardProcess,
  spawnBoardProcess,
} from '../support/processes/board-process.ts';
import { databaseUrl } from '../support/processes/command-line.ts';
import { openUsedFolder } from '../support/processes/data-folder.ts';
import {
  openConnectionTo,
  openWorkerConnection,
  WorkerConnection,
} from '../support/processes/worker-connection.ts';

/** Long, for a busy machine: each start of a worker takes a second of processor time. */
const pollOptions = { timeout: 100_000, interval: 20 };

const opened = new AsyncDisposableStack();
let database: TestDatabase;
let board: BoardProcess;
let workers: readonly number[];
let ada: TestAgent;

beforeAll(async () => {
  database = opened.use(await openTestDatabase());
  await logCleaners();
  const settings = { DATABASE_URL: databaseUrl(database.connection), WORKERS: '2', LIMIT_PUBLIC_IP: '10' };
  board = opened.use(await openBoardProcess('/dev/null/unused', { settings }));
  workers = await board.waitForWorkers();
  ada = await board.join('ada');
});
afterAll(() => opened.disposeAsync());

/** Records which process deletes rows of the log of changes: that is a task which a process runs when it gets the tasks. */
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

/** Posts on some connections until `stop` is called. A writer whose connection is lost opens another one. */
async function startPosting(connections: number) {
  const { thread_id: threadId } = await ada.openThread('Engines');
  const [acknowledged, failures]: [string[], string[]] = [[], []];
  let isStopped = false;
  const write = async (writer: number) => {
    let connection = new WorkerConnection(board);
    for (let i = 0; !isStopped; i++) {
      const body = `post ${i} of writer ${writer}`;
      const status = await connection
        .call(`POST /v1/threads/${threadId}/posts`, { headers: ada.headers, body: { body } })
        .then((reply) => reply.status, String);
      if (status === 201) {
        acknowledged.push(body);
        continue;
      }
      failures.push(String(status));
      connection[Symbol.dispose]();
      connection = new WorkerConnection(board);
    }
    connection[Symbol.dispose]();
  };
  const writers = Array.from({ length: connections }, (_, i) => write(i));
  const stop = async () => {
    isStopped = true;
    await Promise.all(writers);
    const rows = await database.rows<{ body: string }>(
      sql`select body from posts where thread_id = ${threadId}::uuid`,
    );
    const stored = new Set(rows.map(({ body }) => body));
    return { failures, lost: acknowledged.filter((body) => !stored.has(body)) };
  };
  return { acknowledged, stop };
}

const countLines = (message: string) => board.output.split(`"msg":"${message}"`).length - 1;

test('fifty concurrent calls over two workers pass an exact limit', async () => {
  const connections = await Promise.all(Array.from({ length: 50 }, () => openWorkerConnection(board)));
  const serving = await Promise.all(connections.map((connection) => connection.findWorker(workers)));

  const replies = await Promise.all(connections.map((connection) => connection.call('GET /public/work')));

  const count = (status: number) => replies.filter((reply) => reply.status === status).length;
  expect(new Set(serving)).toEqual(new Set(workers));
  expect([count(200), count(429)]).toEqual([10, 40]);
  for (const connection of connections) connection[Symbol.dispose]();
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

test('one worker runs the tasks, and another one when it has been killed', { timeout: 120_000 }, async () => {
  await expect.poll(readCleaners, pollOptions).toEqual(['agent-board worker 1']);

  process.kill(workers[0] ?? 0, 'SIGKILL');

  await expect.poll(readCleaners, pollOptions).toEqual(['agent-board worker 1', 'agent-board worker 2']);
  await expect.poll(() => countLines('a worker serves'), pollOptions).toBe(1);
});

test(
  'a worker that is killed under load loses only its open requests, and is replaced',
  { timeout: 120_000 },
  async () => {
    const posting = await startPosting(4);
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
  const posting = await startPosting(4);
  await expect.poll(() => posting.acknowledged.length, pollOptions).toBeGreaterThan(50);

  board.restartWorkers();
  await expect.poll(() => countLines('the workers have been restarted'), pollOptions).toBe(1);
  const { failures, lost } = await posting.stop();

  expect([failures, lost]).toEqual([[], []]);
});

test('a board with workers that receives SIGTERM exits with 0', async () => {
  const { code, stderr } = await board.signal('SIGTERM');

  expect([code, stderr]).toEqual([0, '']);
});

test('a start with workers fails in one line if a port is taken', async () => {
  await using taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const settings = { DATABASE_URL: databaseUrl(database.connection), WORKERS: '2', SITE_PORT: String(port) };

  const { exited } = await spawnBoardProcess('/dev/null/unused', { settings });

  const stderr = `SITE_PORT: bind EADDRINUSE 127.0.0.1:${port}\n`;
  expect(await exited).toEqual({ code: 1, stdout: '', stderr });
});

test('the workers of a primary process that is killed end, and the next start takes over the database', async () => {
  await using folder = await openUsedFolder();
  await using killed = await openBoardProcess(folder.data, { settings: { WORKERS: '2' } });
  const pids = await killed.waitForWorkers();
  const bob = await killed.join('bob');

  await killed.signal('SIGKILL');
  await expect.poll(() => pids.filter(isProcessAlive), pollOptions).toEqual([]);

  await using next = await openBoardProcess(folder.data);
  expect((await bob.at(next).call('GET /v1/agents/me')).body).toMatchObject({ handle: 'bob' });
  expect((await next.signal('SIGTERM')).code).toBe(0);
  expect(await findServerPid(join(folder.data, 'postgres'))).toBeUndefined();
});

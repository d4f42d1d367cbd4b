// Boards that read on streaming standbys.
import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../prisma/client.ts';
import type { TestAgent } from '../support/board/agent.ts';
import type { TestBoard } from '../support/board/board.ts';
import { HOLDING, openGatedBoard } from '../support/board/gated-board.ts';
import { createRequest } from '../support/board/http.ts';
import { createOperatorClient } from '../support/board/operator.ts';
import { countStandbyReads, openReplicatedBoard, waitUntilUsed } from '../support/board/replicated-board.ts';
import { openStandbys, type TestStandbys } from '../support/database/standbys.ts';
import { PEPPER, runCli } from '../support/processes/command-line.ts';
import { openFolder } from '../support/processes/data-folder.ts';

/** The number of writes that are read again at both boards. Set `REPLICA_WRITES` to run more by hand. */
const WRITES = Number(process.env['REPLICA_WRITES'] ?? 200);

/** How long the standby waits before it replays a commit. Set `REPLICA_APPLY_DELAY` to run with a delay by hand. */
const APPLY_DELAY = process.env['REPLICA_APPLY_DELAY'] ?? '0';

const opened = new AsyncDisposableStack();
let servers: TestStandbys;
let board: TestBoard;
let other: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  const folder = opened.use(await openFolder());
  servers = opened.use(await openStandbys(folder.path, 1, { recovery_min_apply_delay: APPLY_DELAY }));
  board = opened.use(await openReplicatedBoard(servers));
  other = opened.use(await openReplicatedBoard(servers, board.clock));
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});
beforeEach(() => Promise.all([board, other].map((each) => waitUntilUsed(each))));
afterAll(() => opened.disposeAsync());

const standby = () => servers.standbys[0]!;

/** Runs work while the standby, which has replayed everything so far, replays nothing more. */
async function whilePaused<Result>(work: () => Promise<Result>): Promise<Result> {
  const [position] = await servers.primary.query<{ lsn: string }>('select pg_current_wal_flush_lsn() as lsn');
  const hasAll = `select where pg_last_wal_replay_lsn() >= '${position!.lsn}'`;
  await expect.poll(() => standby().query(hasAll), { interval: 5 }).toHaveLength(1);
  await standby().query('select pg_wal_replay_pause()');
  try {
    return await work();
  } finally {
    await standby().query('select pg_wal_replay_resume()');
  }
}

/** An agent at a board. */
type Reader = readonly [agent: TestAgent, at: TestBoard];

const readText = async ([{ headers }, at]: Reader, path: string): Promise<string> =>
  (await at.fetch(createRequest(`GET ${path}`, { headers }))).text();

/** Posts of one thread: all are on its first page. */
const POSTS_PER_THREAD = 20;

/** Writes posts and returns the reads that do not have the post that was just written. */
async function findMissing(readers: readonly Reader[], writes: number): Promise<readonly string[]> {
  const missing: string[] = [];
  let threadId = '';
  for (let i = 0; i < writes; i += 1) {
    if (i % POSTS_PER_THREAD === 0) {
      board.clock.advance({ seconds: 1 });
      ({ thread_id: threadId } = await ada.openThread('Read at once'));
    }
    const word = `word${randomInt(1e9)}`;
    const { post_id: id } = await ada.post(threadId, word);
    const since = encodeURIComponent(new Date(board.clock.now().getTime() - 1).toISOString());
    const paths = [
      `/v1/threads/${threadId}/posts?limit=${POSTS_PER_THREAD + 1 + (i % 20)}`,
      `/v1/feed?type=post&limit=50&since=${since}`,
      `/v1/search?q=${word}`,
    ];
    const reads = readers.flatMap((reader) => paths.map((path) => ({ reader, path })));
    const texts = await Promise.all(reads.map(({ reader, path }) => readText(reader, path)));
    missing.push(...reads.flatMap(({ path }, index) => (texts[index]!.includes(id) ? [] : [path])));
  }
  return missing;
}

describe('a board with a standby', () => {
  test('reads on the standby', async () => {
    const { thread_id: id } = await ada.openThread('Read elsewhere');
    await ada.post(id);
    let limit = 0;
    const read = () => ada.call(`GET /v1/threads/${id}/posts?limit=${(limit += 1)}`);

    // A standby that was too slow is read again after the next check.
    await expect.poll(() => readsOn(board, async () => expect((await read()).body).toHaveLength(1))).toBe(1);
  });

  test(
    'shows each write at once, to its writer and to others, at each board',
    async () => {
      const before = countStandbyReads(board) + countStandbyReads(other);

      const missing = await findMissing(
        [ada, bob].flatMap((agent) => [board, other].map((at) => [agent, at] as const)),
        WRITES,
      );

      expect(missing).toEqual([]);
      expect(countStandbyReads(board) + countStandbyReads(other) - before).toBeGreaterThan(WRITES);
    },
    30_000 + 250 * WRITES,
  );

  test('reads on the primary while the standby replays nothing, and shows each write at once', async () => {
    await whilePaused(async () => {
      const missing = await findMissing(
        [
          [ada, board],
          [ada, other],
        ],
        10,
      );
      await waitUntilUsed(board, 0);
      const before = countStandbyReads(board);
      const later = await findMissing([[ada, board]], 3);

      expect([...missing, ...later]).toEqual([]);
      expect(countStandbyReads(board)).toBe(before);
    });
    await waitUntilUsed(board);
    await expect.poll(() => readsOn(board, () => ada.call(`GET /v1/facts?tag=at-${Date.now()}`))).toBe(1);
  });

  test('hides a record and quarantines an agent at once', async () => {
    const operator = createOperatorClient(board);
    const { thread_id: id } = await ada.openThread('Hidden soon');
    const carl = await board.join(`carl-${Date.now()}`);
    const visible = await ada.call(`GET /v1/threads/${id}/posts`);
    expect(visible.status).toBe(200);

    await whilePaused(async () => {
      await operator.moderate('threads', id, 'hide', { reason: 'spam' });
      const hidden = await Promise.all(
        [bob, bob.at(other)].map((agent) => agent.call(`GET /v1/threads/${id}`)),
      );
      expect(hidden.map(({ status }) => status)).toEqual([404, 404]);
      await operator.moderate('agents', carl.id, 'quarantine', { reason: 'spam' });
      const refused = await carl.call('POST /v1/channels/general/threads', {
        body: { subject: 's', body: 'b' },
      });
      expect(refused.status).toBe(403);
    });
  });

  test('does not share what the standby computed before a later write', HOLDING, async () => {
    await using gated = await openGatedBoard(servers, board.clock);
    const { thread_id: id } = await ada.openThread('Read slowly');
    const read = () => bob.at(gated.board).call(`GET /v1/threads/${id}/posts`);
    // This read caches a response, which the next post invalidates.
    await read();
    await ada.post(id, 'first');

    const [early, late] = await whilePaused(async () => {
      const reading = await gated.hold(read, async () => {
        await ada.post(id, 'second');
        // Reads the change of the second post from the change log, before the dependencies of the held response are known.
        await bob.at(gated.board).call('GET /v1/reports');
      });
      return [await reading.response, await read()] as const;
    });

    expect(early.text).toContain('first');
    expect(late.text).toContain('second');
  });

  test('returns records that were written before a waiting request listened', HOLDING, async () => {
    await using gated = await openGatedBoard(servers, board.clock);
    board.clock.advance({ seconds: 1 });
    const readNext = () => bob.at(gated.board).call('GET /v1/feed?type=thread&since=now&wait=20');

    const { body } = await whilePaused(async () => {
      const waiting = await gated.hold(readNext, () => ada.openThread('Written in between'));
      return waiting.response;
    });

    expect(body.items).toMatchObject([{ subject: 'Written in between' }]);
  });

  test('returns what a waiting request waits for', async () => {
    board.clock.advance({ seconds: 1 });
    const waiting = bob.at(other).call('GET /v1/feed?type=thread&since=now&wait=20');
    await expect.poll(() => other.app.live.size, { interval: 5 }).toBe(1);

    await ada.openThread('News for a reader of the standby');

    expect((await waiting).body.items).toMatchObject([{ subject: 'News for a reader of the standby' }]);
  });
});

describe('a URL of DATABASE_READ_URLS', () => {
  const gone = 'postgresql://board@127.0.0.1:1/board';
  test('that leads to the primary or to no server is left out, and the reason is reported', async () => {
    const { primary, standbys } = servers;
    const reasons = new Map<string, string | null>();
    const database = openDatabase(
      { connectionString: primary.url },
      {
        replicas: {
          urls: [primary.url, gone, standby().url],
          maxLagMs: 1_000,
          onChange: (name, reason) => void reasons.set(name, reason),
        },
      },
    );

    await expect.poll(() => reasons.get(`127.0.0.1:${standbys[0]!.port}`)).toBeNull();
    await database.close();

    expect(Object.fromEntries(reasons)).toMatchObject({
      [`127.0.0.1:${primary.port}`]: 'it is no standby',
      '127.0.0.1:1': 'it cannot be read',
    });
  });

  test('is checked by doctor', async () => {
    const { primary } = servers;
    const { stdout } = await runCli(['doctor'], {
      DATABASE_URL: primary.url,
      KEY_PEPPER: PEPPER,
      DATABASE_READ_URLS: [standby().url, primary.url, gone].join(),
    });

    expect(stdout.match(/^\w+ +replica .*$/gm)).toEqual([
      expect.stringMatching(/^ok .* is a standby of the database$/),
      expect.stringMatching(/^ok .* is the primary at present, so it is not read as a standby$/),
      expect.stringMatching(/^fail .*127.0.0.1:1 connect ECONNREFUSED/),
    ]);
  });
});

/** Returns how many responses of a board are computed on a standby during `work`. */
async function readsOn(each: TestBoard, work: () => Promise<unknown>): Promise<number> {
  const before = countStandbyReads(each);
  await work();
  return countStandbyReads(each) - before;
}

describe('when the standby is killed', () => {
  test('reads continue without an error, and use the standby again when it returns', async () => {
    const statuses = new Set<number>();
    let isDone = false;
    const reading = Array.from({ length: 4 }, async (_, reader) => {
      for (let i = 0; !isDone; i += 1)
        statuses.add((await ada.call(`GET /v1/facts?limit=${(i % 50) + 1}&tag=t${reader}-${i}`)).status);
    });

    await wait(100);
    await standby().kill();
    await waitUntilUsed(board, 0);
    await ada.openThread('Written without a standby');
    await standby().start();
    await waitUntilUsed(board);
    isDone = true;
    await Promise.all(reading);

    expect([...statuses]).toEqual([200]);
    await expect.poll(() => readsOn(board, () => ada.call(`GET /v1/facts?tag=at-${Date.now()}`))).toBe(1);
  });
});

describe('when the primary is killed', () => {
  test('reads see all earlier writes, writes fail, and both work when the primary returns', async () => {
    const { thread_id: id } = await ada.openThread('Written before');
    await ada.post(id);
    await ada.call('GET /v1/agents/me');
    await expect.poll(() => standby().query(`select from threads where id = '${id}'`)).toHaveLength(1);

    await servers.primary.kill();
    const [own, posts, feed, write] = await Promise.all([
      ada.call('GET /v1/agents/me'),
      ada.call(`GET /v1/threads/${id}/posts`),
      ada.call('GET /v1/feed?type=thread&limit=50'),
      ada.call(`POST /v1/threads/${id}/posts`, { body: { body: 'not now' } }),
    ]);
    await servers.primary.start();
    const after = await ada.post(id);

    expect([own, posts, feed, write].map(({ status }) => status)).toEqual([200, 200, 200, 503]);
    expect(posts.body).toHaveLength(1);
    expect(feed.text).toContain(id);
    expect((await ada.call(`GET /v1/threads/${id}/posts`)).text).toContain(after.post_id);
    const read = (limit: number) => readsOn(board, () => ada.call(`GET /v1/facts?limit=${limit}`));
    let limit = 1;
    await expect.poll(() => read((limit += 1)), { interval: 50 }).toBe(1);
  });
});

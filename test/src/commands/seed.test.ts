import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedBoard, type RowCounts } from '../../../src/seed/seed-board.ts';
import { type Database, sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { openTestDatabase } from '../../support/database/database.ts';
import { openFolderWithServerData } from '../../support/processes/data-folder.ts';
import { openBoardProcess } from '../../support/processes/board-process.ts';
import { repository } from '../../support/docs/source.ts';

interface Post {
  readonly id: string;
  readonly seq: number;
  readonly reply_to: string | null;
}

async function readIndexOptions(database: Database): Promise<readonly string[]> {
  const [row] = await database.rows<{ options: string[] }>(
    sql`select reloptions as options from pg_class where relname = 'entries_tsv_idx'`,
  );
  return row?.options ?? [];
}

describe('a seeded board', () => {
  const opened = new AsyncDisposableStack();
  let board: TestBoard;
  let ada: TestAgent;
  let seeded: RowCounts;
  beforeAll(async () => {
    board = opened.use(await openBoard());
    ada = await board.join('ada');
    seeded = await seedBoard(board.database, { posts: 2000, seed: 1, until: board.clock.now() });
  });
  afterAll(() => opened.disposeAsync());

  /** Reads all pages of the feed for some record types. */
  async function readAll(types: string) {
    const items = [];
    for (let cursor = ''; ;) {
      const after = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await ada.call(`GET /v1/feed?type=${types}${after}`);
      items.push(...body.items);
      cursor = body.next_cursor;
      if (!body.has_more) return items;
    }
  }

  test('has the requested number of posts, and the reported numbers of records, dated in the last 180 days', async () => {
    const items = (await readAll('thread,post,inquiry,fact,report')).filter(
      ({ created_by: author }) => author !== 'ada',
    );

    const counts = Object.entries(Object.groupBy(items, ({ type }) => type)).map(([type, members]) => [
      type,
      members?.length,
    ]);
    const { threads, posts, inquiries, facts, reports } = seeded;
    expect(Object.fromEntries(counts)).toEqual({
      thread: threads,
      post: posts,
      inquiry: inquiries,
      fact: facts,
      report: reports,
    });
    expect(posts).toBe(2000);
    const span = Date.parse(items.at(-1).created_at) - Date.parse(items[0].created_at);
    expect(span / 86_400_000).toBeGreaterThan(170);
    expect(Date.parse(items[0].created_at)).toBeGreaterThan(board.clock.now().getTime() - 180 * 86_400_000);
    expect(Date.parse(items.at(-1).created_at)).toBeLessThanOrEqual(board.clock.now().getTime());
  });

  test('has threads with the right post counts and valid replies', async () => {
    const threads = (await readAll('thread')).slice(0, 40);

    for (const { thread_id: id, post_count: count, last_post_at: last } of threads) {
      const { body: posts } = await ada.call(`GET /v1/threads/${id}/posts?limit=50`);
      expect(posts.map(({ seq }: { seq: number }) => seq)).toEqual(
        posts.map((_: unknown, i: number) => i + 1),
      );
      if (count > 50) continue;
      expect([posts.length, posts.at(-1)?.created_at ?? null]).toEqual([count, last]);
      const seqOf = new Map<string, number>(posts.map((post: Post) => [post.id, post.seq]));
      const replies = (posts as Post[]).filter(({ reply_to: to }) => to !== null);
      expect(replies.filter(({ seq, reply_to: to }) => (seqOf.get(to ?? '') ?? seq) >= seq)).toEqual([]);
    }
  });

  test('has text that the board accepts, and agents without keys', async () => {
    const posts = await readAll('post');
    const { agents } = seeded;
    const [keys] = await board.database.rows<{ count: number }>(
      sql`select count(*)::int from agent_keys join agents using (handle) where declaration @> '{"seeded": true}'`,
    );

    const thread = await ada.openThread('Engines');
    const sample = posts.filter((_, i) => i % 50 === 0);
    const replies = await Promise.all(
      sample.map(({ body, content_type }) =>
        ada.call(`POST /v1/threads/${thread.thread_id}/posts`, { body: { body, content_type } }),
      ),
    );

    expect(replies.map(({ status, body }, i) => [status, body.body === sample[i]?.body])).toEqual(
      sample.map(() => [201, true]),
    );
    expect([agents > 10, keys?.count]).toEqual([true, 0]);
    expect(new Set(posts.map(({ body }) => body)).size).toBeGreaterThan(1990);
    expect(posts.some(({ body }) => /[\u3040-\u30ff\u4e00-\u9fff]/.test(body))).toBe(true);
  });

  test.each([
    [
      'inquiries with the right answer count and first_answered_at',
      sql`select 1 from inquiries inquiry
        left join lateral (
          select count(*) as number, max(seq) as last_seq, min(created_at) as first_at
          from answers where inquiry_id = inquiry.id) given on true
        where answer_count <> given.number or answer_count <> coalesce(given.last_seq, 0)
          or first_answered_at is distinct from given.first_at or given.first_at < inquiry.created_at
          or (status = 'answered' and given.number = 0) or (status in ('open', 'claimed') and given.number > 0)`,
    ],
    [
      'facts whose superseded_at is the time of their correction',
      sql`select 1 from facts old left join facts new on new.supersedes_id = old.id
        where old.superseded_at is distinct from new.created_at or new.created_at < old.created_at`,
    ],
    [
      'no evidence newer than its fact',
      sql`select 1 from facts join posts on posts.id = evidence_post_id where posts.created_at > facts.created_at`,
    ],
    [
      'reports observed before they are created, each in a thread about it',
      sql`select 1 from reports left join threads on threads.id = thread_id
        where observed_at > reports.created_at or channel_slug is distinct from 'field-reports'
          or subject is distinct from outcome || ': ' || target`,
    ],
    [
      'work packets whose last event is the first one, dated at their creation',
      sql`select 1 from work_packets packet left join work_events event
          on event.packet_id = packet.id and event.seq = 1 and packet.events_head = 1
        where event.at is distinct from packet.created_at`,
    ],
    [
      'no authors newer than their posts',
      sql`select 1 from posts join agents on handle = created_by where agents.created_at > posts.created_at`,
    ],
    [
      'statistics of all its tables for the planner',
      sql`select relname from pg_class where relnamespace = 'public'::regnamespace and reltuples < 1 and relname in (
        'agents', 'threads', 'posts', 'inquiries', 'answers', 'facts', 'reports', 'work_packets', 'work_events', 'entries')`,
    ],
  ])('has %s', async (_what, violations) => {
    expect(await board.database.rows(violations)).toEqual([]);
  });

  test('has a search index without a pending list, as a board without seeded records', async () => {
    expect(await readIndexOptions(board.database)).toContain('fastupdate=off');
  });

  test('has inquiries in all states, accepted answers, corrections, evidence and reports with all outcomes', async () => {
    const [result] = await board.database.rows(sql`select
      (select count(distinct status)::int from inquiries) as states,
      (select count(*)::int > 0 from inquiries where accepted_answer_id is not null) as accepted,
      (select count(*)::int > 0 from facts where supersedes_id is not null) as chains,
      (select count(*)::int > 0 from facts where evidence_post_id is not null) as evidence,
      (select count(distinct outcome)::int from reports) as outcomes`);

    expect(result).toEqual({ states: 4, accepted: true, chains: true, evidence: true, outcomes: 4 });
  });
});

describe('seeding', () => {
  const until = new Date('2026-11-21T12:00:00Z');

  test('creates the same records for the same seed, and others for another seed; if the records exist, it fails and leaves the search index without a pending list', async () => {
    const readDigest = async (seed: number) => {
      await using database = await openTestDatabase();
      await seedBoard(database, { posts: 100, seed, until });
      await expect(seedBoard(database, { posts: 100, seed, until })).rejects.toThrow(
        'has these records already',
      );
      expect(await readIndexOptions(database)).toContain('fastupdate=off');
      const [row] = await database.rows<{ digest: string }>(sql`
        select md5(string_agg(posts::text || threads::text, '' order by posts.id)) as digest
        from posts join threads on threads.id = thread_id`);
      return row?.digest;
    };

    const [first, repeated, other] = [await readDigest(1), await readDigest(1), await readDigest(2)];

    expect(repeated).toBe(first);
    expect(other).not.toBe(first);
  });

  test('adds records by seeded agents only', async () => {
    await using board = await openBoard();
    const { agents } = await seedBoard(board.database, { posts: 100, seed: 1, until });
    // A seeded agent is marked in its declaration. Without the mark, this agent counts as not seeded.
    await board.database.rows(sql`
      update agents set declaration = '{}' where handle = (select min(created_by) from posts)`);
    const [before] = await board.database.rows<{ count: number }>(sql`
      select count(*)::int from posts join agents on handle = created_by where declaration = '{}'`);

    const second = await seedBoard(board.database, {
      posts: 100,
      seed: 1,
      until: new Date(until.getTime() + 1),
    });

    const [after] = await board.database.rows<{ count: number }>(sql`
      select count(*)::int from posts join agents on handle = created_by where declaration = '{}'`);
    expect([agents, second.agents, second.posts]).toEqual([23, 0, 100]);
    expect(after).toEqual(before);
  });
});

describe('npm run seed', () => {
  const script = join(repository, 'src/agent-board.js');
  const PEPPER = 'a pepper for tests that is long enough';
  /** An environment in which a write fails: a refused command must not get that far. */
  const UNWRITABLE = { LOG_LEVEL: 'warn', DATA_DIR: '/dev/null/data' };
  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    promisify(execFile)(process.execPath, [script, 'seed', ...args], {
      env: { ...UNWRITABLE, ...env },
      cwd: '/',
    });

  test('fills the embedded database that `npm start` uses', async () => {
    await using folder = await openFolderWithServerData();

    const { stdout, stderr } = await run(['--posts', '50'], { DATA_DIR: folder.data, KEY_PEPPER: PEPPER });

    expect(stderr).toBe('');
    expect(stdout).toMatch(
      /^50 of 50 posts · \d+ records · \d+ records\/s\n\d+ agents · \d+ threads · 50 posts · /,
    );
    await using board = await openBoardProcess(folder.data);
    const ada = await board.join('ada');
    const { items } = (await ada.call('GET /v1/feed?type=post')).body;
    expect(items).toHaveLength(50);
    const daysAgo = Math.max(
      ...items.map(
        ({ created_at: at }: { created_at: string }) => (Date.now() - Date.parse(at)) / 86_400_000,
      ),
    );
    expect([daysAgo > 100, daysAgo < 181]).toEqual([true, true]);
  });

  test('is refused in one line while a board runs', async () => {
    await using folder = await openFolderWithServerData();
    await using board = await openBoardProcess(folder.data);

    const seeding = run([], { DATA_DIR: folder.data, KEY_PEPPER: PEPPER });

    await expect(seeding).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        new RegExp(`^DATA_DIR .* is in use by a running board \\(pid ${board.pid}\\)\n$`),
      ),
    });
  });

  test.each([
    [
      ['--posts', 'many'],
      "option '--posts <n>' argument 'many' is invalid. Must be a whole number from 1 to 100000000 " +
        '(see agent-board seed --help)',
    ],
    [['--posts', '0'], /argument '0' is invalid/],
    [['--seed', '9007199254740992'], /argument '9007199254740992' is invalid/],
    [['--post', '1'], "unknown option '--post'. Did you mean --posts? (see agent-board seed --help)"],
    [
      ['--posts', '1', '--seed', '0', '--until', '2026'],
      '--until: must be a time such as 2026-01-31T12:00:00Z',
    ],
  ])('refuses %s in one line', async (args, fault) => {
    const stderr = typeof fault === 'string' ? `${fault}\n` : expect.stringMatching(fault);
    await expect(run(args)).rejects.toMatchObject({ code: 2, stderr, stdout: '' });
  });

  test('prints its usage with --help', async () => {
    const { stdout } = await run(['--help']);

    expect(stdout).toContain('npm run seed -- [options]');
    for (const option of ['--posts <n>', '--seed <n>', '--until <time>'])
      expect(stdout).toMatch(new RegExp(`^  ${option} +\\w`, 'm'));
    expect(stdout).toMatch(/\(default: 10000\)[^]*\(default: 1\)/);
  });
});

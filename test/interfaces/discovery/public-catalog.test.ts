import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { insertFact, insertInquiry, insertThreads } from '../../support/records/insert-records.ts';
import { UNKNOWN_ID } from '../../support/records/ids.ts';
import { callWorkOrThrow, createWork } from '../../support/records/work.ts';

const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let board: TestBoard;
let ada: TestAgent;
let thread: { thread_id: string };
let inquiry: string;
let fact: string;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  thread = await ada.openThread('Engines', 'general', 'It weaves.');
  await ada.post(thread.thread_id, 'As the loom weaves flowers.');
  const stamp = { at: board.clock.now(), by: 'ada' };
  inquiry = await insertInquiry(board.database, stamp);
  fact = await insertFact(board.database, stamp);
});

afterAll(() => board[Symbol.asyncDispose]());

describe('the public catalog', () => {
  test('has the counts of the board, its channels, the newest records of each type and links', async () => {
    const { body } = await board.call('GET /public/board');

    expect(body).toMatchObject({
      protocol: 'service-board-v1',
      generated_at: board.clock.now().toISOString(),
      counts: { channels: 4, threads: 1, posts: 2, inquiries: 1, facts: 1, reports: 0, work: 0 },
      threads: [{ type: 'thread', thread_id: thread.thread_id, subject: 'Engines', created_by: 'ada' }],
      inquiries: [{ type: 'inquiry', inquiry_id: inquiry, question: 'how so?' }],
      facts: [{ type: 'fact', fact_id: fact, statement: 'it is so' }],
      work: [],
      links: { atom: 'http://board.test/public/feed.xml' },
    });
    expect(body.channels.map(({ slug }: { slug: string }) => slug)).toEqual([
      'general',
      'inquire',
      'persist',
      'field-reports',
    ]);
  });

  test('is the same at /public/board and /public/board.json', async () => {
    const [plain, json] = [await board.call('GET /public/board'), await board.call('GET /public/board.json')];

    expect(json.text).toBe(plain.text);
    expect(json.headers.get('etag')).toBe(plain.headers.get('etag'));
  });

  test('lists work packets that are open, and none that have ended', async () => {
    await using boardWithWork = await openBoard();
    const creator = await boardWithWork.join('ada');
    const [open, closed] = [await createWork(creator), await createWork(creator)];
    await callWorkOrThrow(creator, 'dispose', { work_id: closed.work_id, action: 'close' });

    const { body } = await boardWithWork.call('GET /public/board');

    expect(body.work.map(({ work_id: id }: { work_id: string }) => id)).toEqual([open.work_id]);
  });

  test('lists the newest 50 threads', async () => {
    await using boardWithThreads = await openBoard();
    await boardWithThreads.join('ada');
    await insertThreads(boardWithThreads.database, 60, { at: boardWithThreads.clock.now(), by: 'ada' });
    boardWithThreads.clock.advance({ seconds: 1 });
    const [newest] = await insertThreads(boardWithThreads.database, 1, {
      at: boardWithThreads.clock.now(),
      by: 'ada',
    });

    const { body } = await boardWithThreads.call('GET /public/board');

    expect(body.threads).toHaveLength(50);
    expect(body.threads[0].id).toBe(newest);
  });

  test('at /public/board.txt has a notice and then a line for each record', async () => {
    const { text, headers } = await board.call('GET /public/board.txt');

    const lines = text.split('\n');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(lines[1]).toContain('untrusted content');
    expect(lines.filter((line) => /^(thread|inquiry|fact) /.test(line))).toEqual([
      `thread /public/threads/${thread.thread_id} | ${board.clock.now().toISOString()} | ada | Engines`,
      `inquiry /public/inquiries/${inquiry} | ${board.clock.now().toISOString()} | ada | how so?`,
      `fact /public/facts/${fact} | ${board.clock.now().toISOString()} | ada | it is so`,
    ]);
  });
});

test('no text of an agent begins a line in board.txt', async () => {
  await using freshBoard = await openBoard();
  await freshBoard.join('ada');
  const at = freshBoard.clock.now();
  const statement = 'one\nfact /public/facts/forged\r\n\u2028two\u0085\u001b[31m';
  await freshBoard.database.rows(sql`
    insert into facts (id, statement, tags, created_by, via, created_at)
    values ('019a5e1c-7d3a-7c42-9f0e-3b1d5a6c8e21', ${statement}, '{}', 'ada', 'rest', ${at})`);

  const { text } = await freshBoard.call('GET /public/board.txt');

  const lines = text.split(/[\n\r\u0085\u2028\u2029]/).filter((line) => line.startsWith('fact '));
  expect(lines).toEqual([
    `fact /public/facts/019a5e1c-7d3a-7c42-9f0e-3b1d5a6c8e21 | ${at.toISOString()} | ada | one fact /public/facts/forged two [31m`,
  ]);
});

describe('a public page', () => {
  test('of a thread has its posts, oldest first, page by page', async () => {
    const path = `/public/threads/${thread.thread_id}`;

    const first = await board.call(`GET ${path}?limit=1`);
    const next = /<(.*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await board.call(`GET ${next}`);

    expect(first.body).toMatchObject({
      type: 'thread',
      id: thread.thread_id,
      posts: [{ body: 'It weaves.' }],
    });
    expect(second.body.posts).toMatchObject([{ body: 'As the loom weaves flowers.' }]);
    expect(second.headers.get('link')).toBeNull();
  });

  test.each(['inquiries', 'facts'] as const)('at /public/%s/{id} is the record', async (collection) => {
    const id = collection === 'facts' ? fact : inquiry;

    const { status, body } = await board.call(`GET /public/${collection}/${id}`);

    expect([status, body.id, body.path]).toEqual([200, id, `/public/${collection}/${id}`]);
  });

  test.each(['threads', 'inquiries', 'facts'])(
    'at /public/%s/{id} is 422 for an id that is not a UUID, and 404 for an unknown id',
    async (collection) => {
      const [malformed, missing] = [
        await board.call(`GET /public/${collection}/abc`),
        await board.call(`GET /public/${collection}/${UNKNOWN_ID}`),
      ];

      expect([malformed.status, malformed.body.code]).toEqual([422, 'validation_failed']);
      expect(malformed.body.errors[0].loc[0]).toBe('path');
      expect([missing.status, missing.body.code]).toEqual([404, 'not_found']);
      expect(missing.body.next).toEqual([{ surface: 'public', method: 'GET', path: '/public/board.json' }]);
    },
  );

  test('lists unknown query parameters in X-Ignored-Fields', async () => {
    const { headers } = await board.call('GET /public/board?colour=red');

    expect(headers.get('x-ignored-fields')).toBe('colour');
  });

  test('without a file extension is 406 for a browser, and with one is 200', async () => {
    const paths = ['/public/board', `/public/facts/${fact}`, '/public/board.json', '/public/feed.xml'];

    const replies = await Promise.all(paths.map((path) => board.call(`GET ${path}`, { headers: BROWSER })));

    expect(replies.map(({ status }) => status)).toEqual([406, 406, 200, 200]);
    expect(replies[0]?.body.code).toBe('not_acceptable');
  });

  test('is the same for every caller, with any key or token', async () => {
    const path = `/public/threads/${thread.thread_id}`;
    const operator = { Authorization: 'Bearer sba_an-operator-token-for-tests-0123456789' };

    const replies = [
      await board.call(`GET ${path}`),
      await ada.call(`GET ${path}`),
      await board.call(`GET ${path}`, { headers: { Authorization: 'Bearer sbk_wrong' } }),
      await board.call(`GET ${path}`, { headers: operator }),
    ];

    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies[1]?.headers.get('ratelimit-policy')).toBeNull();
  });
});

describe('the counts of the board', () => {
  const countsOf = async (freshBoard: TestBoard) => (await freshBoard.call('GET /public/board')).body.counts;

  test('are exact after concurrent writes', async () => {
    await using freshBoard = await openBoard();
    const agents = await Promise.all(['ada', 'bob', 'eve'].map((handle) => freshBoard.join(handle)));

    await Promise.all(
      Array.from({ length: 15 }, (_, i) => agents[i % 3]!.openThread(`thread ${i}`, 'general', 'a post')),
    );

    expect(await countsOf(freshBoard)).toMatchObject({ threads: 15, posts: 15 });
  });

  test('are without a hidden post until it is unhidden', async () => {
    await using freshBoard = await openBoard();
    const agent = await freshBoard.join('ada');
    const opened = await agent.openThread('Engines', 'general', 'It weaves.');
    await agent.post(opened.thread_id);

    await freshBoard.database.rows(
      sql`update posts set hidden_at = ${freshBoard.clock.now()}, hidden_reason = 'spam' where seq = 1`,
    );
    const hidden = await countsOf(freshBoard);
    await freshBoard.database.rows(sql`update posts set hidden_at = null, hidden_reason = null`);
    const shown = await countsOf(freshBoard);

    expect([hidden.posts, shown.posts]).toEqual([1, 2]);
  });
});

describe('the limit of public pages', () => {
  test('is shared, per address, by all public pages and the sitemap, and does not apply to other discovery documents', async () => {
    await using limitedBoard = await openBoard({ LIMIT_PUBLIC_IP: '5' });
    const paths = [
      '/public/board',
      '/public/board.txt',
      '/public/feed.xml',
      '/sitemap.xml',
      '/public/facts/x',
    ];
    for (const path of ['/llms.txt', '/robots.txt', '/openapi.json']) await limitedBoard.call(`GET ${path}`);

    const admitted = [];
    for (const path of paths) admitted.push(await limitedBoard.call(`GET ${path}`));
    const [sixth, document, elsewhere] = [
      await limitedBoard.call('GET /public/board.txt'),
      await limitedBoard.call('GET /llms.txt'),
      await limitedBoard.call('GET /public/board.txt', { address: '192.0.2.2' }),
    ];

    expect(admitted.map(({ status }) => status)).toEqual([200, 200, 200, 200, 422]);
    expect(admitted[0]?.headers.get('ratelimit-policy')).toBe('"public-ip";q=5;w=60');
    expect([sixth.status, sixth.body.violated_policies]).toEqual([429, ['public-ip']]);
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0);
    expect([document.status, elsewhere.status]).toEqual([200, 200]);
    expect(document.headers.has('ratelimit-policy')).toBe(false);
  });

  test('counts a request for the catalog once, however many lists the catalog has', async () => {
    await using limitedBoard = await openBoard({ LIMIT_PUBLIC_IP: '5' });

    const { headers } = await limitedBoard.call('GET /public/board');

    expect(headers.get('x-ratelimit-remaining')).toBe('4');
  });
});

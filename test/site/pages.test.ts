// The pages of the site: links, sizes, caching and error pages.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedBoard } from '../../src/seed/seed-board.ts';
import { sitePages } from '../../facades/site/site-pages.ts';
import { errorCodes } from '../../schema/contract.ts';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import type { TestAgent } from '../support/board/agent.ts';
import type { Reply } from '../support/board/http.ts';
import { parsePage } from '../support/pages/html-parser.ts';
import { create } from '../support/records/create.ts';
import { createSubmission } from '../support/board/public-paths.ts';
import { crawl, findPageFaults, isHtml, pageOf, visit } from '../support/pages/site.ts';

let board: TestBoard;
let replies: ReadonlyMap<string, Reply>;
beforeAll(async () => {
  board = await openBoard();
  await seedBoard(board.database, { posts: 150, seed: 7, until: board.clock.now() });
  const ada = await board.join('ada');
  await createSubmission(ada);
  replies = await crawl(board, ['/search?q=the']);
}, 120_000);
afterAll(() => board[Symbol.asyncDispose]());

const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('crawling from the front page', () => {
  test('finds no broken link', () => {
    const broken = [...replies]
      .filter(([, { status }]) => status !== 200)
      .map(([at, { status }]) => `${status} ${at}`);

    expect(broken).toEqual([]);
    expect(replies.size).toBeGreaterThan(250);
  });

  test('reaches every defined page', () => {
    const patterns = sitePages.map(
      ({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`),
    );

    const unreached = patterns.filter((pattern) => ![...replies.keys()].some((at) => pattern.test(at)));

    expect(unreached).toEqual([]);
  });

  test('finds landmarks, one heading, labels, captions and image titles on every page', () => {
    const faults = [...replies].flatMap(([at, reply]) =>
      isHtml(reply) ? findPageFaults(pageOf(reply)).map((fault) => `${at}: ${fault}`) : [],
    );

    expect(faults).toEqual([]);
  });

  test('finds no page larger than 100 KB', () => {
    const large = [...replies].filter(
      ([, reply]) => isHtml(reply) && Buffer.byteLength(reply.text) > 100_000,
    );

    expect(large.map(([at]) => at)).toEqual([]);
  });
});

test('pages stay below 100 KB when every text has its maximum length', async () => {
  await using largeBoard = await openBoard();
  const [ada, bob] = [await largeBoard.join('ada'), await largeBoard.join('bob')];
  const thread = await ada.openThread('Much', 'general', ampersands(20_000));
  for (let i = 0; i < 20; i++) await ada.post(thread.thread_id, ampersands(20_000));
  const records = [
    await writeLargeInquiry(ada, bob),
    await writeLargeFacts(ada),
    await writeLargeReports(ada),
    ...(await writeLargeWork(ada)),
  ];

  const pages = await crawl(largeBoard, records);

  const sizes = [...pages]
    .filter(([, reply]) => isHtml(reply))
    .map(([at, { text, status }]) => ({ at: at.slice(0, 100), status, size: Buffer.byteLength(text) }));
  expect(sizes.filter(({ status, size }) => status !== 200 || size > 100_000)).toEqual([]);
}, 60_000);

const ampersands = (count: number) => '&'.repeat(count);

const LARGE_TAGS = Array.from({ length: 16 }, (_, i) => `${'🧵'.repeat(60)}${i}`);

/** Writes an inquiry with 20 answers, all of maximum length. Returns its path, as the functions below return theirs. */
async function writeLargeInquiry(ada: TestAgent, bob: TestAgent): Promise<string> {
  const input = { question: ampersands(4000), answer_schema: { title: ampersands(8000) } };
  const { inquiry_id: id } = await create(ada, '/v1/channels/inquire/inquiries', input);
  for (let i = 0; i < 20; i++) await create(bob, `/v1/inquiries/${id}/answer`, { body: ampersands(20_000) });
  return `/inquiries/${id}`;
}

async function writeLargeFacts(ada: TestAgent): Promise<string> {
  let { fact_id: id } = await create(ada, '/v1/facts', { statement: ampersands(8000) });
  for (let i = 0; i < 20; i++) {
    const correction = { statement: `${ampersands(7900)}${i}`, supersede_id: id };
    id = (await create(ada, '/v1/facts', correction)).fact_id;
  }
  for (let i = 0; i < 20; i++)
    await create(ada, '/v1/facts', { statement: `${ampersands(7900)}${i}`, tags: LARGE_TAGS });
  return `/facts/${id}`;
}

async function writeLargeReports(ada: TestAgent): Promise<string> {
  const input = {
    attempted: ampersands(4000),
    outcome: 'failed',
    error: ampersands(8000),
    workaround: ampersands(8000),
    environment: ampersands(1000),
    evidence: ampersands(8000),
    tags: LARGE_TAGS,
  };
  let id = '';
  for (let i = 0; i < 20; i++) {
    const target = `${'🧵'.repeat(298)}${i}`;
    id = (await create(ada, '/v1/reports', { ...input, target })).report_id;
  }
  return `/reports/${id}`;
}

async function writeLargeWork(ada: TestAgent): Promise<readonly string[]> {
  // This request body nearly has the maximum length.
  const { work_id: work } = await create(ada, '/v1/work', {
    statement: ampersands(4000),
    acceptance: Array.from({ length: 32 }, () => ampersands(600)),
    scopes: Array.from({ length: 32 }, (_, i) => ({ name: `scope-${i}`, description: ampersands(1000) })),
  });
  for (let i = 1; i < 32; i++) await create(ada, `/v1/work/${work}/claims`, { scope: `scope-${i}` });
  const { claim_id } = await create(ada, `/v1/work/${work}/claims`, { scope: 'scope-0' });
  const artifact = { kind: 'inline', content: ampersands(32_000), media_type: 'text/plain' };
  const texts = { evidence: ampersands(16_000), limitations: ampersands(8000) };
  const submission = await create(ada, `/v1/work/${work}/submissions`, { claim_id, artifact, ...texts });
  return [`/work/${work}`, `/work/${work}/submissions/${submission.submission_id}`];
}

describe('a page', () => {
  test('is cached, has an ETag and supports If-None-Match', async () => {
    const first = await visit(board, 'GET /facts', { headers: BROWSER });
    const etag = first.headers.get('etag') ?? '';

    const notModified = await visit(board, 'GET /facts', { headers: { ...BROWSER, 'If-None-Match': etag } });

    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'public, max-age=15']);
    expect([notModified.status, notModified.text]).toEqual([304, '']);
  });

  test('answers HEAD like GET, without a body', async () => {
    const [get, head] = [await visit(board, 'GET /channels'), await visit(board, 'HEAD /channels')];

    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)));
  });

  test('is the same with an API key', async () => {
    const bob = await board.join('bob');

    const [anonymous, agent] = [
      await visit(board, 'GET /reports'),
      await visit(board, 'GET /reports', { headers: bob.headers }),
    ];

    expect(agent.text).toBe(anonymous.text);
  });

  test('ignores empty parameters and an API key', async () => {
    const [all, form] = [
      await visit(board, 'GET /facts'),
      await visit(board, 'GET /facts?tag=&channel=&key=sbk_x'),
    ];

    expect(parsePage(form.text).text).toBe(parsePage(all.text).text);
    expect(form.text).not.toContain('sbk_x');
  });

  test('has one style sheet of the site, which is cached forever', async () => {
    const { text } = await visit(board, 'GET /');
    const [sheet, ...otherSheets] = parsePage(text).elements.filter(
      ({ attributes }) => attributes.get('rel') === 'stylesheet',
    );

    const style = await visit(board, `GET ${sheet?.attributes.get('href')}`);

    expect(otherSheets).toEqual([]);
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    expect(style.headers.get('cache-control')).toContain('immutable');
    expect(style.text).toContain('prefers-color-scheme: dark');
    expect(style.text).not.toMatch(/url\(|@import/);
    const etag = style.headers.get('etag') ?? '';
    const path = sheet?.attributes.get('href');
    const again = await visit(board, `GET ${path}`, { headers: { 'If-None-Match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

describe('a request that fails', () => {
  test.each([
    ['/nowhere', 404, 'not_found'],
    ['/threads/019a5e1c-7d3a-7c42-9f0e-3b1d5a6c8e21', 404, 'not_found'],
    ['/channels/nowhere', 404, 'not_found'],
    ['/threads/1', 422, 'validation_failed'],
    ['/facts?cursor=x', 422, 'invalid_cursor'],
    ['/work?status=lost', 422, 'validation_failed'],
  ])('to %s gets an error page with status %i', async (path, status, code) => {
    const reply = await visit(board, `GET ${path}`, { headers: BROWSER });

    expect(reply.status).toBe(status);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(findPageFaults(pageOf(reply))).toEqual([]);
    expect(reply.text).toContain(`href="/problems/${code}"`);
  });

  test('because of its method gets the allowed methods', async () => {
    const reply = await visit(board, 'POST /facts', { body: {} });

    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('gets a problem document if it accepts JSON', async () => {
    const reply = await visit(board, 'GET /nowhere', { headers: { Accept: 'application/json' } });

    expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
  });

  test('because of the rate limit gets Retry-After', async () => {
    await using limitedBoard = await openBoard({ LIMIT_PUBLIC_IP: '1' });
    await visit(limitedBoard, 'GET /facts');

    const reply = await visit(limitedBoard, 'GET /facts');

    expect(reply.status).toBe(429);
    expect(reply.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(findPageFaults(pageOf(reply))).toEqual([]);
  });
});

test.each(Object.entries(errorCodes))(
  '%s has a page at the type URL of its problem documents',
  async (code, { title }) => {
    const { body } = await board.call('GET /nowhere');

    const reply = await visit(board, `GET ${new URL(body.type).pathname.replace('not_found', code)}`);

    const { text } = parsePage(reply.text);
    expect(reply.status).toBe(200);
    expect([text.includes(title), text.includes('What to do')]).toEqual([true, true]);
  },
);

test.each([
  ['query_too_complex', 'Request less'],
  ['idempotency_key_reused', 'Choose a new idempotency key'],
])('the page of %s does not advise to correct fields', async (code, advice) => {
  const { text } = parsePage((await visit(board, `GET /problems/${code}`)).text);

  expect([text.includes(advice), text.includes('Correct the fields')]).toEqual([true, false]);
});

// Pages end at `limit` records or at a bound of text, whichever comes first.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sql, sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

const MIB = 1024 * 1024;
/** A text of 60 KB: 35 of them exceed 2 MiB. */
const LONG = '😀'.repeat(15_000);
const RECORDS = 60;
/** The number of reports; all but the first have 76 KB of text and evidence. */
const REPORTS = 80;

let board: TestBoard;
let ada: TestAgent;
let threadId: string;
let inquiryId: string;

const execute = (statement: Sql) => board.database.rows(statement);

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  const { thread_id: id } = await ada.openThread('a thread', 'general', LONG);
  threadId = id;
  const asked = await ada.call('POST /v1/channels/inquire/inquiries', { body: { question: 'why?' } });
  inquiryId = asked.body.inquiry_id as string;
  await ada.call(`POST /v1/inquiries/${inquiryId}/answer`, { body: { body: LONG } });
  await ada.call('POST /v1/reports', {
    body: { attempted: 'to use it', outcome: 'failed', target: 'big', error: 'broken' },
  });
  await execute(sql`
    insert into posts (id, thread_id, seq, body, created_by, via, created_at)
    select gen_random_uuid(), thread_id, n, body, created_by, via, created_at
    from posts, generate_series(2, ${RECORDS}::int) n where thread_id = ${threadId}::uuid`);
  await execute(sql`update threads set post_count = ${RECORDS} where id = ${threadId}::uuid`);
  await execute(sql`
    insert into answers (id, inquiry_id, seq, body, created_by, via, created_at)
    select gen_random_uuid(), inquiry_id, n, body, created_by, via, created_at
    from answers, generate_series(2, ${RECORDS}::int) n where inquiry_id = ${inquiryId}::uuid`);
  await execute(sql`update inquiries set answer_count = ${RECORDS} where id = ${inquiryId}::uuid`);
  await execute(sql`
    insert into reports (id, attempted, target, outcome, error, environment, workaround, evidence, observed_at, stale_at,
      tags, thread_id, created_by, via, created_at)
    select gen_random_uuid(), attempted, target, outcome, error, repeat('text ', 6000), repeat('text ', 6000),
      to_jsonb(repeat('x', 16000)), observed_at,
      stale_at, tags, thread_id, created_by, via, created_at
    from reports, generate_series(1, ${REPORTS - 1}::int)`);
}, 60_000);

afterAll(() => board[Symbol.asyncDispose]());

interface Page {
  readonly ids: readonly string[];
  readonly bytes: number;
}

/** Reads a list to its end by the `Link` headers. */
async function readPages(path: string, toIds: (body: never) => readonly string[]): Promise<Page[]> {
  const pages: Page[] = [];
  let next: string | undefined = path;
  while (next !== undefined) {
    const { status, body, headers, text } = await ada.call(`GET ${next}`);
    expect(status).toBe(200);
    pages.push({ ids: toIds(body as never), bytes: Buffer.byteLength(text) });
    next = /<(.*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return pages;
}

const idsOf = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id);

describe('a page of long records', () => {
  test.each([
    ['reports', () => '/v1/reports?limit=200', idsOf, REPORTS],
    [
      'posts of a thread',
      () => `/public/threads/${threadId}`,
      (body: { posts: [] }) => idsOf(body.posts),
      RECORDS,
    ],
    [
      'answers to an inquiry',
      () => `/public/inquiries/${inquiryId}`,
      (body: { answers: [] }) => idsOf(body.answers),
      RECORDS,
    ],
  ])('of %s ends at 2 MiB of text, and its link leads to the rest', async (_list, path, toIds, count) => {
    const pages = await readPages(path(), toIds);

    const ids = pages.flatMap((page) => page.ids);
    expect([ids.length, new Set(ids).size]).toEqual([count, count]);
    expect(pages.every(({ ids: { length } }) => length > 0)).toBe(true);
    for (const { bytes } of pages) expect(bytes).toBeLessThan(2.5 * MIB);
    for (const { bytes } of pages.slice(0, -1)) expect(bytes).toBeGreaterThan(2 * MIB);
  });

  test.each([
    ['/v1/feed?type=post&channel=general', (body: { items: [] }) => idsOf(body.items)],
    ['/public/feed.json?type=post&channel=general', (body: { items: [] }) => idsOf(body.items)],
  ])('of the feed %s has one record if two records together have more than 64 KiB', async (path, toIds) => {
    const { body } = await ada.call(`GET ${path}`);

    expect(toIds(body)).toHaveLength(1);
  });

  test('of a thread over MCP has the newest posts', async () => {
    const call = { name: 'board_read', arguments: { type: 'thread', id: threadId } };

    const { body } = await ada.call('POST /mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
    });

    const posts = body.result.structuredContent.posts as readonly { readonly seq: number }[];
    expect([posts.length, posts.at(-1)?.seq]).toEqual([35, RECORDS]);
  });
});

describe('a page of short records', () => {
  test('has all records and no link to a next page', async () => {
    const { body, headers } = await ada.call('GET /v1/channels/general/threads');

    expect([body.length, headers.get('link')]).toEqual([1, null]);
  });
});

test('a page with limit 1 has one record', async () => {
  const { body } = await ada.call('GET /v1/reports?limit=1');

  expect(body).toHaveLength(1);
});

test('a page of the feed ends at the bound of text, and the next page continues with the next record', async () => {
  await board.database.rows(sql`
    insert into entries (id, type, created_by, created_at, visible)
    select id, 'report', created_by, created_at, true from reports on conflict do nothing`);
  const ids: string[] = [];
  let cursor = '';
  for (let hasMore = true; hasMore;) {
    const { body, text } = await ada.call(`GET /v1/feed?type=report${cursor}`);
    ids.push(...idsOf(body.items as []));
    // Two long reports would have 152 KB.
    expect(Buffer.byteLength(text)).toBeLessThan(MIB / 8);
    cursor = `&cursor=${body.next_cursor as string}`;
    hasMore = body.has_more as boolean;
  }

  expect([ids.length, new Set(ids).size]).toEqual([REPORTS, REPORTS]);
});

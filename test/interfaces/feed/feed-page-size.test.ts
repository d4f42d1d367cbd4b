// A page of the feed ends at `limit` records or at 64 KiB.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { insertText } from '../../support/records/insert-texts.ts';

const MAX_BYTES = 64 * 1024;
const RECORDS_PER_TYPE = 20;
const TYPES = ['post', 'inquiry', 'fact', 'report'] as const;
const TEXT = 'A loom\n"weaves" 織物. '.repeat(200);

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  await board.join('bob');
  // The feed leaves out the change of the hidden thread.
  const operator = createOperatorClient(board);
  const { thread_id: thread } = await ada.openThread();
  for (const action of ['lock', 'hide'] as const) await operator.moderate('threads', thread, action);
  board.clock.advance({ seconds: 1 });
  const attributes = { at: board.clock.now(), by: 'ada' };
  for (const type of TYPES)
    for (let i = 0; i < RECORDS_PER_TYPE; i++) await insertText[type](board.database, TEXT, attributes);
});
afterAll(() => board[Symbol.asyncDispose]());

interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly next_cursor: string;
  readonly has_more: boolean;
}

describe('a page of the feed', () => {
  test('ends at 64 KiB, and the pages have all records', async () => {
    const pages: Page[] = [];
    let query = `type=${[...TYPES, 'change'].join()}`;
    do {
      const { body, text } = await ada.call(`GET /v1/feed?${query}`);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BYTES);
      pages.push(body as Page);
      query = `cursor=${body.next_cursor}`;
    } while (pages.at(-1)?.has_more);

    const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
    expect([ids.length, new Set(ids).size]).toEqual([
      TYPES.length * RECORDS_PER_TYPE,
      TYPES.length * RECORDS_PER_TYPE,
    ]);
    expect(pages.length).toBeGreaterThan(4);
  });

  test.each([
    ['/public/feed.json', 1],
    // XML has more escapes.
    ['/public/feed.xml', 1.25],
  ])('is bounded at %s too, and links to the next page', async (path, factor) => {
    const { text, headers } = await board.call(`GET ${path}?type=post,fact`);

    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BYTES * factor);
    expect(headers.get('link')).toContain('rel="next"');
  });

  test('over MCP has 50 records with excerpts', async () => {
    const params = { name: 'board_feed', arguments: { type: TYPES } };
    const { body } = await ada.call('POST /mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    });

    const { items } = body.result.structuredContent;
    expect(items).toHaveLength(50);
    expect(items.every(({ bytes }: { bytes: number }) => bytes > TEXT.length)).toBe(true);
    expect(items.every(({ excerpt }: { excerpt: string }) => excerpt.startsWith('A loom'))).toBe(true);
  });

  test('in the brief view ends at 64 KiB too, also with texts of three bytes per character', async () => {
    // The other tests read all posts, so these posts are hidden at the end.
    onTestFinished(async () => {
      await board.database.rows(sql`update posts set hidden_at = created_at where body like '織機%'`);
    });
    board.clock.advance({ seconds: 1 });
    const attributes = { at: board.clock.now(), by: 'bob' };
    for (let i = 0; i < 50; i++)
      await insertText.post(board.database, '織機は布を織る。'.repeat(50), attributes);
    const query = `type=post&since=${attributes.at.toISOString()}&view=brief`;

    for (const path of [`/v1/feed?${query}`, `/public/feed.json?${query}`]) {
      const { status, text } = await ada.call(`GET ${path}`);
      expect([path, status]).toEqual([path, 200]);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BYTES);
      expect(Buffer.byteLength(text)).toBeGreaterThan(MAX_BYTES / 2);
    }
    expect((await ada.call(`GET /v1/feed?${query}`)).body.has_more).toBe(true);
  });
});

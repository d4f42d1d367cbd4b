// The maximum length of the response to an MCP request.
import { describe, expect, test } from 'vitest';
import { openBoard } from '../../support/board/board.ts';

const MAX_BYTES = 65_536;
const SETTINGS = { GRAPHQL_MAX_ANSWER_BYTES: String(MAX_BYTES), LIMIT_KEY_FIRST_HOUR: '30' };

/**
 * Each quote takes six bytes: two in the structured content, and four in the text, which is escaped twice. So a thread with one
 * such post takes more than 24 KB.
 */
const BODY = '"'.repeat(4000);

interface Item {
  readonly id: number;
  readonly result: {
    readonly isError?: boolean;
    readonly content: readonly { readonly text: string }[];
    readonly structuredContent: Readonly<Record<string, unknown>>;
  };
}

const call = (id: number, name: string, args: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

const codesOf = (items: readonly Item[]) =>
  items.map(({ result }) => (result.isError ? result.structuredContent['code'] : null));

describe('the response to a batch', () => {
  test('has a maximum of bytes: reads beyond it are refused', async () => {
    await using board = await openBoard(SETTINGS);
    const ada = await board.join('ada');
    const { thread_id: id } = await ada.openThread('a thread', 'general', BODY);
    const batch = Array.from({ length: 20 }, (_, i) => call(i, 'board_read', { type: 'thread', id }));

    const { status, body, text } = await board.call('POST /mcp', { body: batch });

    const items = body as Item[];
    expect(status).toBe(200);
    expect(items.map((item) => item.id)).toEqual(batch.map((message) => message.id));
    expect(codesOf(items)).toEqual([null, null, ...Array<string>(18).fill('query_too_complex')]);
    expect(items[2]?.result.structuredContent).toMatchObject({
      status: 422,
      bound: 'bytes',
      max: MAX_BYTES,
    });
    expect(JSON.parse(items[2]?.result.content[0]?.text ?? '')).toEqual(items[2]?.result.structuredContent);
    // Each of the 18 refusals has less than 1500 bytes.
    expect(Buffer.byteLength(text)).toBeLessThan(MAX_BYTES + 18 * 1500);
  });

  test('has the result of every write, and each item, refused or not, counts against the rate limit', async () => {
    await using board = await openBoard(SETTINGS);
    const ada = await board.join('ada');
    const { thread_id: id } = await ada.openThread('a thread', 'general', BODY);
    const read = (n: number) => call(n, 'board_read', { type: 'thread', id });
    const post = (n: number) => call(n, 'board_post', { thread_id: id, body: `post ${n}` });

    const { body, headers } = await ada.call('POST /mcp', {
      body: [read(1), read(2), read(3), post(4), read(5), post(6)],
    });

    expect(codesOf(body as Item[])).toEqual([
      null,
      null,
      'query_too_complex',
      null,
      'query_too_complex',
      null,
    ]);
    // The thread that was opened counts as well.
    expect(headers.get('x-ratelimit-remaining')).toBe(String(30 - 1 - 6));
  });

  test('has the same maximum in every request, whatever earlier requests have used', async () => {
    await using board = await openBoard(SETTINGS);
    const ada = await board.join('ada');
    const { thread_id: id } = await ada.openThread('a thread', 'general', BODY);
    const batch = [1, 2].map((n) => call(n, 'board_read', { type: 'thread', id }));

    const replies = [
      await board.call('POST /mcp', { body: batch }),
      await board.call('POST /mcp', { body: batch }),
    ];

    expect(replies.map(({ body }) => codesOf(body as Item[]))).toEqual([
      [null, null],
      [null, null],
    ]);
  });
});

test('a batch may list the tools once, not twice', async () => {
  await using board = await openBoard();
  const list = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' });

  const once = await board.call('POST /mcp', { body: [list(1), call(2, 'board_catalog', {})] });
  const twice = await board.call('POST /mcp', { body: [list(1), list(2)] });

  expect((once.body as Item[]).map(({ id }) => id)).toEqual([1, 2]);
  expect([twice.status, twice.body.error.code, twice.body.id]).toEqual([400, -32_600, null]);
  expect(twice.text.length).toBeLessThan(1000);
});

test('a single call whose response is too long is refused', async () => {
  await using board = await openBoard(SETTINGS);
  const ada = await board.join('ada');
  const { thread_id: id } = await ada.openThread('a thread', 'general', BODY);
  for (let i = 0; i < 2; i++) await ada.post(id, BODY);

  const { body } = await board.call('POST /mcp', {
    body: call(1, 'board_read', { type: 'thread', id }),
  });

  expect((body as Item).result).toMatchObject({
    isError: true,
    structuredContent: { code: 'query_too_complex', bound: 'bytes' },
  });
});

// Requests without a key that once kept the process busy.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { visit } from '../../support/pages/site.ts';
import { measureCpuTime } from '../../support/generators/cpu-time.ts';

let board: TestBoard;

beforeAll(async () => {
  board = await openBoard();
});

afterAll(() => board[Symbol.asyncDispose]());

const manyNames = Array.from({ length: 1400 }, (_, i) => `${i}=1`).join('&');

describe('1400 unknown query parameters', () => {
  test.each(['/public/board.json', '/public/feed.json', '/public/facts', '/sitemap.xml'])(
    'cost less than 25 ms at %s',
    async (path) => {
      const { ms } = await measureCpuTime(() => board.call(`GET ${path}?${manyNames}`), 25);

      expect(ms).toBeLessThan(25);
    },
  );

  test.each(['/', '/facts', '/work', '/statistics'])('cost less than 40 ms at the page %s', async (path) => {
    const { ms } = await measureCpuTime(() => visit(board, `GET ${path}?${manyNames}`), 40);

    expect(ms).toBeLessThan(40);
  });
});

describe('an MCP initialize with many members', () => {
  test.each<[string, object, object?]>([
    ['icons', { icons: Array.from({ length: 9_900 }, () => 1) }],
    [
      '480 members of capabilities',
      {},
      { experimental: Object.fromEntries(Array.from({ length: 480 }, (_, i) => [`k${i}`, {}])) },
    ],
    ['sizes of an icon', { icons: [{ src: 'a', sizes: Array.from({ length: 9_900 }, () => 1) }] }],
  ])('is refused before it is validated: %s', async (_name, info, capabilities = {}) => {
    const params = {
      protocolVersion: '1',
      capabilities,
      clientInfo: { name: 'a', version: '1', ...info },
    };
    const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params };

    const reply = await board.call('POST /mcp', { body });

    expect([reply.status, reply.body.error.code]).toEqual([400, -32_600]);
    const { ms } = await measureCpuTime(() => board.call('POST /mcp', { body }), 40);

    expect(ms).toBeLessThan(40);
  });
});

test('an MCP call with thousands of argument names is refused before it is validated', async () => {
  const call = (count: number) => {
    const args = Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, 1]));
    const params = { name: 'board_feed', arguments: { ...args, type: Array(2000).fill('post') } };
    return board.call('POST /mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params } });
  };

  const [some, many] = [await call(900), await call(2500)];

  expect(some.body.result.structuredContent.errors).toContainEqual(
    expect.objectContaining({ pointer: '/n0', msg: 'Is not known here' }),
  );
  expect([many.status, many.body.error.message]).toEqual([400, 'The message has too many members']);
});

describe('a GraphQL document that names one field many times in one place', () => {
  test.each([
    ['at the root', `{ ${'channels { nodes { slug } } '.repeat(240)} }`],
    ['below introspection', `{ ${'__schema { types { fields { type { name } } } } '.repeat(150)} }`],
    ['within fields that are merged', `{ ${'channels { nodes { slug slug slug slug } } '.repeat(8)} }`],
    ['in a fragment', `{ ...F } fragment F on Query { ${'channels { nodes { slug } } '.repeat(11)} }`],
  ])('is refused before it is validated: %s', async (_name, query) => {
    const { body } = await board.call('POST /graphql', { body: { query } });

    expect(body.errors[0].extensions).toMatchObject({
      code: 'query_too_complex',
      problem: { bound: 'repetitions', max: 10 },
    });
  });

  test('is accepted if it names the field ten times', async () => {
    const { body } = await board.call('POST /graphql', {
      body: { query: `{ ${'channels { nodes { slug } } '.repeat(10)} }` },
    });

    expect(body.errors).toBeUndefined();
  });
});

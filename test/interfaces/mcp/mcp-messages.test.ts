import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { malformedJsonRpc } from '../../support/mcp/malformed-json-rpc.ts';

let board: TestBoard;

beforeAll(async () => {
  board = await openBoard();
});

afterAll(() => board[Symbol.asyncDispose]());

const headers = { 'Content-Type': 'application/json' };

const post = (raw: BodyInit) => board.call('POST /mcp', { raw, headers });

const rpc = (method: string, params: unknown) =>
  JSON.stringify({ jsonrpc: '2.0', id: 'request-1', method, params });

test('there are at least forty malformed JSON-RPC messages for these tests, and no two are equal', () => {
  expect(
    new Set(malformedJsonRpc.map(([raw]) => (raw instanceof Uint8Array ? raw.join(' ') : raw))).size,
  ).toBe(malformedJsonRpc.length);
  expect(malformedJsonRpc.length).toBeGreaterThanOrEqual(40);
});

test('every malformed JSON-RPC message over MCP gets its error code, and none causes an internal error', async () => {
  const replies = await Promise.all(malformedJsonRpc.map(([raw]) => post(raw)));

  expect(replies.map(({ body }, i) => [malformedJsonRpc[i]?.[0], body.error?.code])).toEqual(
    malformedJsonRpc,
  );
  expect(replies.map(({ status }) => status)).toEqual(
    malformedJsonRpc.map(([, code]) => (code === -32_601 ? 200 : 400)),
  );
  expect(board.log.join('')).not.toContain('internal');
});

test.each([1.5, 2 ** 53, true, [1]])('the id %j, which is not valid, is not returned', async (id) => {
  const { body } = await post(JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }));

  expect(body).toMatchObject({ id: null, error: { code: -32_600 } });
});

test('a key given as the name of a tool is not returned', async () => {
  const { api_key: key } = (await board.call('POST /v1/agents/register', { body: { handle: 'careless' } }))
    .body;

  const { text, body } = await post(rpc('tools/call', { name: key, arguments: {} }));

  expect(body.error.code).toBe(-32_602);
  expect(text).not.toContain(key);
});

describe('the MCP facade returns -32602', () => {
  test.each([
    ['initialize', {}],
    ['initialize', { protocolVersion: 7, capabilities: {}, clientInfo: { name: 'x', version: '1' } }],
    ['initialize', { protocolVersion: '2025-06-18', capabilities: 7, clientInfo: {} }],
    ['tools/list', { cursor: 7 }],
    ['tools/call', {}],
    ['tools/call', { name: 7 }],
    ['tools/call', { name: 'no_such' }],
    ['tools/call', { name: '__proto__' }],
    ['tools/call', { name: 'board_search', arguments: [] }],
    ['tools/call', { name: 'board_search', arguments: 'q' }],
    ['tools/call', { name: 'board_search', arguments: null }],
  ])('for %s with %j', async (method, params) => {
    const { status, body } = await post(rpc(method, params));

    expect([status, body.id, body.error?.code]).toEqual([200, 'request-1', -32_602]);
  });
});

describe('the MCP facade accepts', () => {
  test.each([
    ['a progress token', { name: 'board_catalog', _meta: { progressToken: 7 } }, undefined],
    ['a call without arguments', { name: 'board_catalog' }, undefined],
    [
      'an argument of the wrong type, with an error in the tool result',
      { name: 'board_search', arguments: { q: { deep: [1] } } },
      'validation_failed',
    ],
    [
      'the argument name __proto__, with an error in the tool result',
      { name: 'board_search', arguments: JSON.parse('{"q":"hi","__proto__":{"x":1}}') },
      'validation_failed',
    ],
    ['a task parameter, which it ignores', { name: 'board_catalog', task: { ttl: 1000 } }, undefined],
  ])('%s', async (_name, params, code) => {
    const { status, body } = await post(rpc('tools/call', params));

    expect([status, body.result.structuredContent.code]).toEqual([200, code]);
  });

  test('notifications, responses and errors, with 202 and no body, and does not execute them', async () => {
    const messages = [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'notifications/no/such' },
      {
        jsonrpc: '2.0',
        method: 'tools/call',
        params: { name: 'board_register', arguments: { handle: 'quiet' } },
      },
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 1, error: { code: -1, message: 'no' } },
    ];

    const replies = await Promise.all(messages.map((message) => post(JSON.stringify(message))));
    const registration = await board.call('POST /v1/agents/register', { body: { handle: 'quiet' } });

    expect(replies.map(({ status, text }) => [status, text])).toEqual(messages.map(() => [202, '']));
    expect(registration.status).toBe(201);
  });
});

test('the MCP facade accepts batches of 1 to 20 messages, answers each message, and refuses nested batches and `initialize` in a batch', async () => {
  const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
  const pings = (count: number) => JSON.stringify(Array.from({ length: count }, (_, id) => ping(id)));

  const [full, over, mixed, nested, withInitialize] = await Promise.all([
    post(pings(20)),
    post(pings(21)),
    post(JSON.stringify([ping(1), 7, { jsonrpc: '2.0', id: 2, method: 'no/such' }])),
    post(JSON.stringify([[ping(1)]])),
    post(JSON.stringify([ping(1), JSON.parse(rpc('initialize', INITIALIZE))])),
  ]);

  expect(full.body).toHaveLength(20);
  expect([over.status, over.body.error.code]).toEqual([400, -32_600]);
  expect(mixed.body.map(({ error }: { error?: { code: number } }) => error?.code)).toEqual([
    undefined,
    -32_600,
    -32_601,
  ]);
  expect(nested.body.map(({ error }: { error?: { code: number } }) => error?.code)).toEqual([-32_600]);
  expect([withInitialize.status, withInitialize.body.error.code]).toEqual([400, -32_600]);
});

const INITIALIZE = {
  protocolVersion: '2025-03-26',
  capabilities: {},
  clientInfo: { name: 'x', version: '1' },
};

test('a request that prefers HTML, a Content-Type other than JSON and a body that is too large are refused', async () => {
  const ping = rpc('ping', {});

  const [html, plainText, large, accepted] = [
    await board.call('POST /mcp', { raw: ping, headers: { ...headers, Accept: 'text/html' } }),
    await board.call('POST /mcp', { raw: ping, headers: { 'Content-Type': 'text/plain' } }),
    await post(JSON.stringify({ text: 'x'.repeat(128 * 1024) })),
    await board.call('POST /mcp', { raw: ping, headers: { ...headers, Accept: 'application/json' } }),
  ];

  expect([html, plainText, large, accepted].map(({ status }) => status)).toEqual([406, 415, 413, 200]);
});

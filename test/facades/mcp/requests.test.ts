import { describe, expect, test } from 'vitest';
import type { Reply } from '../../../facades/http/reply.ts';
import type { Exchange } from '../../../facades/http/route.ts';
import { BoardError, type ErrorCode } from '../../../schema/contract.ts';
import { open, call, ping, jsonHeaders } from './recorded-endpoint.ts';

describe('a request', () => {
  const initialize = (protocolVersion: string) => ({
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 'c', version: '1' } },
  });

  test.each([
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2025-03-26'],
    ['2025-11-25', '2025-11-25'],
    ['2024-11-05', '2025-06-18'],
    ['9999-01-01', '2025-06-18'],
  ])('initialize with the version %s gets a new session and the version %s', async (offered, expected) => {
    const headers = { 'mcp-session-id': 'unknown', 'mcp-protocol-version': 'unknown' };
    const { status, headers: sent, body } = await open().send(initialize(offered), headers);
    expect([status, sent]).toEqual([200, { ...jsonHeaders, 'mcp-session-id': 'new' }]);
    expect(body).toMatchObject({
      id: 1,
      result: {
        protocolVersion: expected,
        capabilities: { tools: { listChanged: false } },
        serverInfo: { name: 'agent-board', title: 'Agent Board', version: '0.1.0' },
      },
    });
  });

  test.each([
    ['in an unknown session', ping(3), { 'mcp-session-id': 'x' }, 404, -32001, 3],
    ['with an unknown version', ping(3), { 'mcp-protocol-version': 'x' }, 400, -32600, 3],
    ['that is no JSON', '{', {}, 400, -32700, null],
    [
      'with an infinite number',
      '{"jsonrpc":"2.0","id":3,"method":"ping","params":{"a":1e999}}',
      {},
      400,
      -32602,
      3,
    ],
    ['that is no message', { id: 3 }, {}, 400, -32600, 3],
    ['with wrong parameters', { ...call(3, 'board_me'), params: {} }, {}, 200, -32602, 3],
    ['for an unknown method', { jsonrpc: '2.0', id: 3, method: 'x' }, {}, 200, -32601, 3],
  ])('%s gets an error', async (_, body, headers, status, code, id) => {
    const reply = await open().send(body, headers);
    expect(reply).toMatchObject({ status, body: { jsonrpc: '2.0', id, error: { code } } });
  });

  test.each([
    ['that is no JSON', '{', -32700, 'The body is not valid JSON'],
    [
      'that is nested too deeply',
      '['.repeat(65) + ']'.repeat(65),
      -32600,
      'The JSON is nested deeper than 64 levels',
    ],
  ])('%s gets an error that says so', async (_, body, code, message) => {
    expect(await open().send(body)).toMatchObject({
      status: 400,
      body: { error: { code, message } },
    });
  });

  test.each([
    [undefined, true],
    ['http://board.test', true],
    ['http://site.test', true],
    ['http://localhost:5173', true],
    ['https://127.0.0.1', true],
    ['http://[::1]:80', true],
    ['http://localhost.evil.test', false],
    ['http://board.test:81', false],
    ['null', false],
  ])('from the origin %s is accepted: %s', async (origin, expected) => {
    const sent = open().send(ping(1), origin === undefined ? {} : { origin });
    if (expected) expect((await sent).status).toBe(200);
    else await expect(sent).rejects.toMatchObject({ code: 'csrf' });
  });

  test.each([
    [undefined, 200],
    ['application/json', 200],
    ['text/event-stream', 405],
    ['application/json, text/event-stream', 405],
    ['text/event-stream;q=0', 200],
  ])('by GET that accepts %s has the status %i', async (accept, status) => {
    const request = new Request('http://board.test/mcp', { headers: accept === undefined ? {} : { accept } });
    const reply = (await open().get?.serve({ request } as Exchange)) as Reply;
    expect([reply.status, reply.headers['allow']]).toEqual([status, status === 405 ? 'POST' : undefined]);
    expect(JSON.parse(reply.body as string)).toMatchObject({
      ...{ protocol: 'mcp', transport: 'streamable-http', push: false },
      protocol_versions: ['2025-03-26', '2025-06-18', '2025-11-25'],
    });
  });

  test.each<[ErrorCode, number, Record<string, string>]>([
    ['malformed_request', 400, {}],
    ['not_acceptable', 406, {}],
    ['body_too_large', 413, {}],
    ['unavailable', 503, { 'retry-after': '1' }],
  ])(
    'that is refused with %s before its messages are read has the status %i',
    async (code, status, headers) => {
      const { writeRefusal } = open().post!;
      const context = { siteUrl: 'http://site.test', requestId: '1' };
      const reply = await writeRefusal!(
        new BoardError(code, 'no'),
        context,
        new Request('http://board.test'),
      );
      expect([reply.status, reply.headers, JSON.parse(reply.body as string)]).toMatchObject([
        status,
        { ...jsonHeaders, ...headers },
        {
          jsonrpc: '2.0',
          id: null,
          error: { code: -31_000 - status, message: 'no', data: { code, status } },
        },
      ]);
    },
  );
});

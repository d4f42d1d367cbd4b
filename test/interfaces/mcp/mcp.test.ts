import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reply } from '../../support/board/http.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

let board: TestBoard;

beforeAll(async () => {
  board = await openBoard();
});

afterAll(() => board[Symbol.asyncDispose]());

/** An SDK client that calls the board in this process. */
async function connect(headers: Record<string, string> = {}) {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL('http://board.test/mcp'), {
    requestInit: { headers },
    fetch: (url, init) => board.fetch(new Request(url, init)),
  });
  await client.connect(transport);
  return client;
}

const post = (body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  board.call('POST /mcp', { body, headers });

const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });

describe('an agent over MCP', () => {
  test('lists the tools, registers, and writes in the same session without sending its key', async () => {
    const client = await connect();

    const { tools } = await client.listTools();
    const joined = await client.callTool({ name: 'board_register', arguments: { handle: 'mcp-agent' } });
    const posted = await client.callTool({
      name: 'board_post',
      arguments: { subject: 'Hi', body: 'From MCP' },
    });
    const { thread_id } = posted.structuredContent as { thread_id: string };
    const replied = await client.callTool({ name: 'board_post', arguments: { thread_id, body: 'More' } });

    expect(tools.map(({ name }) => name)).toContain('board_post');
    expect(joined.structuredContent).toMatchObject({
      handle: 'mcp-agent',
      api_key: expect.stringMatching(/^sbk_/),
    });
    expect(posted.structuredContent).toMatchObject({ type: 'thread', channel: 'general', via: 'mcp' });
    expect(replied.structuredContent).toMatchObject({ type: 'post', seq: 2, created_by: 'mcp-agent' });
  });

  test('can send its key in a header', async () => {
    const ada = await board.join('ada-mcp');
    const client = await connect({ Authorization: `Bearer ${ada.key}` });

    const roster = await client.callTool({ name: 'board_roster', arguments: { limit: 50 } });

    const { items } = roster.structuredContent as { items: { handle: string }[] };
    expect(items.map(({ handle }) => handle)).toContain('ada-mcp');
    expect(JSON.parse((roster.content as { text: string }[])[0]?.text ?? '')).toEqual(
      roster.structuredContent,
    );
  });

  test('without a key gets board_register as the next call', async () => {
    const client = await connect();

    const refused = await client.callTool({ name: 'board_post', arguments: { subject: 'x', body: 'y' } });

    expect(refused.isError).toBe(true);
    expect(refused.structuredContent).toMatchObject({
      code: 'unauthenticated',
      next: [{ surface: 'mcp', tool: 'board_register' }],
    });
  });

  test('gets every fault of its arguments', async () => {
    const ada = await board.join('faulty-mcp');
    const client = await connect({ Authorization: `Bearer ${ada.key}` });

    const refused = await client.callTool({ name: 'board_post', arguments: { subject: '', body: 7 } });

    expect(refused.isError).toBe(true);
    expect(refused.structuredContent).toMatchObject({
      code: 'validation_failed',
      errors: [{ loc: ['body', 'subject'] }, { loc: ['body', 'body'] }],
    });
  });
});

describe('the MCP facade', () => {
  test.each([
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2025-03-26'],
    ['2025-11-25', '2025-11-25'],
    ['1999-01-01', '2025-06-18'],
  ])('negotiates with a client of version %s the version %s', async (offered, negotiated) => {
    const params = { protocolVersion: offered, capabilities: {}, clientInfo: { name: 'x', version: '1' } };

    const { body, headers } = await post(rpc('initialize', params));

    expect(body.result.protocolVersion).toBe(negotiated);
    expect(body.result.capabilities.tools).toEqual({ listChanged: false });
    expect(headers.get('mcp-session-id')).toMatch(/^[\x21-\x7e]{64,128}$/);
  });

  test('refuses a request that is invalid, or whose method or tool is unknown, with the code for the fault', async () => {
    const invalidRequests: [unknown, number, number][] = [
      [[], 400, -32600],
      [7, 400, -32600],
      [null, 400, -32600],
      [{}, 400, -32600],
      [{ jsonrpc: '1.0', id: 1, method: 'ping' }, 400, -32600],
      [{ jsonrpc: '2.0', id: {}, method: 'ping' }, 400, -32600],
      [{ jsonrpc: '2.0', id: 1, method: 7 }, 400, -32600],
      [rpc('no/such'), 200, -32601],
      [rpc('resources/list'), 200, -32601],
      [rpc('tools/call', { name: 'no_such' }), 200, -32602],
      [rpc('tools/call', {}), 200, -32602],
    ];

    const replies = await Promise.all(invalidRequests.map(([body]) => post(body)));

    expect(replies.map(({ status, body }) => [status, body.error?.code])).toEqual(
      invalidRequests.map(([, status, code]) => [status, code]),
    );
  });

  test('returns -32700 for a body that is not JSON', async () => {
    const reply = await board.call('POST /mcp', {
      raw: '{"jsonrpc":',
      headers: { 'Content-Type': 'application/json' },
    });

    expect([reply.status, reply.body.error.code, reply.body.id]).toEqual([400, -32700, null]);
  });

  test('supports ping and notifications, and batches only in version 2025-03-26, the default without a header', async () => {
    const batch = [
      rpc('ping'),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { ...rpc('ping'), id: 'b' },
    ];

    const [ping, note, withoutVersion, laterVersion] = [
      await post(rpc('ping')),
      await post({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      await post(batch),
      await post(batch, { 'MCP-Protocol-Version': '2025-06-18' }),
    ];

    expect(ping.body).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    expect([note.status, note.text]).toEqual([202, '']);
    expect(withoutVersion.body).toHaveLength(2);
    expect([laterVersion.status, laterVersion.body.error.code]).toEqual([400, -32600]);
  });

  test('refuses an unsupported version, but not for initialize', async () => {
    const headers = { 'MCP-Protocol-Version': '2099-01-01' };
    const params = {
      protocolVersion: '2099-01-01',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    };

    const [call, initialize] = [
      await post(rpc('ping'), headers),
      await post(rpc('initialize', params), headers),
    ];

    expect([call.status, initialize.status]).toEqual([400, 200]);
  });

  test('has no event stream and no session to delete: GET for an event stream and DELETE return 405', async () => {
    const [stream, streamDeclined, other, deletion] = [
      await board.call('GET /mcp', { headers: { Accept: 'text/event-stream' } }),
      await board.call('GET /mcp', { headers: { Accept: 'application/json, Text/Event-Stream;q=0' } }),
      await board.call('GET /mcp'),
      await board.call('DELETE /mcp'),
    ];

    expect([stream.status, stream.headers.get('allow'), stream.body.push]).toEqual([405, 'POST', false]);
    expect(other.body.protocol_versions).toEqual(['2025-03-26', '2025-06-18', '2025-11-25']);
    expect([streamDeclined.status, other.status, other.body.push, deletion.status]).toEqual([
      200,
      200,
      false,
      405,
    ]);
  });

  test('refuses a GET of a browser with a problem document: only POST is JSON-RPC', async () => {
    const { status, headers, body } = await board.call('GET /mcp', { headers: { Accept: 'text/html' } });

    expect([status, headers.get('content-type')]).toEqual([406, 'application/problem+json']);
    expect([body.code, body.site]).toEqual(['not_acceptable', 'http://site.test']);
  });

  test('accepts only the origins of the board, the site and the loopback address', async () => {
    const statusFor = async (origin: string) => (await post(rpc('ping'), { Origin: origin })).status;

    const statuses = [];
    for (const origin of [
      'http://board.test',
      'http://site.test',
      'http://localhost:6274',
      'http://127.0.0.1:1',
      'https://evil.example',
      'null',
    ])
      statuses.push(await statusFor(origin));

    expect(statuses).toEqual([200, 200, 200, 200, 403, 403]);
  });
});

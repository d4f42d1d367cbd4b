import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OVERLAP_SECONDS } from '../../../schema/contract.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { mcpRequest, openMcpSession } from '../../support/mcp/session.ts';

let board: TestBoard;

beforeAll(async () => {
  board = await openBoard();
});

afterAll(() => board[Symbol.asyncDispose]());

const withSession = (id: string) => ({ 'Mcp-Session-Id': id });

const callTool = async (session: string, name: string, args: object): Promise<Body> =>
  (await mcpRequest(board, 'tools/call', { name, arguments: args }, withSession(session))).body.result;

const register = (session: string, handle: string, more: object = {}) =>
  callTool(session, 'board_register', { handle, ...more });

/** Replaces one character of a text by another base64url character. */
const alter = (text: string, at: number) =>
  text.slice(0, at) + (text.at(at) === 'A' ? 'B' : 'A') + text.slice(at + 1);

describe('an MCP session id', () => {
  test('is created by each initialize request, whatever session id the client sends', async () => {
    const first = await openMcpSession(board);
    const second = await openMcpSession(board, withSession(first));
    const third = await openMcpSession(board, withSession('chosen-by-the-client-0123456789'));

    expect(new Set([first, second, third]).size).toBe(3);
    expect(first).toMatch(/^[\x21-\x7e]{64,128}$/);
  });

  test('that the board did not create gets 404 and a JSON-RPC error with the id of the message', async () => {
    const known = await openMcpSession(board);
    const foreign = [
      'chosen-by-the-client-0123456789',
      randomUUID(),
      'x',
      `${randomUUID()}.${known.split('.')[1]}`,
      known.slice(0, -1),
      `${known}A`,
      known.toUpperCase(),
      alter(known, 3),
      alter(known, known.length - 1),
      alter(known, known.length - 20),
    ];

    const replies = await Promise.all(
      foreign.map((id) => mcpRequest(board, 'tools/list', {}, withSession(id))),
    );

    expect(replies.map(({ status }) => status)).toEqual(foreign.map(() => 404));
    for (const { body } of replies) {
      expect(body).toMatchObject({ jsonrpc: '2.0', id: 1, error: { code: -32_001 } });
      expect(body.error.message).toContain('initialize');
    }
  });

  test('of another board gets 404', async () => {
    await using otherBoard = await openBoard({ KEY_PEPPER: 'another pepper that is long enough as well' });

    const { status } = await mcpRequest(board, 'ping', {}, withSession(await openMcpSession(otherBoard)));

    expect(status).toBe(404);
  });

  test('is not authenticated by repeating the registration of another session that has already made a call', async () => {
    const [first, second] = [await openMcpSession(board), await openMcpSession(board)];
    await register(first, 'used-already', { request_id: 'request-0001' });
    await callTool(first, 'board_roster', {});

    const repeated = await register(second, 'used-already', { request_id: 'request-0001' });
    const posted = await callTool(second, 'board_post', { subject: 'x', body: 'x' });

    expect(
      [repeated, posted].map(({ isError, structuredContent }) => [isError, structuredContent.code]),
    ).toEqual([
      [true, 'handle_taken'],
      [true, 'unauthenticated'],
    ]);
  });

  test('expires after 30 days', async () => {
    await using freshBoard = await openBoard();
    const session = await openMcpSession(freshBoard);
    const ping = async () => (await mcpRequest(freshBoard, 'ping', {}, withSession(session))).status;

    freshBoard.clock.advance({ days: 30, seconds: -1 });
    const before = await ping();
    freshBoard.clock.advance({ seconds: 1 });
    const after = await ping();

    expect([before, after]).toEqual([200, 404]);
  });

  test('that is unknown is refused for notifications and batches too', async () => {
    const note = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const batch = [{ jsonrpc: '2.0', id: 1, method: 'ping' }];
    const headers = withSession('chosen-by-the-client-0123456789');

    const replies = [
      await board.call('POST /mcp', { body: note, headers }),
      await board.call('POST /mcp', { body: batch, headers }),
    ];

    expect(replies.map(({ status, body }) => [status, body.id])).toEqual([
      [404, null],
      [404, null],
    ]);
  });
});

describe('a second registration in an MCP session', () => {
  test('is refused, the error names the handle of the first agent, and nothing is registered', async () => {
    const session = await openMcpSession(board);
    await register(session, 'first-in-session');

    const second = await register(session, 'second-in-session');
    const posted = await callTool(session, 'board_post', { subject: 'x', body: 'y' });
    const free = await board.call('POST /v1/agents/register', { body: { handle: 'second-in-session' } });

    expect(second).toMatchObject({
      isError: true,
      structuredContent: {
        ...{ code: 'state_conflict', status: 409 },
        ...{ current_state: 'signed_in', handle: 'first-in-session' },
      },
    });
    expect(second.structuredContent.detail).toContain('first-in-session');
    expect(posted.structuredContent.created_by).toBe('first-in-session');
    expect(free.status).toBe(201);
  });

  test('at the same time as the first leaves one agent', async () => {
    const session = await openMcpSession(board);
    const handles = Array.from({ length: 8 }, (_, i) => `racer-${i}`);

    const results = await Promise.all(handles.map((handle) => register(session, handle)));
    const posted = await callTool(session, 'board_post', { subject: 'x', body: 'y' });
    const roster = await callTool(session, 'board_roster', { limit: 50 });

    const winners = handles.filter((_, i) => results[i].isError === undefined);
    const codes = results
      .filter(({ isError }) => isError)
      .map(({ structuredContent }) => structuredContent.code);
    const present = (roster.structuredContent.items as Body[]).map(({ handle }) => handle as string);
    expect(winners).toHaveLength(1);
    expect(codes).toEqual(Array(7).fill('state_conflict'));
    expect(posted.structuredContent.created_by).toBe(winners[0]);
    expect(handles.filter((handle) => present.includes(handle))).toEqual(winners);
  });

  test('with the request_id of the first returns the same key again', async () => {
    const session = await openMcpSession(board);

    const once = await register(session, 'repeated-in-session', { request_id: 'repeated-0001' });
    const again = await register(session, 'repeated-in-session', { request_id: 'repeated-0001' });

    expect(again.isError).toBeUndefined();
    expect(again.structuredContent.api_key).toBe(once.structuredContent.api_key);
    // The session is signed in with the key.
    expect([once, again].map(({ structuredContent: { key } }) => key.current)).toEqual([true, true]);
  });

  test.each([
    ['revoked', 'revoked-first', 0],
    ['expired', 'expired-first', 60],
  ])('is accepted when the key of the first registration is %s', async (_name, handle, overlapSeconds) => {
    const session = await openMcpSession(board);
    const { api_key: key } = (await register(session, handle)).structuredContent;
    const headers = { Authorization: `Bearer ${key}`, 'X-Agent-Handle': handle };
    const body = { revoke_others: true, overlap_seconds: overlapSeconds };
    await board.call('POST /v1/agents/me/keys', { body, headers });
    board.clock.advance({ seconds: overlapSeconds });

    const refused = await callTool(session, 'board_post', { subject: 'x', body: 'y' });
    await register(session, `after-${handle}`);
    const posted = await callTool(session, 'board_post', { subject: 'x', body: 'y' });

    expect(refused.structuredContent.code).toBe('unauthenticated');
    expect(posted.structuredContent.created_by).toBe(`after-${handle}`);
  });

  test('that repeats the registration of another session is refused', async () => {
    const [first, second] = [await openMcpSession(board), await openMcpSession(board)];
    await register(first, 'of-another-session', { request_id: 'elsewhere-0001' });
    await register(second, 'of-this-session');

    const repeated = await register(second, 'of-another-session', { request_id: 'elsewhere-0001' });
    const posted = await callTool(second, 'board_post', { subject: 'x', body: 'y' });

    expect(repeated).toMatchObject({ isError: true, structuredContent: { code: 'state_conflict' } });
    expect(posted.structuredContent.created_by).toBe('of-this-session');
  });
});

test('without a session id every registration succeeds, and none authenticates later calls', async () => {
  const call = (name: string, args: object) => mcpRequest(board, 'tools/call', { name, arguments: args });

  const registered = [
    await call('board_register', { handle: 'stateless-one' }),
    await call('board_register', { handle: 'stateless-two' }),
  ];
  const posted = await call('board_post', { subject: 'x', body: 'y' });

  expect(registered.map(({ body }) => body.result.structuredContent.handle)).toEqual([
    'stateless-one',
    'stateless-two',
  ]);
  expect(posted.body.result.structuredContent.code).toBe('unauthenticated');
});

/** Calls a tool with a key instead of a session. */
const callWithKey = async (key: string, name: string): Promise<Body> =>
  (await mcpRequest(board, 'tools/call', { name, arguments: {} }, { Authorization: `Bearer ${key}` })).body
    .result.structuredContent;

describe('the agent of a session', () => {
  test('stays signed in when it rotates its key', async () => {
    const session = await openMcpSession(board);
    const { api_key: old } = (await register(session, 'rotating')).structuredContent;

    const rotated = (await callTool(session, 'board_rotate', { revoke_others: true })).structuredContent;
    const me = (await callTool(session, 'board_me', {})).structuredContent;

    expect(rotated.api_key).toMatch(/^sbk_/);
    expect([me.handle, me.key.id, rotated.current]).toEqual(['rotating', rotated.id, true]);
    // If the session is lost together with the response, the agent can repeat the call with the old key.
    expect((await callWithKey(old, 'board_me')).handle).toBe('rotating');
    board.clock.advance({ seconds: OVERLAP_SECONDS });
    expect((await callWithKey(old, 'board_me')).code).toBe('invalid_key');
    expect((await callTool(session, 'board_me', {})).structuredContent.key.id).toBe(rotated.id);
  });

  test('stays signed in with its key when it creates a further key, and that key is revoked', async () => {
    const session = await openMcpSession(board);
    const { api_key: key } = (await register(session, 'collecting')).structuredContent;

    const { id } = (await callTool(session, 'board_rotate', {})).structuredContent;
    const headers = { Authorization: `Bearer ${key}`, 'X-Agent-Handle': 'collecting' };
    const revoked = await board.call(`DELETE /v1/agents/me/keys/${id}`, { headers });
    const me = (await callTool(session, 'board_me', {})).structuredContent;

    expect([revoked.status, me.handle]).toEqual([200, 'collecting']);
  });

  test('stays signed in when another agent rotates its key in the session', async () => {
    const session = await openMcpSession(board);
    await register(session, 'resident');
    const { key } = await board.join('visiting');
    const headers = { ...withSession(session), Authorization: `Bearer ${key}` };

    await mcpRequest(
      board,
      'tools/call',
      { name: 'board_rotate', arguments: { revoke_others: true } },
      headers,
    );

    expect((await callTool(session, 'board_me', {})).structuredContent.handle).toBe('resident');
  });

  test('watches a channel, finds a new thread of the channel in its inbox, and ends the watch', async () => {
    const session = await openMcpSession(board);
    await register(session, 'watcher');
    const { watch_id: id } = (await callTool(session, 'board_watch', { channel: 'general' }))
      .structuredContent;
    board.clock.advance({ seconds: 1 });
    await (await board.join('seen')).openThread();

    const inbox = (await callTool(session, 'board_inbox', {})).structuredContent;
    const stopped = (await callTool(session, 'board_watch', { watch_id: id })).structuredContent;
    const rest = (await callTool(session, 'board_inbox', {})).structuredContent;

    expect(inbox.items).toMatchObject([{ kind: 'watch', watch: { id, kind: 'channel', value: 'general' } }]);
    expect(stopped).toMatchObject({ type: 'watch', channel: 'general' });
    expect(rest.items).toEqual([]);
  });
});

test('board_me names the call that replaces an exposed key', async () => {
  const ada = await board.join('exposed');
  await board.call(`GET /get/me?key=${ada.key}`);

  expect(await callWithKey(ada.key, 'board_me')).toMatchObject({
    rotation_recommended: true,
    next: [
      { surface: 'mcp', tool: 'board_rotate', arguments: { revoke_others: true, overlap_seconds: 300 } },
    ],
  });
});

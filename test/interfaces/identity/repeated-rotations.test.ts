// Keys and MCP sessions after a rotation without `overlapSeconds`, whose response may have been lost.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_ACTIVE_KEYS } from '../../../schema/agents/rules.ts';
import { OVERLAP_SECONDS } from '../../../schema/contract.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { mcpRequest, openMcpSession } from '../../support/mcp/session.ts';

let board: TestBoard;

beforeAll(async () => {
  board = await openBoard();
});

afterAll(() => board[Symbol.asyncDispose]());

/** Returns the statuses of calls with these keys of an agent. */
const statusesOf = (handle: string, keys: readonly string[]) =>
  Promise.all(
    keys.map(async (key) => {
      const headers = { Authorization: `Bearer ${key}`, 'X-Agent-Handle': handle };
      return (await board.call('GET /v1/agents/me', { headers })).status;
    }),
  );

test('a rotation whose response was lost is repeated with the old key, and returns the new one', async () => {
  const cal = await board.join('cal');
  const { body: spare } = await cal.call('POST /v1/agents/me/keys', { body: {} });
  const rotate = () =>
    cal.call('POST /v1/agents/me/keys', {
      body: { revoke_others: true },
      headers: { 'Idempotency-Key': 'rotation-of-cal' },
    });
  const { body: lost } = await rotate();
  board.clock.advance({ seconds: OVERLAP_SECONDS - 1 });

  const repeated = await rotate();
  const during = await statusesOf('cal', [cal.key, spare.api_key, lost.api_key]);
  board.clock.advance({ seconds: 1 });
  const after = await statusesOf('cal', [cal.key, spare.api_key, lost.api_key]);

  expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
  expect(repeated.body.api_key).toBe(lost.api_key);
  expect(during).toEqual([200, 401, 200]);
  expect(after).toEqual([401, 401, 200]);
});

test.each([
  ['by default', '', OVERLAP_SECONDS],
  ['with an overlap of an hour', '&overlap_seconds=3600', 3600],
])(
  'a URL that rotates keys returns the same key for as long as the old key is valid, %s',
  async (_name, overlap, seconds) => {
    const ida = await board.join(`ida-${seconds}`);
    const rotate = async () =>
      (await board.call(`GET /get/rotate?key=${ida.key}&revoke_others=true${overlap}&format=json`)).body;
    const first = await rotate();
    board.clock.advance({ seconds: seconds - 1 });

    const repeated = await rotate();

    expect(repeated.api_key).toBe(first.api_key);
    expect(await statusesOf(ida.handle, [first.api_key])).toEqual([200]);
  },
);

test('a URL that rotates keys returns another key once the new key has expired', async () => {
  const isa = await board.join('isa');
  const rotate = async () =>
    (await board.call(`GET /get/rotate?key=${isa.key}&revoke_others=true&expires_in=60&format=json`)).body;
  const first = await rotate();
  board.clock.advance({ seconds: 60 });

  const second = await rotate();

  expect(second.api_key).not.toBe(first.api_key);
  expect(await statusesOf('isa', [first.api_key, second.api_key])).toEqual([401, 200]);
});

test('a URL that only creates a key creates another one after a minute', async () => {
  const ivo = await board.join('ivo');
  const create = async () => (await board.call(`GET /get/rotate?key=${ivo.key}&format=json`)).body;
  const first = await create();
  board.clock.advance({ seconds: 60 });

  expect((await create()).api_key).not.toBe(first.api_key);
});

test('a rotation that is called again does not prolong the old key, and ends the keys of earlier rotations', async () => {
  const cid = await board.join('cid');
  const rotate = async () =>
    (await cid.call('POST /v1/agents/me/keys', { body: { revoke_others: true } })).body;
  const first = await rotate();
  board.clock.advance({ seconds: OVERLAP_SECONDS - 1 });

  const second = await rotate();
  const during = await statusesOf('cid', [cid.key, first.api_key, second.api_key]);
  board.clock.advance({ seconds: 1 });
  const after = await statusesOf('cid', [cid.key, first.api_key, second.api_key]);

  expect(during).toEqual([200, 401, 200]);
  expect(after).toEqual([401, 401, 200]);
});

test('a rotation with an overlap of 0 ends the key of the call at once', async () => {
  const cat = await board.join('cat');

  const { body } = await cat.call('POST /v1/agents/me/keys', {
    body: { revoke_others: true, overlap_seconds: 0 },
  });

  expect(await statusesOf('cat', [cat.key, body.api_key])).toEqual([401, 200]);
});

test('a rotation by an agent with the most active keys leaves the new key and that of the call', async () => {
  const cleo = await board.join('cleo');
  const create = (body: object) => cleo.call('POST /v1/agents/me/keys', { body });
  for (let i = 1; i < MAX_ACTIVE_KEYS; i++) await create({});

  const refused = await create({});
  const rotated = await create({ revoke_others: true });
  const { body: keys } = await cleo.call('GET /v1/agents/me/keys');

  expect([refused.status, rotated.status]).toEqual([409, 201]);
  const active = (keys as readonly Body[]).filter((key) => key.active);
  const end = new Date(board.clock.now().getTime() + OVERLAP_SECONDS * 1000).toISOString();
  expect(active).toHaveLength(2);
  expect(active.find(({ current }) => current)).toMatchObject({ expires_at: end });
  expect(active.find(({ current }) => !current)).toMatchObject({
    key_id: rotated.body.key_id,
    expires_at: null,
  });
});

describe('the agent of an MCP session', () => {
  const callTool = async (session: string, name: string, args: object): Promise<Body> => {
    const headers = { 'Mcp-Session-Id': session };
    return (await mcpRequest(board, 'tools/call', { name, arguments: args }, headers)).body.result
      .structuredContent;
  };

  test('stays signed in, and gets the same key, when it repeats a rotation whose response was lost', async () => {
    const session = await openMcpSession(board);
    await callTool(session, 'board_register', { handle: 'repeating' });
    const rotate = () =>
      callTool(session, 'board_rotate', { revoke_others: true, request_id: 'rotation-0001' });
    const lost = await rotate();

    const repeated = await rotate();
    board.clock.advance({ seconds: OVERLAP_SECONDS });
    const me = await callTool(session, 'board_me', {});

    expect([repeated.api_key, repeated.current]).toEqual([lost.api_key, true]);
    expect([me.handle, me.key.id]).toEqual(['repeating', lost.id]);
  });

  test('is signed out of its other sessions when the key that they use ends after a rotation', async () => {
    const [session, other] = [await openMcpSession(board), await openMcpSession(board)];
    for (const id of [session, other])
      await callTool(id, 'board_register', { handle: 'in-two-sessions', request_id: 'two-sessions-0001' });
    await callTool(session, 'board_rotate', { revoke_others: true });
    const readOther = () => callTool(other, 'board_me', {});

    const during = await readOther();
    board.clock.advance({ seconds: OVERLAP_SECONDS });

    expect(during.handle).toBe('in-two-sessions');
    expect((await readOther()).code).toBe('unauthenticated');
  });
});

// Which registrations count against the limit that all registrations share.
import { describe, expect, test } from 'vitest';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { openMcpSession } from '../../support/mcp/session.ts';

const SETTINGS = { LIMIT_REGISTER_IP: '3', LIMIT_REGISTER_GLOBAL: '4' };

const register = (board: TestBoard, handle: string | null, address: string) =>
  board.call('POST /v1/agents/register', { body: handle === null ? {} : { handle }, address });

const registerOverGraphql = (board: TestBoard, handle: string, address: string) =>
  board.call('POST /graphql', {
    body: { query: `mutation { registerAgent(input: { handle: "${handle}" }) { agent { handle } } }` },
    address,
  });

describe('a registration with invalid input', () => {
  test('counts against the limit of its address, never against the limit of all registrations', async () => {
    await using board = await openBoard(SETTINGS);

    const refused = [];
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
      for (let i = 0; i < 4; i += 1) refused.push((await register(board, null, address)).status);

    expect(refused).toEqual([422, 422, 422, 429, 422, 422, 422, 429, 422, 422, 422, 429]);
    expect((await register(board, 'ada', '192.0.2.9')).status).toBe(201);
  });

  test('over GraphQL does not count against the limit of all registrations either', async () => {
    await using board = await openBoard(SETTINGS);

    for (const address of ['192.0.2.1', '192.0.2.2'])
      for (let i = 0; i < 3; i += 1) await registerOverGraphql(board, '!', address);

    const { headers, status } = await register(board, 'ada', '192.0.2.9');
    expect(status).toBe(201);
    expect(headers.get('ratelimit')).toBe('"register-ip";r=2;t=60');
  });
});

test('a registration in a session that is signed in does not count against the limit of all registrations', async () => {
  await using board = await openBoard(SETTINGS);
  const headers = { 'Mcp-Session-Id': await openMcpSession(board) };
  const registerInSession = async (i: number) => {
    const params = { name: 'board_register', arguments: { handle: `agent-${i}` } };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const reply = await board.call('POST /mcp', { address: `192.0.2.${i}`, headers, body });
    return reply.body.result.structuredContent.code as unknown;
  };

  const codes = [];
  for (let i = 1; i <= 5; i += 1) codes.push(await registerInSession(i));

  expect(codes).toEqual([undefined, ...Array<string>(4).fill('state_conflict')]);
  expect((await register(board, 'ada', '192.0.2.9')).status).toBe(201);
});

describe('the limit of all registrations', () => {
  test('once used up, refuses a registration before its input is validated', async () => {
    await using board = await openBoard(SETTINGS);
    for (let i = 1; i <= 4; i += 1)
      expect((await register(board, `agent-${i}`, `192.0.2.${i}`)).status).toBe(201);

    const replies = [
      await register(board, 'ada', '192.0.2.9'),
      await register(board, null, '192.0.2.9'),
      await registerOverGraphql(board, 'bob', '192.0.2.9'),
    ];

    expect(replies.slice(0, 2).map(({ status }) => status)).toEqual([429, 429]);
    expect(replies[0]?.body.violated_policies).toEqual(['register-global']);
    expect(replies[2]?.body.errors[0].extensions.code).toBe('rate_limited');
  });

  test('counts a registration that it refuses as a refused call', async () => {
    await using board = await openBoard(SETTINGS);
    for (let i = 1; i <= 6; i += 1) await register(board, `agent-${i}`, `192.0.2.${i}`);
    const query = '{ console { pressure { policies { policy calls refused } } } }';

    const { body } = await createOperatorClient(board).graphql(query);

    const counts = body.data.console.pressure.policies as readonly Body[];
    expect(counts.filter(({ policy }) => String(policy).startsWith('register'))).toEqual([
      { policy: 'register_ip', calls: 6, refused: 0 },
      { policy: 'register_global', calls: 6, refused: 2 },
    ]);
  });

  test('is not exceeded by concurrent registrations', async () => {
    await using board = await openBoard(SETTINGS);

    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, i) => register(board, `agent-${i}`, `192.0.2.${i}`)),
    );

    expect(replies.filter(({ status }) => status === 201)).toHaveLength(4);
  });
});

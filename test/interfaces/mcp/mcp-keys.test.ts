// Clients of MCP that send a key with every request.
import { expect, test } from 'vitest';
import { openBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { mcpRequest, openMcpSession } from '../../support/mcp/session.ts';

test('a registration signs in no session of a client that sends a key, because its later calls use the key', async () => {
  await using board = await openBoard();
  const session = { 'Mcp-Session-Id': await openMcpSession(board) };
  const withKey = { ...session, Authorization: 'Bearer <API_KEY>' };
  const call = async (name: string, args: object, headers: Readonly<Record<string, string>>): Promise<Body> =>
    (await mcpRequest(board, 'tools/call', { name, arguments: args }, headers)).body.result.structuredContent;

  const registered = await call('board_register', { handle: 'configured' }, withKey);
  const later = await call('board_me', {}, withKey);
  const registeredWithout = await call('board_register', { handle: 'without' }, session);

  expect([registered.key.current, registeredWithout.key.current]).toEqual([false, true]);
  expect(later.code).toBe('invalid_key');
  expect(later.detail).toContain('`Authorization`, which takes precedence over the session');
});

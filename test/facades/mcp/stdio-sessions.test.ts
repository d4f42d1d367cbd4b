// The sessions of the MCP bridge: when it starts a new one.
import { expect, test } from 'vitest';
import { listen } from '../../../facades/http/server/listen.ts';
import { openBoard } from '../../support/board/board.ts';
import { connect } from './bridge.ts';

test('a client continues in a new session after its session has expired', async () => {
  await using board = await openBoard();
  const sessions = new Set<string | null>();
  const recordingFetch: typeof board.app.api.fetch = (request, peer) => {
    if (request.method === 'POST') sessions.add(request.headers.get('mcp-session-id'));
    return board.app.api.fetch(request, peer);
  };
  const listener = await listen(recordingFetch, { host: '127.0.0.1', port: 0 });
  const ada = await board.join('ada');
  await using bridge = await connect({ BOARD_URL: `http://127.0.0.1:${listener.port}`, BOARD_KEY: ada.key });
  const post = (subject: string) =>
    bridge.client.callTool({ name: 'board_post', arguments: { subject, body: 'x' } });

  await post('Before');
  board.clock.advance({ days: 31 });
  const after = [await post('After'), await post('Later')];
  await listener.close(100);

  expect(after.map(({ structuredContent }) => structuredContent)).toMatchObject([
    { subject: 'After', created_by: 'ada' },
    { subject: 'Later', created_by: 'ada' },
  ]);
  sessions.delete(null);
  expect(sessions.size).toBe(2);
});

test('two calls in a lost session start one new session', async () => {
  await using board = await openBoard();
  const created: string[] = [];
  const recordingFetch: typeof board.app.api.fetch = async (request, peer) => {
    const response = await board.app.api.fetch(request, peer);
    const id = response.headers.get('mcp-session-id');
    if (id !== null) created.push(id);
    return response;
  };
  const listener = await listen(recordingFetch, { host: '127.0.0.1', port: 0 });
  await using bridge = await connect({ BOARD_URL: `http://127.0.0.1:${listener.port}` });
  board.clock.advance({ days: 31 });

  const registration = { name: 'board_register', arguments: { handle: 'ada' } };
  await Promise.all([bridge.client.callTool(registration), bridge.client.listTools()]);
  const me = await bridge.client.callTool({ name: 'board_me', arguments: {} });
  await listener.close(100);

  expect(created).toHaveLength(2);
  expect(me.structuredContent).toMatchObject({ handle: 'ada' });
});

test('a 404 of a proxy fails its call only: the client stays signed in by board_register', async () => {
  await using board = await openBoard();
  const created: string[] = [];
  const refused: string[] = [];
  let isBackendMissing = false;
  const proxy: typeof board.app.api.fetch = async (request, peer) => {
    if (isBackendMissing) {
      isBackendMissing = false;
      refused.push(request.method);
      return new Response('default backend - 404', { status: 404 });
    }
    const response = await board.app.api.fetch(request, peer);
    const id = response.headers.get('mcp-session-id');
    if (id !== null) created.push(id);
    return response;
  };
  const listener = await listen(proxy, { host: '127.0.0.1', port: 0 });
  await using bridge = await connect({ BOARD_URL: `http://127.0.0.1:${listener.port}` });
  const readMe = () => bridge.client.callTool({ name: 'board_me', arguments: {} });

  await bridge.client.callTool({ name: 'board_register', arguments: { handle: 'ada' } });
  isBackendMissing = true;
  const failure = await readMe().catch((error: unknown) => error);
  const me = await readMe();
  await listener.close(100);

  expect(refused).toEqual(['POST']);
  expect(String(failure)).toContain('did not answer');
  expect(me.structuredContent).toMatchObject({ handle: 'ada' });
  expect(created).toHaveLength(1);
});

import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { listen } from '../../../facades/http/server/listen.ts';
import { openBoard } from '../../support/board/board.ts';
import { connect, INITIALIZE, pipe, script, toRequest } from './bridge.ts';

test('a client uses the board over standard input and output, with its key from the environment', async () => {
  await using board = await openBoard();
  const listener = await listen(board.app.api.fetch, { host: '127.0.0.1', port: 0 });
  const ada = await board.join('ada');
  await using bridge = await connect({ BOARD_URL: `http://127.0.0.1:${listener.port}`, BOARD_KEY: ada.key });

  const { tools } = await bridge.client.listTools();
  const posted = await bridge.client.callTool({
    name: 'board_post',
    arguments: { subject: 'Piped', body: 'x' },
  });
  await listener.close(100);

  expect(tools.length).toBeGreaterThan(2);
  expect(posted.structuredContent).toMatchObject({ subject: 'Piped', created_by: 'ada', via: 'mcp' });
});

test('a message that the board has refused because of overload is sent again', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const statuses: number[] = [];
  const { fetch } = board.app.api;
  const overloaded: typeof fetch = async (request, peer) => {
    const isRefused = statuses.length % 2 === 0;
    statuses.push(isRefused ? 503 : 200);
    return isRefused
      ? new Response(null, { status: 503, headers: { 'Retry-After': '0' } })
      : fetch(request, peer);
  };
  const listener = await listen(overloaded, { host: '127.0.0.1', port: 0 });
  await using bridge = await connect({ BOARD_URL: `http://127.0.0.1:${listener.port}`, BOARD_KEY: ada.key });

  const posted = await bridge.client.callTool({
    name: 'board_post',
    arguments: { subject: 'Late', body: 'x' },
  });
  await listener.close(100);

  expect(posted.structuredContent).toMatchObject({ subject: 'Late' });
  expect(statuses).toContain(503);
});

test('the bridge opens no event stream', async () => {
  await using board = await openBoard();
  const methods = new Set<string>();
  const recordingFetch: typeof board.app.api.fetch = (request, peer) => {
    methods.add(request.method);
    return board.app.api.fetch(request, peer);
  };
  const listener = await listen(recordingFetch, { host: '127.0.0.1', port: 0 });
  await using bridge = await connect({ BOARD_URL: `http://127.0.0.1:${listener.port}` });

  await bridge.client.listTools();
  await bridge.client.listTools();
  await listener.close(100);

  expect([...methods]).toEqual(['POST']);
});

test('a client of an unreachable board gets an error', async () => {
  const connecting = connect({ BOARD_URL: 'https://127.0.0.1:9' });

  await expect(connecting).rejects.toThrow('did not answer');
});

test.each([
  ['ftp://board.test', 'BOARD_URL must be an http or https URL\n'],
  ['board.test', 'BOARD_URL must be an http or https URL\n'],
  ['https://ada:secret@board.test', 'BOARD_URL must not contain a user name or a password\n'],
])('%s is refused as BOARD_URL', (url, message) => {
  const { status, stderr } = spawnSync(process.execPath, [script], {
    env: { BOARD_URL: url },
    encoding: 'utf8',
  });

  expect([status, stderr]).toEqual([2, message]);
});

test('a key with a line break is refused as BOARD_KEY, and not printed', () => {
  const { status, stderr } = spawnSync(process.execPath, [script], {
    env: { BOARD_URL: 'http://127.0.0.1:9', BOARD_KEY: 'sbk_first\nsbk_second' },
    encoding: 'utf8',
  });

  expect([status, stderr]).toEqual([2, 'BOARD_KEY must be one API key, without spaces and line breaks\n']);
});

test('a client that closes its end of the pipe gets the responses to its requests, and the errors of the board', async () => {
  await using board = await openBoard();
  const listener = await listen(board.app.api.fetch, { host: '127.0.0.1', port: 0 });

  const messages = await pipe(`http://127.0.0.1:${listener.port}`, [
    INITIALIZE,
    toRequest(2, 'tools/call', { name: 'board_post', arguments: { body: 'x'.repeat(200_000) } }),
  ]);
  await listener.close(100);

  expect(messages.find(({ id }) => id === 1)?.result.serverInfo.name).toBe('agent-board');
  expect(messages.find(({ id }) => id === 2)?.error.data.code).toBe('body_too_large');
});

test('a line that is not one JSON-RPC message gets an error', async () => {
  const messages = await pipe('http://127.0.0.1:9', ['{', `[${toRequest(1, 'ping', {})}]`]);

  expect(messages.map(({ id, error }) => [id, error.code])).toEqual([
    [null, -32700],
    [null, -32600],
  ]);
});

test('a line of more than 10 MiB gets an error, and the requests before it get their responses', async () => {
  await using board = await openBoard();
  const listener = await listen(board.app.api.fetch, { host: '127.0.0.1', port: 0 });

  const messages = await pipe(`http://127.0.0.1:${listener.port}`, [
    INITIALIZE,
    'x'.repeat(11 * 1024 * 1024),
  ]);
  await listener.close(100);

  expect(messages.find(({ id }) => id === null)?.error.message).toBe('The line is longer than 10 MiB');
  expect(messages.find(({ id }) => id === 1)?.result.serverInfo.name).toBe('agent-board');
});

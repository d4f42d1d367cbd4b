import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, test } from 'vitest';
import { listen } from '../../../facades/http/server/listen.ts';
import { openBoard } from '../../support/board/board.ts';

const script = join(import.meta.dirname, '../../../facades/mcp/stdio.js');

async function connect(env: Record<string, string>) {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [script], env, stderr: 'pipe' }),
  );
  return { client, [Symbol.asyncDispose]: () => client.close() };
}

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

test('a client of an unreachable board gets an error', async () => {
  const connecting = connect({ BOARD_URL: 'https://127.0.0.1:9' });

  await expect(connecting).rejects.toThrow('did not answer');
});

test('a client continues in a new session after its session has expired', async () => {
  await using board = await openBoard();
  const listener = await listen(board.app.api.fetch, { host: '127.0.0.1', port: 0 });
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
});

test.each(['ftp://board.test', 'board.test'])('%s is refused as BOARD_URL', (url) => {
  const { status, stderr } = spawnSync(process.execPath, [script], {
    env: { BOARD_URL: url },
    encoding: 'utf8',
  });

  expect([status, stderr]).toEqual([2, 'BOARD_URL must be an http or https URL\n']);
});

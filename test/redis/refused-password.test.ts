import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { openBoard } from '../support/board/board.ts';

test('the log has no password that Redis has refused', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => socket.write('-WRONGPASS invalid username-password pair\r\n'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  await using board = await openBoard({ REDIS_URL: `redis://board:hunter2@127.0.0.1:${port}` });
  await expect.poll(() => board.log.join('')).toContain('WRONGPASS');
  server.close();

  expect(board.log.join('')).not.toContain('hunter2');
});

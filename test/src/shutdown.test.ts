import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openFolderWithServerData } from '../support/processes/data-folder.ts';
import { openBoardProcess } from '../support/processes/board-process.ts';

test('a board that receives several signals while a request stalls exits with 0 within ten seconds', async () => {
  await using folder = await openFolderWithServerData();
  await using board = await openBoardProcess(folder.data);
  const { headers } = await board.join('ada');
  const stalled = connect(board.port, '127.0.0.1');
  const response = text(stalled);
  const lines = Object.entries({ ...headers, Host: 'b', 'Content-Type': 'application/json' });
  stalled.write(
    `POST /v1/channels/general/threads HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}` +
      'Content-Length: 100\r\n\r\n{',
  );
  await board.call('GET /healthz');

  const start = performance.now();
  const exit = board.signal('SIGTERM');
  await expect.poll(() => board.call('GET /healthz').catch(() => 'refused')).toBe('refused');
  void board.signal('SIGTERM');
  void board.signal('SIGINT');

  const { code, stderr } = await exit;
  expect([code, stderr]).toEqual([0, '']);
  expect(performance.now() - start).toBeLessThan(10_000);
  expect(await response).toMatch(/^HTTP\/1\.1 408 /);
});

import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { TestAgent } from '../support/board/agent.ts';
import { openReceiver } from '../support/board/receiver.ts';
import { openFolderWithServerData } from '../support/processes/data-folder.ts';
import { type BoardProcess, openBoardProcess } from '../support/processes/board-process.ts';
import { create } from '../support/records/create.ts';
import { WEBHOOKS } from '../support/records/webhooks.ts';

/** Sends a request whose body does not end. Returns its response, once the connection has ended. */
function stallRequest(board: BoardProcess, { headers }: TestAgent): Promise<string> {
  const stalled = connect(board.port, '127.0.0.1');
  const lines = Object.entries({ ...headers, Host: 'b', 'Content-Type': 'application/json' });
  stalled.write(
    `POST /v1/channels/general/threads HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}` +
      'Content-Length: 100\r\n\r\n{',
  );
  return text(stalled);
}

test('a board that receives several signals while a request stalls exits with 0 within ten seconds', async () => {
  await using folder = await openFolderWithServerData();
  await using board = await openBoardProcess(folder.data);
  const response = stallRequest(board, await board.join('ada'));
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

test('a board exits with 0 on SIGTERM while a request stalls and the call of a webhook does not end', async () => {
  await using folder = await openFolderWithServerData();
  await using receiver = await openReceiver();
  await using board = await openBoardProcess(folder.data, { settings: { WEBHOOKS: 'loopback' } });
  const [ada, bob] = [await board.join('ada'), await board.join('bob')];
  const { webhook_id: id } = await create(ada, WEBHOOKS, { url: receiver.url });
  await ada.call(`POST ${WEBHOOKS}/${id}/test`);
  receiver.onCall = () => new Promise(() => undefined);
  await bob.openThread('For @ada');
  await expect.poll(() => receiver.calls.length).toBe(1);
  const response = stallRequest(board, ada);
  await board.call('GET /healthz');

  const { code, stderr } = await board.signal('SIGTERM');

  expect([code, stderr]).toEqual([0, '']);
  expect(await response).toMatch(/^HTTP\/1\.1 408 /);
});

import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toJsonReply } from '../../../../facades/http/reply.ts';
import { listen, type Listener } from '../../../../facades/http/server/listen.ts';
import { openTestRouter, testRoute } from './test-router.ts';

const HOST = '127.0.0.1';

const { router } = openTestRouter([testRoute('GET /', { serve: () => toJsonReply({}) })]);

let listener: Listener;
beforeAll(
  async () => (listener = await listen(router.fetch, { host: HOST, port: 0, siteUrl: 'http://site.test' })),
);
afterAll(() => listener.close(0));

/** Sends a request and returns the status. */
async function statusOf(target: string, host: string): Promise<number> {
  const socket = connect(listener.port, HOST);
  socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  return Number((await text(socket)).split(' ')[1]);
}

test.each([
  ['/', 'x'.repeat(255)],
  ['/', '[::1]:8080'],
  ['http://x', 'x'],
  ['http://x:80/?y', 'x'],
  ['https://x?y', 'x:80'],
])('a request of %s at %s is served', async (target, host) => {
  expect(await statusOf(target, host)).toBe(200);
});

test.each([
  ['/', 'x'.repeat(256)],
  ['/', '%78'],
  ['/', ''],
  ['http://%78/', 'x'],
  ['http://u@x/', 'x'],
  [`http://${'x'.repeat(256)}/`, 'x'],
  ['http:///', 'x'],
  ['*@x/', 'A'],
  ['*', 'x'],
])('a request of %s at %s is refused before its URL is parsed', async (target, host) => {
  expect(await statusOf(target, host)).toBe(400);
});

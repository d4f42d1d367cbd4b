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

/** Sends a request with this target, as it is, and returns the response. */
async function send(target: string, host: string): Promise<string> {
  const socket = connect(listener.port, HOST);
  socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

const statusOf = async (target: string, host: string): Promise<number> =>
  Number((await send(target, host)).split(' ')[1]);

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

test.each([
  ['a space', '/?subject=two words'],
  ['a letter outside ASCII', '/?subject=Grüße'],
  ['a #', '/?subject=C#&tag=x'],
])('a target with %s is refused with the advice to percent-encode it', async (_what, target) => {
  const response = await send(target, 'x');

  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(response).toContain('percent-encode spaces, # and characters outside ASCII in the URL');
});

// The health checks of HAProxy are such requests.
test('a request in HTTP/1.0 without Host is served on an IPv6 address', async () => {
  const onIpv6 = await listen(router.fetch, { host: '::1', port: 0 });
  const socket = connect(onIpv6.port, '::1');
  socket.write('GET / HTTP/1.0\r\n\r\n');

  const response = await text(socket);
  await onIpv6.close(0);

  expect(response).toMatch(/^HTTP\/1\.1 200 /);
});

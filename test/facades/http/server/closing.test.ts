import { EventEmitter, once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { connect, Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { toJsonReply } from '../../../../facades/http/reply.ts';
import { listen } from '../../../../facades/http/server/listen.ts';
import { openTestRouter, testRoute } from './test-router.ts';

test('a closing server still serves a request whose head is incomplete', async () => {
  const { router } = openTestRouter([testRoute('GET /')]);
  const server = await listen(router.fetch, { host: '127.0.0.1', port: 0 });
  const socket = connect(server.port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'readable');
  socket.read();
  socket.write('GET / HTTP/1.1\r\n');
  // Time for the server to receive the first line of the second request.
  await wait(50);

  const closed = server.close(5000);
  // A closing server closes idle connections every 500 ms.
  await wait(700);
  socket.write('Host: x\r\n\r\n');

  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [^]*\r\nconnection: close\r\n/i);
  await closed;
});

test('a server keeps an idle connection for 65 s, longer than common proxies, and limits the time of requests', async () => {
  const listening = vi.spyOn(Server.prototype, 'listen');
  onTestFinished(() => listening.mockRestore());
  const { router } = openTestRouter([testRoute('GET /')]);
  const server = await listen(router.fetch, { host: '127.0.0.1', port: 0 });
  await server.close(0);

  expect(listening.mock.contexts).toMatchObject([
    { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000, timeout: 75_000 },
  ]);
});

test('a server that has closed leaves no timer that keeps its process running', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const { router } = openTestRouter([testRoute('GET /')]);
  const before = timers();
  const server = await listen(router.fetch, { host: '127.0.0.1', port: 0 });

  await server.close(60_000, 60_000);

  expect(timers()).toBe(before);
});

test('a connection without traffic is closed, unless its request is still running', async () => {
  const listening = vi.spyOn(Server.prototype, 'listen');
  onTestFinished(() => listening.mockRestore());
  const timeouts = new EventEmitter();
  const serve = async () => {
    await once(timeouts, 'timeout');
    return toJsonReply('late');
  };
  const { router } = openTestRouter([testRoute('GET /', { serve })]);
  const server = await listen(router.fetch, { host: '127.0.0.1', port: 0 });
  const nodeServer = listening.mock.contexts[0] as HttpServer;
  nodeServer.timeout = 100;
  nodeServer.on('connection', (socket) => socket.on('timeout', () => timeouts.emit('timeout')));
  const busy = connect(server.port, '127.0.0.1');
  busy.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');

  expect(await text(busy)).toMatch(/^HTTP\/1\.1 200 [^]*"late"$/);
  expect(await text(connect(server.port, '127.0.0.1'))).toBe('');
  await server.close(0);
});

// The thread that makes the calls of webhooks: when it ends or is replaced.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { TIMEOUT_MS } from '../../../src/webhooks/exchange.ts';
import { ExchangeThread } from '../../../src/webhooks/exchange-thread.ts';
import { createWebhookSender } from '../../../src/webhooks/sender.ts';
import { createExpensiveChain } from '../../support/generators/certificates.ts';

/** Responses that a test ends. */
const open: ServerResponse[] = [];
const server = createServer((request, response) => {
  request.resume();
  if (request.url === '/held') open.push(response);
  else response.end('ok');
});

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
// The timers of the thread, which is another realm, are not replaced.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const requestOf = (path: string) => {
  const { port } = server.address() as AddressInfo;
  return {
    call: { url: `http://127.0.0.1:${port}${path}`, headers: {}, body: '{}' },
    addresses: ['127.0.0.1'],
  };
};

/** The time after which a thread without a response is replaced. */
const REPLACED_MS = TIMEOUT_MS + 10_000;

/** Starts a request to which the server responds when the test does. */
async function hold(thread: ExchangeThread) {
  const result = thread.exchange(requestOf('/held'));
  const arrived = once(server, 'request');
  await arrived;
  return { result, respond: () => open.pop()?.end('held') };
}

test('a thread that has responded in time is not replaced during a later request', async () => {
  const thread = new ExchangeThread();
  const first = await thread.exchange(requestOf('/'));
  await vi.advanceTimersByTimeAsync(REPLACED_MS - 1);
  const { result, respond } = await hold(thread);

  // The first request has used up its time, the second request has not.
  await vi.advanceTimersByTimeAsync(10);
  respond();

  expect([first.status, (await result).status]).toEqual([200, 200]);
  await thread.close();
});

test('a thread that does not respond is replaced, and its requests fail', async () => {
  const thread = new ExchangeThread();
  const { result } = await hold(thread);

  await vi.advanceTimersByTimeAsync(REPLACED_MS + 1);

  expect((await result).error).toBe('connection_failed');
  expect((await thread.exchange(requestOf('/'))).status).toBe(200);
  await thread.close();
});

test('the time of an unfinished TLS handshake is reported even if its thread is replaced', async () => {
  const tls = createTlsServer({ ...createExpensiveChain(40), maxVersion: 'TLSv1.2' });
  await once(tls.listen(0, '127.0.0.1'), 'listening');
  const checked = Promise.withResolvers<undefined>();
  // The client sends its key after it has checked the certificates. The key does not arrive, so that the handshake does not end.
  const relay = createTcpServer((socket) => {
    const upstream = connect((tls.address() as AddressInfo).port, '127.0.0.1');
    upstream.pipe(socket);
    socket.once('data', (hello) => {
      upstream.write(hello);
      socket.once('data', () => checked.resolve(undefined));
    });
    for (const stream of [socket, upstream]) stream.on('error', () => undefined);
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  const { port } = relay.address() as AddressInfo;
  const thread = new ExchangeThread();

  const result = thread.exchange({
    call: { url: `https://127.0.0.1:${port}/`, headers: {}, body: '{}' },
    addresses: ['127.0.0.1'],
  });
  await checked.promise;
  // The result of this call arrives after the thread has reported the handshake.
  await thread.exchange(requestOf('/'));
  await vi.advanceTimersByTimeAsync(REPLACED_MS + 1);

  const { error, tlsMs } = await result;
  expect([error, tlsMs > 20]).toEqual(['connection_failed', true]);
  await thread.close();
  relay.close();
  tls.close();
});

test('a thread ends a minute after its last request', async () => {
  const terminate = vi.spyOn(Worker.prototype, 'terminate');
  const thread = new ExchangeThread();
  await thread.exchange(requestOf('/'));
  const { result, respond } = await hold(thread);
  respond();
  await result;

  await vi.advanceTimersByTimeAsync(59_999);
  const before = terminate.mock.calls.length;
  await vi.advanceTimersByTimeAsync(1);

  expect([before, terminate.mock.calls.length]).toEqual([0, 1]);
  terminate.mockRestore();
  await thread.close();
});

test('a request within a minute after the last one keeps the thread, and a request after more than a minute is made as well', async () => {
  const thread = new ExchangeThread();
  await thread.exchange(requestOf('/'));
  await vi.advanceTimersByTimeAsync(59_000);
  const { result, respond } = await hold(thread);

  // A request clears the timer of the idle thread.
  await vi.advanceTimersByTimeAsync(2_000);
  respond();

  expect((await result).status).toBe(200);
  await vi.advanceTimersByTimeAsync(61_000);
  expect((await thread.exchange(requestOf('/'))).status).toBe(200);
  await thread.close();
});

test('a request whose signal is aborted before it begins is not sent', async () => {
  const thread = new ExchangeThread();
  let requests = 0;
  const count = () => void (requests += 1);
  server.on('request', count);

  const aborted = await thread.exchange(requestOf('/'), AbortSignal.abort());
  const sent = await thread.exchange(requestOf('/'), new AbortController().signal);
  server.off('request', count);
  await thread.close();

  expect([aborted.status, aborted.error, sent.status, requests]).toEqual([null, 'timeout', 200, 1]);
});

test('deliveries and tests of endpoints have a thread each, and both threads end when the sender is closed', async () => {
  const terminate = vi.spyOn(Worker.prototype, 'terminate');
  const sender = createWebhookSender({ webhooks: 'loopback' });
  const call = { owner: 'ada', headers: {}, body: '', url: requestOf('/').call.url };
  await sender.post(call, new AbortController().signal);
  await sender.test({ ...call, challenge: 'ok' }, '203.0.113.1');

  await sender.close();

  expect(new Set(terminate.mock.contexts).size).toBe(2);
  terminate.mockRestore();
});

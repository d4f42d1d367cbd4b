// Clients that send requests without waiting for the responses.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listen, type Listener } from '../../../../facades/http/server/listen.ts';
import { toJsonReply } from '../../../../facades/http/reply.ts';
import type { RequestConnection } from '../../../../facades/http/server/request-connection.ts';
import { collectGarbage } from '../../../support/processes/collect-garbage.ts';
import { openTestRouter, testRoute } from './test-router.ts';

const HOST = '127.0.0.1';

let listener: Listener;
let socket: Socket;
let received: string;
/** Functions that finish the running requests, in the order of their arrival. */
let running: (() => void)[];
let mostRunning: number;
let bodies: WeakRef<Uint8Array>[];
let unread: { bytes: number };
/** Whether further requests of the connection may wait. */
let mayWait: boolean;
beforeEach(async () => {
  received = '';
  running = [];
  mostRunning = 0;
  bodies = [];
  const counted = { bytes: 0 };
  unread = counted;
  const track = (_address: string, { bytes }: { readonly bytes: number }) => {
    counted.bytes += bytes;
    return () => void (counted.bytes -= bytes);
  };
  const routes = [
    testRoute('GET /'),
    testRoute('POST /', {
      serve: ({ body }) => {
        if (body) bodies.push(new WeakRef(body));
        return toJsonReply({ size: body?.byteLength });
      },
    }),
    testRoute('POST /wait', {
      isRepeatable: true,
      serve: ({ body, connection }) => {
        if (body) bodies.push(new WeakRef(body));
        const { repetition } = connection as RequestConnection;
        if (repetition && !repetition.isRepeated) repetition.next = { pauseMs: 1, isNewsNeeded: false };
        return toJsonReply({ size: body?.byteLength });
      },
    }),
    testRoute('GET /slow', {
      serve: async () => {
        await new Promise<void>((resolve) => {
          running.push(resolve);
          mostRunning = Math.max(mostRunning, running.length);
        });
        return toJsonReply('done');
      },
    }),
  ];
  const { router } = openTestRouter(routes, { unread: { track } });
  mayWait = true;
  listener = await listen(router.fetch, {
    host: HOST,
    port: 0,
    waiting: { trackBytes: () => () => undefined, countRequest: () => (mayWait ? () => undefined : null) },
  });
  socket = connect(listener.port, HOST);
  socket.on('error', () => undefined);
  socket.on('data', (bytes: Buffer) => (received += bytes.toString()));
  await once(socket, 'connect');
});
afterEach(async () => {
  socket.destroy();
  await listener.close(0);
});

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const post = (path = '/') => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello`;
const responses = () => received.split('HTTP/1.1 200').length - 1;
/** Finishes every running request until the returned function is called. */
const keepFinishing = () => {
  const timer = setInterval(() => running.splice(0).forEach((finish) => finish()), 1);
  return () => clearInterval(timer);
};

describe('a connection on which requests are pipelined', () => {
  test('gets the responses to all of them when the server closes', async () => {
    socket.write(get('/slow').repeat(20));
    await expect.poll(() => running.length).toBe(8);

    const closed = listener.close(10_000);
    const stop = keepFinishing();
    await closed;
    stop();

    await expect.poll(responses).toBe(20);
  });

  test('has at most 8 of them running', async () => {
    socket.write(get('/slow').repeat(30));
    await expect.poll(() => running.length).toBe(8);

    const stop = keepFinishing();
    await expect.poll(responses).toBe(30);
    stop();

    expect(mostRunning).toBe(8);
  });

  test.each([
    ['a request', '/', 3],
    ['a request that has waited for news', '/wait', 6],
  ])('keeps no body of %s whose response waits for an earlier response', async (_case, path, executions) => {
    socket.write(get('/slow') + post(path).repeat(3));
    await expect.poll(() => bodies.length).toBe(executions);

    await collectGarbage();

    expect(bodies.map((body) => body.deref())).toEqual(Array(executions).fill(undefined));
    running.forEach((finish) => finish());
    await expect.poll(responses).toBe(4);
    expect(received.split('{"size":5}')).toHaveLength(4);
  });

  test('keeps no body of a refused request whose response waits for an earlier response', async () => {
    const requests: IncomingMessage[] = [];
    const onRequest = (message: unknown) => requests.push((message as { request: IncomingMessage }).request);
    subscribe('http.server.request.start', onRequest);
    const refused = `POST /missing HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n${'x'.repeat(60_000)}`;

    socket.write(get('/slow') + refused.repeat(5));

    await expect.poll(() => requests.map(({ complete }) => complete)).toEqual(Array(6).fill(true));
    await expect.poll(() => requests.map(({ readableLength }) => readableLength)).toEqual(Array(6).fill(0));
    unsubscribe('http.server.request.start', onRequest);
    running.forEach((finish) => finish());
    await expect.poll(() => received.split('HTTP/1.1 404').length - 1).toBe(5);
  });

  test('is closed when more than 1 MiB of a refused body arrives while its response waits', async () => {
    socket.write(get('/slow') + 'POST /missing HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n');
    socket.write(Buffer.alloc(2_000_000));

    await expect.poll(() => socket.closed).toBe(true);
  });

  test.each([
    ['headers', '/', 10_000],
    ['URL', `/${'x'.repeat(7000)}`, 100],
  ])('counts the long %s of a request whose response waits as unread', async (_part, url, length) => {
    const options = `OPTIONS ${url} HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(length)}\r\n\r\n`;
    socket.write(get('/slow') + options);

    const bytes = 3 * (url.length + 'HostxX-Long'.length + length - 2048);
    await expect.poll(() => unread.bytes).toBeGreaterThanOrEqual(bytes);
    expect(unread.bytes).toBeLessThan(bytes + 1000);

    running.forEach((finish) => finish());
    await expect.poll(() => [unread.bytes, received.split('HTTP/1.1 ').length - 1]).toEqual([0, 2]);
  });

  test('gets the responses in the order of the requests, errors included', async () => {
    socket.write((get('/') + post() + get('/missing')).repeat(20));

    await expect.poll(() => received.split('HTTP/1.1 ').length - 1).toBe(60);
    expect(received.match(/(?<=HTTP\/1\.1 )\d+/g)?.join(' ')).toBe('200 200 404 '.repeat(20).trim());
  });

  test('is not read while more than 8 requests are unfinished', async () => {
    socket.write(get('/slow').repeat(9));
    await expect.poll(() => running.length).toBe(8);
    const big = Buffer.alloc(64 * 1024 * 1024, get('/slow'));

    const isFlushed = socket.write(big);
    await new Promise((resolve) => setTimeout(resolve, 300));

    expect(isFlushed).toBe(false);
    expect(socket.writableLength).toBeGreaterThan(16 * 1024 * 1024);
    expect(mostRunning).toBe(8);
  });

  test('is closed after 72 responses (8 running, 64 waiting) if a client sends many more at once', async () => {
    const closed = once(socket, 'close');

    socket.write(get('/').repeat(1500));
    await closed;

    expect(responses()).toBe(72);
    expect(received.match(/\r\nconnection: close\r\n/gi)).toHaveLength(1);
  });

  test('is closed after the running requests if no others may wait', async () => {
    mayWait = false;
    const closed = once(socket, 'close');
    socket.write(get('/slow').repeat(30));
    await expect.poll(() => running.length).toBe(8);

    const stop = keepFinishing();
    await closed;
    stop();

    expect(responses()).toBe(8);
  });

  test('is not parsed beyond the requests that get a response', async () => {
    const closed = once(socket, 'close');

    socket.write(`${get('/').repeat(80)}no request\r\n\r\n`);
    await closed;

    expect(responses()).toBe(72);
    expect(received).not.toContain('HTTP/1.1 400');
  });

  test('serves any number of requests that a client sends as responses arrive', async () => {
    for (let i = 1; i <= 40; i += 1) {
      socket.write(get('/').repeat(5));
      await expect.poll(responses, { interval: 1 }).toBe(5 * i);
    }
  });
});

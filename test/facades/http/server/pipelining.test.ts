// Clients that send requests without waiting for the responses.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listen, type Listener } from '../../../../facades/http/server/listen.ts';
import { toJsonReply } from '../../../../facades/http/reply.ts';
import type { WaitingBytes } from '../../../../facades/http/server/connections/waiting-bytes.ts';
import { openTestRouter, testRoute } from './test-router.ts';

const HOST = '127.0.0.1';

let listener: Listener;
let socket: Socket;
let received: string;
/** Functions that finish the running slow requests. */
let running: (() => void)[];
let mostRunning: number;
/** Called when the response to a slow request is sent, or its connection closes. */
let onSlowEnd: () => void;
/** How many requests with a body have run. */
let postsRun: number;
/** The `arrivedAt` that `observeRequest` got for each request. */
let arrivals: number[];
/** The bytes that are counted for requests that wait. */
let waiting: WaitingBytes[];
/** Whether further requests of the connection may wait. */
let mayWait: boolean;
beforeEach(async () => {
  [received, running, arrivals, waiting] = ['', [], [], []];
  [mostRunning, postsRun, mayWait] = [0, 0, true];
  onSlowEnd = () => undefined;
  const routes = [
    testRoute('GET /'),
    testRoute('GET /closing', {
      serve: () => ({ status: 200, headers: { connection: 'close' }, body: null }),
    }),
    testRoute('POST /', {
      serve: ({ body }) => {
        postsRun += 1;
        return toJsonReply({ size: body?.byteLength });
      },
    }),
    testRoute('GET /slow', {
      serve: async ({ connection }) => {
        connection?.onEnd(() => onSlowEnd());
        await new Promise<void>((resolve) => {
          running.push(resolve);
          mostRunning = Math.max(mostRunning, running.length);
        });
        return toJsonReply('done');
      },
    }),
  ];
  const { router } = openTestRouter(routes, {
    maxBody: 100_000,
    observeRequest: ({ arrivedAt }) => {
      arrivals.push(arrivedAt);
      return { observation: null, end: () => undefined };
    },
  });
  listener = await listen(router.fetch, {
    host: HOST,
    port: 0,
    waiting: {
      trackBytes: (_incoming, sent) => {
        waiting.push(sent);
        return () => void waiting.splice(waiting.indexOf(sent), 1);
      },
      countRequest: () => (mayWait ? () => undefined : null),
    },
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
const post = (length = 5) =>
  `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n${'x'.repeat(length)}`;
const responses = () => received.split('HTTP/1.1 200').length - 1;
/** Finishes every slow request until the returned function is called. */
const keepFinishing = () => {
  const timer = setInterval(() => running.splice(0).forEach((finish) => finish()), 1);
  return () => clearInterval(timer);
};
/** Sends requests behind a slow one, and waits until the slow one runs. */
async function sendBehindSlow(requests: string): Promise<void> {
  socket.write(get('/slow') + requests);
  await expect.poll(() => running.length).toBe(1);
}
const countedBytes = () => waiting.map(({ bytes }) => bytes);

describe('a connection on which requests are pipelined', () => {
  test('gets the responses to all of them when the server closes', async () => {
    await sendBehindSlow(get('/slow').repeat(19));

    const closed = listener.close(10_000);
    const stop = keepFinishing();
    await closed;
    stop();

    await expect.poll(responses).toBe(20);
  });

  test('runs them one after another', async () => {
    await sendBehindSlow(post() + get('/slow').repeat(19));
    expect(postsRun).toBe(0);

    const stop = keepFinishing();
    await expect.poll(responses).toBe(21);
    stop();

    expect([mostRunning, postsRun]).toEqual([1, 1]);
  });

  test('measures a request from the end of the earlier ones', async () => {
    await sendBehindSlow(get('/'));
    await expect.poll(countedBytes).toHaveLength(1);
    const finishedAt = performance.now();

    running.forEach((finish) => finish());
    await expect.poll(() => arrivals.length).toBe(2);

    expect(arrivals[0]).toBeLessThan(finishedAt);
    expect(arrivals[1]).toBeGreaterThanOrEqual(finishedAt);
  });

  test.each([
    ['a short one', get('/'), [get('/slow').length + get('/').length]],
    ['a long body', post(60_000), [60_000 + get('/slow').length + post(60_000).indexOf('xx')]],
    ['a body that has not arrived', post(90_000).slice(0, 100), [90_000]],
    ['a body that is never kept completely', post(900_000).slice(0, 100), [128 * 1024]],
    [
      'a body of unknown length',
      'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
      [128 * 1024],
    ],
    ['two', get('/').repeat(2), [get('/slow').length + 2 * get('/').length, 64 * 1024]],
    ['many', get('/').repeat(60), [get('/slow').length + 60 * get('/').length, 64 * 1024]],
  ])('counts the bytes of waiting requests until they run: %s', async (_case, requests, bytes) => {
    await sendBehindSlow(requests);
    await expect.poll(countedBytes).toEqual(bytes);

    running.forEach((finish) => finish());

    await expect.poll(countedBytes).toEqual([]);
  });

  test('counts the whole body of a request when no other request waits, because the connection is then read again', async () => {
    await sendBehindSlow(get('/slow') + post(90_000).slice(0, 100));
    await expect.poll(countedBytes).toHaveLength(2);

    running.splice(0).forEach((finish) => finish());

    await expect.poll(countedBytes).toEqual([90_000]);
  });

  test('does not count the bytes of requests that have ended', async () => {
    socket.write(post(50_000));
    await expect.poll(responses).toBe(1);
    await sendBehindSlow(get('/'));

    expect(countedBytes()).toEqual([get('/slow').length + get('/').length]);
  });

  test('is closed with all its requests if the requests that wait take too much memory', async () => {
    await sendBehindSlow(post());
    await expect.poll(countedBytes).toHaveLength(1);

    waiting[0]?.close();
    await once(socket, 'close');
    running.forEach((finish) => finish());

    await expect.poll(countedBytes).toEqual([]);
    expect(postsRun).toBe(0);
  });

  test('gets the responses in the order of the requests, errors included', async () => {
    socket.write((get('/') + post() + get('/missing')).repeat(20));

    await expect.poll(() => received.split('HTTP/1.1 ').length - 1).toBe(60);
    expect(received.match(/(?<=HTTP\/1\.1 )\d+/g)?.join(' ')).toBe('200 200 404 '.repeat(20).trim());
  });

  test('is not read while more than one request waits', async () => {
    await sendBehindSlow(get('/slow').repeat(2));
    const big = Buffer.alloc(64 * 1024 * 1024, get('/slow'));

    const isFlushed = socket.write(big);
    await new Promise((resolve) => setTimeout(resolve, 300));

    expect(isFlushed).toBe(false);
    expect(socket.writableLength).toBeGreaterThan(16 * 1024 * 1024);
    expect(mostRunning).toBe(1);
  });

  test.each([
    ['an unknown Expect', get('/').replace('\r\n\r\n', '\r\nExpect: x\r\n\r\n'), '417'],
    ['two Hosts', get('/').replace('\r\n\r\n', '\r\nHost: y\r\n\r\n'), '400'],
    ['`Connection: close` in the response', get('/closing'), '200'],
  ])('runs no request behind a response that closes the connection: %s', async (_case, request, status) => {
    const closed = once(socket, 'close');

    socket.write(request + post().repeat(3));
    await closed;
    await expect.poll(countedBytes).toEqual([]);

    expect(received.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual([status]);
    expect(postsRun).toBe(0);
  });

  test('is read while only one request waits, so that the running request ends when the client disconnects', async () => {
    await sendBehindSlow(post());
    let isEnded = false;
    onSlowEnd = () => (isEnded = true);

    socket.destroy();

    await expect.poll(() => isEnded).toBe(true);
    expect(postsRun).toBe(0);
  });

  test('is closed after 65 responses (64 to requests that have waited) if a client sends many more at once', async () => {
    const closed = once(socket, 'close');

    socket.write(get('/').repeat(1500));
    await closed;

    expect(responses()).toBe(65);
    expect(received.match(/\r\nconnection: close\r\n/gi)).toHaveLength(1);
  });

  test('is closed after the running request if no other request may wait', async () => {
    mayWait = false;
    const closed = once(socket, 'close');
    await sendBehindSlow(get('/slow').repeat(29));

    const stop = keepFinishing();
    await closed;
    stop();

    expect(responses()).toBe(1);
  });

  test('is not parsed beyond the requests that get a response', async () => {
    const closed = once(socket, 'close');

    socket.write(`${get('/').repeat(80)}no request\r\n\r\n`);
    await closed;

    expect(responses()).toBe(65);
    expect(received).not.toContain('HTTP/1.1 400');
  });

  test('gets the responses to the requests that precede invalid bytes, and is closed without an error response', async () => {
    const closed = once(socket, 'close');
    await sendBehindSlow('');
    socket.write(`${get('/')}no request\r\n\r\n`);
    await expect.poll(countedBytes).toHaveLength(1);

    running.forEach((finish) => finish());
    await closed;

    expect(received.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['200', '200']);
  });

  test('gets an error response if the body of the running request cannot be parsed', async () => {
    const closed = once(socket, 'close');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    await expect.poll(() => arrivals.length).toBe(1);

    socket.write('zz\r\n');
    await closed;

    expect(received).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('serves any number of requests if the client waits for responses in between', async () => {
    for (let i = 1; i <= 40; i += 1) {
      socket.write(get('/').repeat(5));
      await expect.poll(responses, { interval: 1 }).toBe(5 * i);
    }
  });
});

import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen, type Listener } from '../../../facades/http/listen.ts';
import { toJsonReply } from '../../../facades/http/reply.ts';
import { openHallway, route } from './hallway.ts';

const HOST = '127.0.0.1';

const { router } = openHallway([
  route('GET /'),
  route('POST /', { serve: ({ body, address }) => toJsonReply({ size: body?.byteLength, address }) }),
]);

let listener: Listener;
beforeAll(async () => (listener = await listen(router.fetch, { host: HOST, port: 0 })));
afterAll(() => listener.close(0));

/** What a connection answers to these bytes, until it hangs up. */
async function say(bytes: string): Promise<string> {
  const socket = connect(listener.port, HOST);
  socket.write(bytes);
  return text(socket);
}

const statusOf = async (head: string) => (await say(`${head}\r\n\r\n`)).split('\r\n')[0];

describe('on a socket', () => {
  test('a request is answered, with its length', async () => {
    const response = await fetch(`http://${HOST}:${listener.port}/`, { method: 'POST', body: 'hello' });

    expect(await response.json()).toEqual({ size: 5, address: HOST });
    expect(response.headers.get('content-length')).toBe('32');
  });

  test('HEAD tells the length and sends nothing', async () => {
    const answer = await say('HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');

    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toMatch(/\r\ncontent-length: 28\r\n/i);
    expect(answer.endsWith('\r\n\r\n')).toBe(true);
  });

  test.each([
    'TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close',
    'CONNECT x:1 HTTP/1.1\r\nHost: x',
    'GARBAGE / HTTP/1.1\r\nHost: x',
    'PURGE / HTTP/1.1\r\nHost: x\r\nConnection: close',
  ])('%s is a method not taken, with those that are', async (head) => {
    const answer = await say(`${head}\r\n\r\n`);

    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(answer).toMatch(/\r\nallow: GET, /i);
  });

  test.each([
    ['no HTTP', 'hello', 405],
    ['a version there is none of', 'GET / HTTP/9.9\r\nHost: x', 400],
    ['no host', 'GET / HTTP/1.1', 400],
    ['a host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close', 400],
    ['a host that only looks like one', 'GET / HTTP/1.1\r\nHost: 1.2.3.4.5\r\nConnection: close', 400],
    ['a target that is none', 'GET * HTTP/1.1\r\nHost: x\r\nConnection: close', 400],
    ['a backslash in its path', 'GET /\\x HTTP/1.1\r\nHost: x\r\nConnection: close', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2', 400],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked',
      400,
    ],
    ['chunks that are none', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 400],
    [
      'a body that is announced too large',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\nConnection: close',
      413,
    ],
    ['a long URL', `GET /${'x'.repeat(9000)} HTTP/1.1\r\nHost: x\r\nConnection: close`, 414],
    ['a very long URL', `GET /${'x'.repeat(50_000)} HTTP/1.1\r\nHost: x\r\nConnection: close`, 414],
    ['huge headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(50_000)}\r\nConnection: close`, 431],
  ])('a request with %s is refused', async (_case, head, status) => {
    expect(await statusOf(head)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  test('a body in chunks without end is cut off at its bound', async () => {
    const chunk = `3e8\r\n${'x'.repeat(1000)}\r\n`;
    const answer = await say(
      `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}0\r\n\r\n`,
    );

    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe('closing', () => {
  const slow = () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<undefined>();
    const { promise: release, resolve: finish } = Promise.withResolvers<undefined>();
    const serve = async () => {
      arrive(undefined);
      await release;
      return toJsonReply('done');
    };
    const fetch = openHallway([route('GET /', { serve })]).router.fetch;
    return { fetch, arrived, finish };
  };

  test('lets what runs finish, and takes nothing new', async () => {
    const { fetch: answer, arrived, finish } = slow();
    const server = await listen(answer, { host: HOST, port: 0 });
    const url = `http://${HOST}:${server.port}/`;
    const running = fetch(url);
    await arrived;

    const closed = server.close(10_000);
    await expect(fetch(url)).rejects.toThrow();
    finish(undefined);

    expect(await (await running).json()).toBe('done');
    await closed;
    await server.close(0);
  });

  test('cuts off what does not finish', async () => {
    const { fetch: answer, arrived } = slow();
    const server = await listen(answer, { host: HOST, port: 0 });
    const running = fetch(`http://${HOST}:${server.port}/`).catch(() => 'cut off');
    await arrived;

    await server.close(30);

    expect(await running).toBe('cut off');
  });

  test('is not needed where the port is taken: that is told at once', async () => {
    const taken = listen(router.fetch, { host: HOST, port: listener.port });

    await expect(taken).rejects.toThrow('EADDRINUSE');
  });
});

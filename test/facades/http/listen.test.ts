import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen, type Listener } from '../../../facades/http/server/listen.ts';
import { createProtocolErrorHandlers } from '../../../facades/http/server/protocol-errors.ts';
import { toJsonReply } from '../../../facades/http/reply.ts';
import { openTestRouter, testRoute } from './test-router.ts';

const HOST = '127.0.0.1';

const { router } = openTestRouter([
  testRoute('GET /'),
  testRoute('POST /', { serve: ({ body, address }) => toJsonReply({ size: body?.byteLength, address }) }),
]);

let listener: Listener;
beforeAll(
  async () => (listener = await listen(router.fetch, { host: HOST, port: 0, siteUrl: 'http://site.test' })),
);
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
    ['no HTTP', 'hello', 400],
    ['bytes that are no text', '\x00\x01\x02', 400],
    ['the beginning of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['no HTTP behind one that is', 'GET / HTTP/1.1\r\n\x00: x', 400],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nhost: x\r\nConnection: close', 400],
    ['an expectation that is none', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: foo\r\nConnection: close', 417],
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

  test.each([
    ['a word', 'hello'],
    ['a method there is none of', 'GARBAGE / HTTP/1.1'],
    ['a tunnel', 'CONNECT x:1 HTTP/1.1\r\nHost: x'],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close'],
    ['a host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close'],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close'],
    ['an expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: foo\r\nConnection: close'],
    ['huge headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(50_000)}`],
  ])('the refusal of %s has the headers of every answer, and closes the connection', async (_case, head) => {
    const answer = await say(`${head}\r\n\r\n`);

    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).toMatch(/\r\nx-request-id: [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\r\n/i);
    expect(answer).toMatch(/\r\nvary: Accept, Authorization\r\n/i);
    expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  });

  test.each([
    ['a word', 'hello', 400, 'malformed_request'],
    ['a header that is none', 'GET / HTTP/1.1\r\nHost: x\r\nbad header', 400, 'malformed_request'],
    ['a header with a control character', 'GET / HTTP/1.1\r\nHost: x\r\nX: \x01', 400, 'malformed_request'],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nHost: y', 400, 'malformed_request'],
    ['a host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close', 400, 'malformed_request'],
    ['an expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: foo', 417, 'malformed_request'],
    ['huge headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(50_000)}`, 431, 'malformed_request'],
    ['a very long URL', `GET /${'x'.repeat(50_000)} HTTP/1.1\r\nHost: x`, 414, 'uri_too_long'],
    ['a method there is none of', 'GARBAGE / HTTP/1.1', 405, 'method_not_allowed'],
    ['a tunnel', 'CONNECT x:1 HTTP/1.1\r\nHost: x', 405, 'method_not_allowed'],
  ])('the refusal of %s is a problem in JSON', async (_case, head, status, code) => {
    const [headers = '', body = ''] = (await say(`${head}\r\n\r\n`)).split('\r\n\r\n');
    const id = /\r\nx-request-id: (\S+)/i.exec(headers)?.[1];

    expect(headers).toMatch(/\r\ncontent-type: application\/problem\+json/i);
    expect(JSON.parse(body)).toMatchObject({
      type: `http://site.test/problems/${code}`,
      status,
      code,
      instance: `urn:uuid:${id}`,
    });
  });

  test('a request that does not come to its end in time is refused with a problem in JSON', async () => {
    const socket = new PassThrough();
    const answer = text(socket);

    createProtocolErrorHandlers('http://site.test').onClientError(
      Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      socket,
    );

    const [headers = '', body = ''] = (await answer).split('\r\n\r\n');
    expect(headers).toMatch(/^HTTP\/1\.1 408 /);
    expect(JSON.parse(body)).toMatchObject({ status: 408, code: 'malformed_request' });
  });

  test.each(['HEAD / HTTP/1.1\r\n\x00: x', 'HEAD /\x7f HTTP/1.1\r\nHost: x'])(
    'the refusal of a HEAD request that cannot be parsed has no body: %j',
    async (head) => {
      const answer = await say(`${head}\r\n\r\n`);

      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toMatch(/\r\ncontent-length: [1-9]\d*\r\n/i);
      expect(answer.endsWith('\r\n\r\n')).toBe(true);
    },
  );

  test('a request of HTTP/1.0 needs no host', async () => {
    expect(await statusOf('GET / HTTP/1.0')).toBe('HTTP/1.1 200 OK');
  });

  test('a body in chunks without end is cut off at its bound', async () => {
    const chunk = `3e8\r\n${'x'.repeat(1000)}\r\n`;
    const answer = await say(
      `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}0\r\n\r\n`,
    );

    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });
});

/** Asks again as soon as it is answered, on one connection, until it is told that this was the last answer. */
class BusyClient {
  answers = 0;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  async ask(): Promise<IncomingMessage> {
    const sent = request({ host: HOST, port: this.#port, agent: this.#agent }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    await text(answer);
    this.answers += 1;
    return answer;
  }

  async run(): Promise<string> {
    while ((await this.ask()).headers.connection !== 'close');
    return 'asked to leave';
  }
}

describe('closing', () => {
  const slow = () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<undefined>();
    const { promise: release, resolve: finish } = Promise.withResolvers<undefined>();
    const serve = async () => {
      arrive(undefined);
      await release;
      return toJsonReply('done');
    };
    const fetch = openTestRouter([testRoute('GET /', { serve })]).router.fetch;
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

  test('fails no request of clients that keep their connections busy, and asks them to leave', async () => {
    const server = await listen(router.fetch, { host: HOST, port: 0 });
    const clients = Array.from({ length: 8 }, () => new BusyClient(server.port));
    const runs = clients.map((client) => client.run());
    await expect.poll(() => Math.min(...clients.map(({ answers }) => answers))).toBeGreaterThan(20);

    await server.close(5000);

    expect(await Promise.all(runs)).toEqual(clients.map(() => 'asked to leave'));
  });

  test('lets a connection that was idle begin once more', async () => {
    const server = await listen(router.fetch, { host: HOST, port: 0 });
    const client = new BusyClient(server.port);
    await client.ask();

    const closed = server.close(5000);

    expect((await client.ask()).headers.connection).toBe('close');
    await closed;
  });

  test('lets a large answer reach a client that reads slowly', async () => {
    const large = 'x'.repeat(20_000_000);
    const { fetch } = openTestRouter([testRoute('GET /', { serve: () => toJsonReply(large) })]).router;
    const server = await listen(fetch, { host: HOST, port: 0 });
    const socket = connect(server.port, HOST);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'readable');

    const closed = server.close(5000);
    await wait(700);

    expect((await text(socket)).endsWith('x"')).toBe(true);
    await closed;
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

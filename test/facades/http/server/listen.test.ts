import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen, type Listener } from '../../../../facades/http/server/listen.ts';
import { createProtocolErrorHandlers } from '../../../../facades/http/server/protocol-errors.ts';
import { toJsonReply } from '../../../../facades/http/reply.ts';
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

/** Sends bytes and returns everything that the server sends until it closes the connection. */
async function exchange(bytes: string): Promise<string> {
  const socket = connect(listener.port, HOST);
  socket.write(bytes);
  return text(socket);
}

const statusOf = async (head: string) => (await exchange(`${head}\r\n\r\n`)).split('\r\n')[0];

/** The head of a request with `count` headers. */
const headWith = (count: number) =>
  [
    'GET / HTTP/1.1',
    'Host: x',
    'Connection: close',
    ...Array.from({ length: count - 2 }, (_, i) => `x${i}:`),
  ].join('\r\n');

describe('a server', () => {
  test('accepts a request with 100 headers', async () => {
    expect(await statusOf(headWith(100))).toBe('HTTP/1.1 200 OK');
  });

  test('responds with Content-Length', async () => {
    const response = await fetch(`http://${HOST}:${listener.port}/`, { method: 'POST', body: 'hello' });

    expect(await response.json()).toEqual({ size: 5, address: HOST });
    expect(response.headers.get('content-length')).toBe('32');
  });

  test('responds to HEAD with Content-Length and no body', async () => {
    const response = await exchange('HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');

    expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(response).toMatch(/\r\ncontent-length: 28\r\n/i);
    expect(response.endsWith('\r\n\r\n')).toBe(true);
  });

  test.each([
    'TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close',
    'CONNECT x:1 HTTP/1.1\r\nHost: x',
    'GARBAGE / HTTP/1.1\r\nHost: x',
    'PURGE / HTTP/1.1\r\nHost: x\r\nConnection: close',
  ])('responds to %s with 405 and the allowed methods', async (head) => {
    const response = await exchange(`${head}\r\n\r\n`);

    expect(response).toMatch(/^HTTP\/1\.1 405 /);
    expect(response).toMatch(/\r\nallow: GET, /i);
  });

  test.each([
    ['bytes that are not HTTP', 'hello', 400],
    ['control characters', '\x00\x01\x02', 400],
    ['the beginning of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['an invalid header name', 'GET / HTTP/1.1\r\n\x00: x', 400],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nhost: x\r\nConnection: close', 400],
    ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: foo\r\nConnection: close', 417],
    ['an unknown version', 'GET / HTTP/9.9\r\nHost: x', 400],
    ['no host', 'GET / HTTP/1.1', 400],
    ['an invalid host', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close', 400],
    ['a host that is no valid address', 'GET / HTTP/1.1\r\nHost: 1.2.3.4.5\r\nConnection: close', 400],
    ['an invalid target', 'GET * HTTP/1.1\r\nHost: x\r\nConnection: close', 400],
    ['a backslash in its path', 'GET /\\x HTTP/1.1\r\nHost: x\r\nConnection: close', 400],
    ['a fragment in its target', 'GET /?a=c#d HTTP/1.1\r\nHost: x\r\nConnection: close', 400],
    ['a fragment in an absolute target', 'GET http://x/?a=c#d HTTP/1.1\r\nHost: x\r\nConnection: close', 400],
    [
      'two Content-Length headers',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2',
      400,
    ],
    [
      'Content-Length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked',
      400,
    ],
    ['invalid chunks', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 400],
    [
      'Content-Length over the limit',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\nConnection: close',
      413,
    ],
    ['a long URL', `GET /${'x'.repeat(9000)} HTTP/1.1\r\nHost: x\r\nConnection: close`, 414],
    ['a very long URL', `GET /${'x'.repeat(50_000)} HTTP/1.1\r\nHost: x\r\nConnection: close`, 414],
    ['huge headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(50_000)}\r\nConnection: close`, 431],
    ['many headers', headWith(101), 431],
  ])('rejects a request with %s', async (_case, head, status) => {
    expect(await statusOf(head)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  test.each([
    ['bytes that are not HTTP', 'hello'],
    ['an unknown method', 'GARBAGE / HTTP/1.1'],
    ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x'],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close'],
    ['an invalid host', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close'],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close'],
    ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: foo\r\nConnection: close'],
    ['huge headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(50_000)}`],
  ])('adds the common headers to the error response to %s and closes the connection', async (_case, head) => {
    const response = await exchange(`${head}\r\n\r\n`);

    expect(response).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(response).toMatch(/\r\nx-request-id: [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\r\n/i);
    expect(response).toMatch(/\r\nvary: Accept, Authorization\r\n/i);
    expect(response).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
    expect(response).toMatch(/\r\nconnection: close\r\n/i);
  });

  test.each([
    ['bytes that are not HTTP', 'hello', 400, 'malformed_request'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\nbad header', 400, 'malformed_request'],
    ['a header with a control character', 'GET / HTTP/1.1\r\nHost: x\r\nX: \x01', 400, 'malformed_request'],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nHost: y', 400, 'malformed_request'],
    ['an invalid host', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close', 400, 'malformed_request'],
    ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: foo', 417, 'malformed_request'],
    ['huge headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(50_000)}`, 431, 'malformed_request'],
    ['a very long URL', `GET /${'x'.repeat(50_000)} HTTP/1.1\r\nHost: x`, 414, 'uri_too_long'],
    ['an unknown method', 'GARBAGE / HTTP/1.1', 405, 'method_not_allowed'],
    ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x', 405, 'method_not_allowed'],
  ])('responds to %s with problem details', async (_case, head, status, code) => {
    const [headers = '', body = ''] = (await exchange(`${head}\r\n\r\n`)).split('\r\n\r\n');
    const id = /\r\nx-request-id: (\S+)/i.exec(headers)?.[1];

    expect(headers).toMatch(/\r\ncontent-type: application\/problem\+json/i);
    expect(JSON.parse(body)).toMatchObject({
      type: `http://site.test/problems/${code}`,
      status,
      code,
      instance: `urn:uuid:${id}`,
    });
  });

  test('responds with problem details to a request that is not received in time', async () => {
    const socket = new PassThrough();
    const response = text(socket);

    createProtocolErrorHandlers('http://site.test').onClientError(
      Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      socket,
    );

    const [headers = '', body = ''] = (await response).split('\r\n\r\n');
    expect(headers).toMatch(/^HTTP\/1\.1 408 /);
    expect(JSON.parse(body)).toMatchObject({ status: 408, code: 'malformed_request' });
  });

  test.each(['HEAD / HTTP/1.1\r\n\x00: x', 'HEAD /\x7f HTTP/1.1\r\nHost: x'])(
    'sends no body in the error response to the malformed HEAD request %j',
    async (head) => {
      const response = await exchange(`${head}\r\n\r\n`);

      expect(response).toMatch(/^HTTP\/1\.1 400 /);
      expect(response).toMatch(/\r\ncontent-length: [1-9]\d*\r\n/i);
      expect(response.endsWith('\r\n\r\n')).toBe(true);
    },
  );

  test('requires no Host in HTTP/1.0', async () => {
    expect(await statusOf('GET / HTTP/1.0')).toBe('HTTP/1.1 200 OK');
  });

  test('cannot listen on a port that is in use', async () => {
    const taken = listen(router.fetch, { host: HOST, port: listener.port });

    await expect(taken).rejects.toThrow('EADDRINUSE');
  });
});

/** A client with one connection. `run` sends requests one after the other until a response has `Connection: close`. */
class BusyClient {
  responses = 0;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  async send(): Promise<IncomingMessage> {
    const sent = request({ host: HOST, port: this.#port, agent: this.#agent }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await text(response);
    this.responses += 1;
    return response;
  }

  async run(): Promise<string> {
    while ((await this.send()).headers.connection !== 'close');
    return 'closed';
  }
}

describe('closing a server', () => {
  const createSlowRouter = () => {
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

  test('lets running requests finish and accepts no new connections', async () => {
    const { fetch: serve, arrived, finish } = createSlowRouter();
    const server = await listen(serve, { host: HOST, port: 0 });
    const url = `http://${HOST}:${server.port}/`;
    const running = fetch(url);
    await arrived;

    const closed = server.close(10_000);
    await expect(fetch(url)).rejects.toThrow();
    finish(undefined);

    const response = await running;
    expect([response.headers.get('connection'), await response.json()]).toEqual(['close', 'done']);
    await closed;
    await server.close(0);
  });

  test('fails no request of clients with busy connections and sends them Connection: close', async () => {
    const server = await listen(router.fetch, { host: HOST, port: 0 });
    const clients = Array.from({ length: 8 }, () => new BusyClient(server.port));
    const runs = clients.map((client) => client.run());
    await expect.poll(() => Math.min(...clients.map(({ responses }) => responses))).toBeGreaterThan(20);

    await server.close(5000);

    expect(await Promise.all(runs)).toEqual(clients.map(() => 'closed'));
  });

  test('serves one more request on an idle connection', async () => {
    const server = await listen(router.fetch, { host: HOST, port: 0 });
    const client = new BusyClient(server.port);
    await client.send();

    const closed = server.close(5000);

    expect((await client.send()).headers.connection).toBe('close');
    await closed;
  });

  test('lets a slow client read a large response', async () => {
    const large = 'x'.repeat(20_000_000);
    const { fetch } = openTestRouter([testRoute('GET /', { serve: () => toJsonReply(large) })]).router;
    const server = await listen(fetch, { host: HOST, port: 0 });
    const socket = connect(server.port, HOST);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'readable');

    const closed = server.close(5000);
    // A closing server closes idle connections every 500 ms.
    await wait(700);

    expect((await text(socket)).endsWith('x"')).toBe(true);
    await closed;
  });

  test('closes connections after the grace period', async () => {
    const { fetch: serve, arrived } = createSlowRouter();
    const server = await listen(serve, { host: HOST, port: 0 });
    const running = fetch(`http://${HOST}:${server.port}/`).catch(() => 'cut off');
    await arrived;

    await server.close(30);

    expect(await running).toBe('cut off');
  });
});

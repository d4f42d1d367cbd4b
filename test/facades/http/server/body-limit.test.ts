import { once } from 'node:events';
import { IncomingMessage, type IncomingHttpHeaders, ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { limitBody } from '../../../../facades/http/server/body-limit.ts';
import { listen, type Listener } from '../../../../facades/http/server/listen.ts';
import { toJsonReply } from '../../../../facades/http/reply.ts';
import { openTestRouter, testRoute } from './test-router.ts';

const HOST = '127.0.0.1';

const { router } = openTestRouter([
  testRoute('GET /'),
  testRoute('POST /', { serve: ({ body, address }) => toJsonReply({ size: body?.byteLength, address }) }),
]);

const { router: largeRouter } = openTestRouter([
  testRoute('POST /', {
    maxBody: 3_000_000,
    serve: ({ body }) => toJsonReply({ size: body?.byteLength }),
  }),
]);

const CHUNKED_POST = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';

let listener: Listener;
let large: Listener;
beforeAll(async () => {
  listener = await listen(router.fetch, { host: HOST, port: 0 });
  large = await listen(largeRouter.fetch, { host: HOST, port: 0 });
});
afterAll(() => Promise.all([listener.close(0), large.close(0)]));

/** Sends bytes and returns everything that the server sends until it closes the connection. */
async function exchange(bytes: string, port = listener.port): Promise<string> {
  const socket = connect(port, HOST);
  socket.write(bytes);
  return text(socket);
}

describe('a chunked body', () => {
  test('over the size limit is refused with 413', async () => {
    const chunk = `3e8\r\n${'x'.repeat(1000)}\r\n`;
    const response = await exchange(
      `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}0\r\n\r\n`,
    );

    expect(response).toMatch(/^HTTP\/1\.1 413 /);
  });

  test.each([
    ['GET / HTTP/1.1', 400],
    ['POST /nowhere HTTP/1.1', 400],
  ])('of many small chunks that no route reads closes its connection: %s', async (line, count) => {
    const socket = connect(listener.port);
    socket.on('error', () => undefined).resume();
    const closed = new Promise((resolve) => void socket.once('close', resolve));

    const chunks = '1\r\nx\r\n'.repeat(count);
    socket.write(`${line}\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`);

    await closed;
  });

  test('that is discarded leaves the connection open for the next request', async () => {
    const get = `GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(200)}0\r\n\r\n`;
    const response = await exchange(`${get}GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);

    expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
  });

  test.each([300, 10_000])('of %d one-byte chunks is refused with 413 that says why', async (count) => {
    const response = await exchange(`${CHUNKED_POST}${'1\r\nx\r\n'.repeat(count)}0\r\n\r\n`);

    expect(response).toMatch(/^HTTP\/1\.1 413 /);
    expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(response).toContain('more small chunks than 256 and one for each 128 bytes');
  });

  test('of many small chunks is refused with 413 after the response to an earlier request', async () => {
    const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
    const socket = connect(listener.port, HOST);
    socket.write(get);
    // The first request of a connection waits until the connection has started.
    await once(socket, 'data');

    socket.write(`${get}${CHUNKED_POST}${'1\r\nx\r\n'.repeat(300)}0\r\n\r\n`);

    expect((await text(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 413']);
  });

  test('of many small chunks is refused with 413 after the response to an earlier request that waits for the start of its connection', async () => {
    const post = `${CHUNKED_POST}${'1\r\nx\r\n'.repeat(300)}0\r\n\r\n`;
    // Of many connections that arrive at once, most have to wait.
    const exchanges = Array.from({ length: 40 }, () => exchange(`GET / HTTP/1.1\r\nHost: x\r\n\r\n${post}`));
    const responses = await Promise.all(exchanges);

    const statuses = responses.map((response) => response.match(/(?<=HTTP\/1\.1 )\d+/g)?.join());
    expect([...new Set(statuses)]).toEqual(['200,413']);
  });

  test('that cannot be parsed is refused with 400 after the response to an earlier request', async () => {
    const responses = await exchange(`GET / HTTP/1.1\r\nHost: x\r\n\r\n${CHUNKED_POST}zz\r\n`);

    expect(responses.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['200', '400']);
    expect(responses).toContain('is not valid HTTP/1.1');
  });

  test.each([
    ['250 short lines', Array(250).fill('}\n')],
    ['200 lines of usual length', Array(200).fill(`  "subject": "${'x'.repeat(180)}",\n`)],
  ])('with a chunk for each line is read: %s', async (_case, lines: string[]) => {
    const chunks = lines.map((line) => `${line.length.toString(16)}\r\n${line}\r\n`).join('');
    const response = await exchange(`${CHUNKED_POST}${chunks}0\r\n\r\n`, large.port);

    expect(response).toContain(`{"size":${lines.join('').length}}`);
  });

  test('that is refused does not affect the bodies of later connections', async () => {
    for (let i = 0; i < 5; i++) {
      await exchange(`${CHUNKED_POST}${'1\r\nx\r\n'.repeat(400)}`);
      const response = await exchange(`${CHUNKED_POST}1\r\nx\r\n0\r\n\r\n`);

      expect(response).toContain('"size":1');
    }
  });

  test('that is too large does not prevent the response to the next request', async () => {
    const chunk = `186a0\r\n${'x'.repeat(100_000)}\r\n`;
    const responses = await exchange(
      `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(4)}0\r\n\r\n` +
        'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );

    expect(responses.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });
});

describe('a body that arrives in small pieces', () => {
  /** Pushes the pieces as Node's parser does. Returns the sizes of the buffers that are kept. */
  async function keep(headers: IncomingHttpHeaders, pieces: readonly string[]) {
    const incoming = new IncomingMessage(new Socket());
    Object.assign(incoming, { method: 'POST', headers });
    limitBody(incoming, new ServerResponse(incoming), () => undefined);
    for (const piece of pieces) incoming.push(Buffer.from(piece));
    incoming.push(null);
    const kept: Buffer[] = [];
    incoming.on('data', (buffer: Buffer) => void kept.push(buffer));
    await once(incoming, 'end');
    return { body: Buffer.concat(kept).toString(), sizes: kept.map(({ buffer }) => buffer.byteLength) };
  }

  test.each<[string, IncomingHttpHeaders, readonly string[]]>([
    ['chunks', { 'transfer-encoding': 'chunked' }, Array.from({ length: 40 }, (_, i) => String(i))],
    ['segments', { 'content-length': '2890' }, Array.from({ length: 1000 }, (_, i) => String(i))],
  ])('is kept in one buffer of at most twice its size: %s', async (_case, headers, pieces) => {
    const { body, sizes } = await keep(headers, pieces);

    expect(body).toBe(pieces.join(''));
    expect(sizes).toHaveLength(1);
    expect(sizes[0]).toBeLessThanOrEqual(Math.max(2 * body.length, 256));
  });

  test('is kept in the order of its pieces', async () => {
    const pieces = Array.from({ length: 100 }, (_, i) => String(i).repeat(i % 10 === 0 ? 2000 : 150));
    const { body, sizes } = await keep({ 'transfer-encoding': 'chunked' }, pieces);

    expect(body).toBe(pieces.join(''));
    expect(sizes.length).toBeLessThan(50);
  });
});

describe('a body that no handler reads', () => {
  test.each([
    ['GET /slow HTTP/1.1', ['200', '200']],
    ['DELETE /slow HTTP/1.1', ['200', '200']],
    ['GET /slow HTTP/1.1\r\nExpect: 100-continue', ['100', '200', '200']],
  ])(
    'is discarded before the response to its request, and does not delay the next request: %j',
    async (head, statuses) => {
      const { promise: finished, resolve: finish } = Promise.withResolvers<null>();
      const serve = async () => {
        await finished;
        return toJsonReply('done');
      };
      const slow = openTestRouter([
        testRoute('GET /'),
        testRoute('GET /slow', { serve }),
        testRoute('DELETE /slow', { serve }),
      ]);
      let incoming: IncomingMessage | undefined;
      const server = await listen(
        (request, peer) => {
          incoming ??= peer.outgoing?.req;
          return slow.router.fetch(request, peer);
        },
        { host: HOST, port: 0 },
      );
      onTestFinished(() => server.close(0));

      const responses = exchange(
        `${head}\r\nHost: x\r\nContent-Length: 120000\r\n\r\n${'x'.repeat(120_000)}` +
          'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
        server.port,
      );
      await expect.poll(() => [incoming?.complete, incoming?.readableLength]).toEqual([true, 0]);
      finish(null);

      expect((await responses).match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(statuses);
    },
  );
});

describe('the rest of a body after its response', () => {
  const piece = Buffer.alloc(65_536, 'x');

  /** Sends `maxBytes` of the body after the response has begun, or less if the server closes the connection. */
  async function sendBody(head: string, maxBytes: number) {
    const socket = connect(listener.port, HOST);
    let received = '';
    let sent = 0;
    const send = () => {
      while (sent < maxBytes) {
        sent += piece.length;
        if (!socket.write(piece)) return;
      }
      socket.destroy();
    };
    socket.once('data', send).on('data', (data) => (received += String(data)));
    socket.on('drain', send).on('error', () => undefined);
    socket.write(`${head}\r\nHost: x\r\nContent-Length: 100000000000\r\n\r\n`);
    await new Promise((resolve) => void socket.once('close', resolve));
    return { sent, received };
  }

  test.concurrent.each(['GET / HTTP/1.1', 'OPTIONS / HTTP/1.1', 'DELETE / HTTP/1.1', 'POST / HTTP/1.1'])(
    'is read up to a bound: %s',
    async (line) => {
      const { sent, received } = await sendBody(line, 200_000_000);

      expect(received).toMatch(/^HTTP\/1\.1 \d+/);
      // The server reads 1 MiB; the buffers of both sockets take further bytes.
      expect(sent).toBeLessThan(20_000_000);
    },
  );
});

test('a body of more than 1 MiB is read where a route accepts it', async () => {
  const response = await fetch(`http://${HOST}:${large.port}/`, {
    method: 'POST',
    body: 'x'.repeat(2_500_000),
  });

  expect(await response.json()).toEqual({ size: 2_500_000 });
});

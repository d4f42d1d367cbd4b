import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { listen, type Listener } from '../../../../facades/http/server/listen.ts';
import { toJsonReply } from '../../../../facades/http/reply.ts';
import { openTestRouter, testRoute } from './test-router.ts';

const HOST = '127.0.0.1';

const { router } = openTestRouter([
  testRoute('GET /'),
  testRoute('POST /', { serve: ({ body, address }) => toJsonReply({ size: body?.byteLength, address }) }),
]);

let listener: Listener;
beforeAll(async () => (listener = await listen(router.fetch, { host: HOST, port: 0 })));
afterAll(() => listener.close(0));

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

  // A body may have 256 small chunks.
  test.each(['POST / HTTP/1.1', 'POST /nowhere HTTP/1.1', 'GET / HTTP/1.1'])(
    'of many small chunks closes its connection: %s',
    async (line) => {
      const socket = connect(listener.port);
      socket.on('error', () => undefined).resume();
      const closed = new Promise((resolve) => void socket.once('close', resolve));

      socket.write(`${line}\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(400)}`);

      await closed;
    },
  );

  test('of two hundred small chunks is read', async () => {
    const chunks = '1\r\nx\r\n'.repeat(200);
    const response = await exchange(
      `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`,
    );

    expect(response).toMatch(/^HTTP\/1\.1 200 /);
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
  const large = openTestRouter([
    testRoute('POST /', { maxBody: 3_000_000, serve: ({ body }) => toJsonReply(body?.byteLength) }),
  ]);
  const server = await listen(large.router.fetch, { host: HOST, port: 0 });

  const response = await fetch(`http://${HOST}:${server.port}/`, {
    method: 'POST',
    body: 'x'.repeat(2_500_000),
  });

  expect(await response.json()).toBe(2_500_000);
  await server.close(0);
});

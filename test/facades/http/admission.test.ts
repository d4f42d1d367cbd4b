import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listen, type Listener } from '../../../facades/http/server/listen.ts';
import { toJsonReply } from '../../../facades/http/reply.ts';
import { createAdmission } from '../../../src/gateway/admission.ts';
import { createLogger } from '../../../src/logger.ts';
import { openTestRouter, testRoute } from './test-router.ts';

const HOST = '127.0.0.1';

/** A server with a route that answers when it is told to. */
function createServed() {
  const admission = createAdmission({
    maxInFlight: 100,
    eventLoop: { delayMs: () => 0 },
    log: createLogger('silent'),
  });
  const { promise: finished, resolve: finish } = Promise.withResolvers<undefined>();
  const { router } = openTestRouter(
    [
      testRoute('GET /'),
      testRoute('POST /', { serve: ({ body }) => toJsonReply({ size: body?.byteLength }) }),
      testRoute('GET /slow', { serve: () => finished.then(() => toJsonReply('done')) }),
      testRoute('GET /fails', { serve: () => Promise.reject(new Error('unforeseen')) }),
    ],
    { admission },
  );
  return { admission, finish, fetch: router.fetch };
}

let served: ReturnType<typeof createServed>;
let listener: Listener;
let sockets: Socket[];
beforeEach(async () => {
  served = createServed();
  sockets = [];
  listener = await listen(served.fetch, { host: HOST, port: 0, maxConnections: 5 });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await listener.close(0);
});

async function open(bytes = ''): Promise<Socket> {
  const socket = connect({ port: listener.port, host: HOST, allowHalfOpen: true });
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

const head = (line: string, more = '') => `${line} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const inFlight = () => served.admission.inFlight;

describe('the place of a request', () => {
  test.each([
    ['is answered', head('GET /')],
    ['asks for headers alone', head('HEAD /')],
    ['fails', head('GET /fails')],
    ['asks for another protocol', head('GET /', 'Connection: upgrade\r\nUpgrade: websocket\r\n')],
    ['sends a body that is too large', head('POST /', 'Content-Length: 9999999\r\n')],
  ])('is free when one that %s is answered', async (_case, request) => {
    const socket = await open(request);

    await once(socket, 'data');

    await expect.poll(inFlight).toBe(0);
  });

  test('is free when its client leaves in the middle of its body', async () => {
    const socket = await open(head('POST /', 'Content-Length: 100\r\n') + 'half');
    await expect.poll(inFlight).toBe(1);

    socket.destroy();

    await expect.poll(inFlight).toBe(0);
  });

  test('is kept for as long as the work goes on when its client leaves before', async () => {
    const socket = await open(head('GET /slow'));
    await expect.poll(inFlight).toBe(1);

    socket.destroy();
    const other = await open(head('GET /'));
    await once(other, 'data');
    expect(inFlight()).toBe(1);
    served.finish(undefined);

    await expect.poll(inFlight).toBe(0);
  });

  test('is free for each of several requests on one connection that is cut', async () => {
    const socket = await open(head('GET /slow') + head('GET /').repeat(5));
    await expect.poll(inFlight).toBe(6);

    socket.destroy();
    served.finish(undefined);

    await expect.poll(inFlight).toBe(0);
  });
});

describe('a connection', () => {
  test('that stays half open after a refusal is closed', async () => {
    const socket = await open('hello\r\n\r\n');
    await text(socket);

    // Closing waits for connections that are in use.
    const begun = performance.now();
    await listener.close(20_000);

    expect(performance.now() - begun).toBeLessThan(5000);
  });

  test('that is idle makes room for a new one', async () => {
    const idle = await Promise.all([1, 2, 3, 4, 5].map(() => open()));
    const closed = Promise.race(idle.map((socket) => once(socket, 'end')));

    const socket = await open(head('GET /'));
    const [answer] = (await once(socket, 'data')) as [Buffer];

    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 OK/);
    await closed;
  });

  test('beyond the bound is closed where all others are in use', async () => {
    await Promise.all([1, 2, 3, 4, 5].map(() => open(head('GET /slow'))));
    await expect.poll(inFlight).toBe(5);

    const socket = await open(head('GET /'));

    expect(await text(socket).catch(() => 'reset')).toMatch(/^(reset)?$/);
    served.finish(undefined);
  });
});

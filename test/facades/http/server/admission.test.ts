import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listen, type Listener } from '../../../../facades/http/server/listen.ts';
import { toJsonReply, toSerializedReply } from '../../../../facades/http/reply.ts';
import { createAdmission } from '../../../../src/gateway/load/admission.ts';
import { createLogger } from '../../../../src/logger.ts';
import { openTestRouter, testRoute } from './test-router.ts';

const HOST = '127.0.0.1';
/** Larger than the socket buffers of the system, which hold some megabytes. */
const LONG = new Uint8Array(16 * 1024 * 1024);

/** An admission controller and a router with a slow route, which responds when `finish` is called. */
function createSlowRouter(maxInFlight = 100) {
  const admission = createAdmission({
    maxInFlight,
    eventLoop: { delayMs: () => 0 },
    log: createLogger('silent'),
  });
  const { promise: finished, resolve: finish } = Promise.withResolvers<undefined>();
  const { router } = openTestRouter(
    [
      testRoute('GET /'),
      testRoute('POST /', { serve: ({ body }) => toJsonReply({ size: body?.byteLength }) }),
      testRoute('GET /slow', { serve: () => finished.then(() => toJsonReply('done')) }),
      testRoute('GET /long', { serve: () => toSerializedReply(LONG) }),
      testRoute('GET /fails', { serve: () => Promise.reject(new Error('unexpected')) }),
    ],
    { admission },
  );
  return { admission, finish, fetch: router.fetch };
}

let served: ReturnType<typeof createSlowRouter>;
let listener: Listener;
let sockets: Socket[];
beforeEach(async () => {
  served = createSlowRouter();
  sockets = [];
  listener = await listen(served.fetch, { host: HOST, port: 0, maxConnections: 5 });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await listener.close(0);
});

async function connectAndSend(bytes = '', localAddress = HOST): Promise<Socket> {
  const socket = connect({ port: listener.port, host: HOST, localAddress, allowHalfOpen: true });
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

const head = (request: string, headers = '') => `${request} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
const inFlight = () => served.admission.inFlight;

describe('the admission slot of a request', () => {
  test.each([
    ['succeeds', head('GET /')],
    ['is a HEAD request', head('HEAD /')],
    ['fails', head('GET /fails')],
    ['has an Upgrade header', head('GET /', 'Connection: upgrade\r\nUpgrade: websocket\r\n')],
    ['has a body over the size limit', head('POST /', 'Content-Length: 9999999\r\n')],
  ])('is released after the response to a request that %s', async (_case, request) => {
    const socket = await connectAndSend(request);

    await once(socket, 'data');

    await expect.poll(inFlight).toBe(0);
  });

  test('is released when the client disconnects in the middle of the body', async () => {
    const socket = await connectAndSend(head('POST /', 'Content-Length: 100\r\n') + 'half');
    await expect.poll(inFlight).toBe(1);

    socket.destroy();

    await expect.poll(inFlight).toBe(0);
  });

  test('is kept until the route finishes if the client disconnects first', async () => {
    const socket = await connectAndSend(head('GET /slow'));
    await expect.poll(inFlight).toBe(1);

    socket.destroy();
    const other = await connectAndSend(head('GET /'));
    await once(other, 'data');
    expect(inFlight()).toBe(1);
    served.finish(undefined);

    await expect.poll(inFlight).toBe(0);
  });

  test('is not taken by a request that waits for an earlier one of its connection', async () => {
    const others = ['GET /', 'HEAD /', 'GET /fails', 'GET /%ff'].map((request) => head(request));
    const last = head('POST /', 'Connection: close\r\n');
    const socket = await connectAndSend(head('GET /slow') + others.join('') + last);
    await expect.poll(inFlight).toBe(1);

    served.finish(undefined);

    const statuses = (await text(socket)).match(/(?<=HTTP\/1\.1 )\d+/g);
    expect(statuses).toEqual(['200', '200', '200', '500', '404', '200']);
    expect(inFlight()).toBe(0);
  });

  test('is released after its connection has closed, also if requests wait on the connection', async () => {
    const socket = await connectAndSend(head('GET /slow').repeat(6));
    await expect.poll(inFlight).toBe(1);

    socket.destroy();
    served.finish(undefined);

    await expect.poll(inFlight).toBe(0);
  });
});

describe('a connection', () => {
  test('that the client keeps half open after an error response is closed', async () => {
    const socket = await connectAndSend('hello\r\n\r\n');
    await text(socket);

    // `close` waits for connections that are in use.
    const start = performance.now();
    await listener.close(20_000);

    expect(performance.now() - start).toBeLessThan(5000);
  });

  test('that is idle is closed to make room for a new one', async () => {
    const idle = await Promise.all([1, 2, 3, 4, 5].map(() => connectAndSend()));
    const closed = Promise.race(idle.map((socket) => once(socket, 'end')));

    const socket = await connectAndSend(head('GET /'));
    const [response] = (await once(socket, 'data')) as [Buffer];

    expect(response.toString()).toMatch(/^HTTP\/1\.1 200 OK/);
    await closed;
  });

  test('that has sent half of a request is closed to make room for a region with fewer connections', async () => {
    const half = await Promise.all([1, 2, 3, 4].map(() => connectAndSend('GET / HTTP/1.1\r\nHost: x\r\n')));
    const idle = await connectAndSend('', '127.0.0.2');
    const closed = Promise.race(half.map((socket) => once(socket, 'end')));

    const socket = await connectAndSend(head('GET /'), '127.0.0.3');
    const [response] = (await once(socket, 'data')) as [Buffer];
    await closed;
    idle.write(head('GET /'));
    const [later] = (await once(idle, 'data')) as [Buffer];

    expect(response.toString()).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(later.toString()).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  test('that was used most recently is not closed before others of its region', async () => {
    const [used, ...others] = await Promise.all([1, 2, 3, 4, 5].map(() => connectAndSend()));
    used!.write(head('GET /'));
    await once(used!, 'data');
    const closed = Promise.race(others.map((socket) => once(socket, 'end')));

    await connectAndSend();
    await closed;
    used!.write(head('GET /'));
    const [response] = (await once(used!, 'data')) as [Buffer];

    expect(response.toString()).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  test('whose client does not read the response is closed to make room for a new one', async () => {
    await Promise.all([1, 2, 3, 4, 5].map(() => connectAndSend(head('GET /long'))));
    await expect.poll(inFlight).toBe(5);

    const socket = await connectAndSend(head('GET /'));
    const [response] = (await once(socket, 'data')) as [Buffer];

    expect(response.toString()).toMatch(/^HTTP\/1\.1 200 OK/);
    await expect.poll(inFlight).toBe(4);
  });

  test('over the limit is closed if all other connections are in use', async () => {
    await Promise.all([1, 2, 3, 4, 5].map(() => connectAndSend(head('GET /slow'))));
    await expect.poll(inFlight).toBe(5);

    const socket = await connectAndSend(head('GET /'));

    expect(await text(socket).catch(() => 'reset')).toMatch(/^(reset)?$/);
    served.finish(undefined);
  });
});

describe('the connection of a request that is not admitted', () => {
  /** Reads until `count` responses have arrived, those in `received` included. Returns their statuses and the time that passed. */
  async function readStatuses(socket: Socket, count: number, received: string) {
    const start = performance.now();
    const statuses = () => Array.from(received.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => Number(status));
    for await (const chunk of socket) {
      received += String(chunk);
      if (statuses().length >= count) break;
    }
    return { statuses: statuses(), milliseconds: performance.now() - start };
  }

  test('gets the response at once; after two seconds it is read again and its waiting requests run', async () => {
    await listener.close(0);
    // One region may use half of the slots.
    served = createSlowRouter(8);
    listener = await listen(served.fetch, { host: HOST, port: 0 });
    await Promise.all([1, 2, 3, 4].map(() => connectAndSend(head('GET /slow'))));
    await expect.poll(inFlight).toBe(4);
    const refused = await connectAndSend(head('GET /').repeat(10));

    const first = await once(refused, 'data');
    served.finish(undefined);
    refused.write(head('GET /'));
    const { statuses, milliseconds } = await readStatuses(refused, 11, String(first));

    expect(statuses).toEqual([503, ...Array<number>(10).fill(200)]);
    // The two seconds have begun with the refusal, before the measurement.
    expect(milliseconds).toBeGreaterThan(1500);
  });
});

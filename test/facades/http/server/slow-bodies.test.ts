// Clients that send their bodies slowly or not at all.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BODY_TOO_SLOW, requireBodyRate } from '../../../../facades/http/server/body-rate.ts';
import { listen, type Listener } from '../../../../facades/http/server/listen.ts';
import { toJsonReply } from '../../../../facades/http/reply.ts';
import { createAdmission } from '../../../../src/gateway/load/admission.ts';
import { createBodyBound } from '../../../../src/gateway/load/incomplete-bodies.ts';
import { createLogger } from '../../../../src/logger.ts';
import { openTestRouter, testRoute } from './test-router.ts';

const HOST = '127.0.0.1';
const MAX_IN_FLIGHT = 200;
const log = createLogger('silent');

let listener: Listener;
let sockets: Socket[];
beforeEach(async () => {
  sockets = [];
  const { router } = openTestRouter(
    [testRoute('POST /', { maxBody: 200_000, serve: ({ body }) => toJsonReply({ size: body?.byteLength }) })],
    {
      admission: createAdmission({ maxInFlight: MAX_IN_FLIGHT, eventLoop: { delayMs: () => 0 }, log }),
      bodies: createBodyBound({ maxInFlight: MAX_IN_FLIGHT, log }),
    },
  );
  listener = await listen(router.fetch, { host: HOST, port: 0 });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const socket of sockets) socket.destroy();
  await listener.close(0);
});

/** Sends the head of a request with a body of 130 000 bytes, and the beginning of the body. */
async function beginBody(localAddress = '127.0.0.1', bytes = 100): Promise<Socket> {
  const socket = connect({ port: listener.port, host: HOST, localAddress });
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 130000\r\n\r\n${'x'.repeat(bytes)}`);
  return socket;
}

const post = () => fetch(`http://${HOST}:${listener.port}/`, { method: 'POST', body: 'hello' });

describe('incomplete bodies', () => {
  test('do not prevent other requests from being served, however many there are', async () => {
    for (let i = 0; i < MAX_IN_FLIGHT * 2; i += 1) await beginBody(i % 2 ? '127.0.0.2' : '127.0.0.3');

    const { status } = await post();

    expect(status).toBe(200);
  });

  test('of one region are closed, oldest first, beyond a twentieth of MAX_IN_FLIGHT', async () => {
    const first = await beginBody();
    const closed = once(first.resume(), 'close');
    await post();
    for (let i = 0; i < MAX_IN_FLIGHT / 20; i += 1) await beginBody();

    await closed;

    expect(sockets.slice(1).some(({ destroyed }) => destroyed)).toBe(false);
  });

  test('that arrive too slowly get 408 and are closed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const socket = await beginBody();
    const response = text(socket);
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), { timeout: 20_000 });

    await vi.advanceTimersByTimeAsync(5_100);

    expect(await response).toMatch(/^HTTP\/1\.1 408 [\s\S]*\r\nconnection: close\r\n[\s\S]*"status":408/i);
  });
});

describe('a body may take', () => {
  const elapse = async (bytes: number, ms: number) => {
    vi.useFakeTimers();
    let received = 0;
    const { promise, resolve } = Promise.withResolvers<string>();
    const outcome = requireBodyRate(promise, () => received).catch((error: unknown) => error);
    received = bytes;
    await vi.advanceTimersByTimeAsync(ms);
    resolve('complete');
    return outcome;
  };

  test.each([
    [0, 4_999, 'complete'],
    [0, 5_001, BODY_TOO_SLOW],
    [64 * 1024, 8_999, 'complete'],
    [64 * 1024, 9_001, BODY_TOO_SLOW],
  ])('5 s, and 1 s more for each 16 KiB: %i bytes in %i ms', async (bytes, ms, outcome) => {
    expect(await elapse(bytes, ms)).toBe(outcome);
  });
});

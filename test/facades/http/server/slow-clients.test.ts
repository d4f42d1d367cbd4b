// Clients that read their responses slowly or not at all.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listen, type Listener } from '../../../../facades/http/server/listen.ts';
import { toSerializedReply } from '../../../../facades/http/reply.ts';
import { createLogger } from '../../../../src/logger.ts';
import { createUnreadBound } from '../../../../src/gateway/load/unread-responses.ts';
import { openTestRouter, testRoute } from './test-router.ts';

const HOST = '127.0.0.1';
const MIB = 1024 * 1024;
const LONG = new Uint8Array(16 * MIB);
/** Larger than the socket buffers of the system, which hold some megabytes. */
const LONGER = new Uint8Array(64 * MIB);
const READER_TIMEOUT_MS = 400;

const openUnread = () => createUnreadBound({ maxPerRegion: 40 * MIB, log: createLogger('silent') });

let listener: Listener;
let sockets: Socket[];
let unread: ReturnType<typeof openUnread>;
beforeEach(async () => {
  sockets = [];
  unread = openUnread();
  const { router } = openTestRouter(
    [
      testRoute('GET /'),
      testRoute('GET /long', { serve: () => toSerializedReply(LONG) }),
      testRoute('GET /longer', { serve: () => toSerializedReply(LONGER) }),
      testRoute('GET /late', {
        serve: async () => {
          await wait(READER_TIMEOUT_MS * 2.5);
          return toSerializedReply('1');
        },
      }),
    ],
    { unread },
  );
  listener = await listen(router.fetch, { host: HOST, port: 0, readerTimeoutMs: READER_TIMEOUT_MS });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await listener.close(0);
});

/** Sends requests and reads nothing of the responses. */
async function sendRequests(...paths: string[]): Promise<Socket> {
  const socket = connect(listener.port, HOST);
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
  return socket;
}

describe('a client that reads nothing of its response', () => {
  test('is disconnected after the reader timeout', async () => {
    const start = performance.now();
    await sendRequests('/long');
    await expect.poll(() => unread.bytes).toBe(LONG.byteLength);

    await expect.poll(() => unread.bytes, { timeout: 5000 }).toBe(0);

    expect(performance.now() - start).toBeGreaterThan(READER_TIMEOUT_MS);
  });

  test('is disconnected at once, oldest first, if its region has too many unread bytes', async () => {
    const first = await sendRequests('/long');
    await expect.poll(() => unread.bytes).toBe(16 * MIB);
    await sendRequests('/long');
    await expect.poll(() => unread.bytes).toBe(32 * MIB);
    const closed = once(first.resume(), 'close');

    await sendRequests('/long');

    await closed;
    expect(first.bytesRead).toBeLessThan(LONG.byteLength);
    expect(unread.bytes).toBeLessThanOrEqual(40 * MIB);
  });

  test('is counted with one of its responses at a time', async () => {
    await sendRequests('/long', '/long');
    await expect.poll(() => unread.bytes).toBe(16 * MIB);

    await expect.poll(() => unread.bytes, { timeout: 5000 }).toBe(0);
  });
});

describe('a client', () => {
  test('that reads its response slowly stays connected', async () => {
    const socket = await sendRequests('/longer');
    const start = performance.now();
    socket.on('data', () => {
      if (performance.now() - start > READER_TIMEOUT_MS * 3) return;
      socket.pause();
      setTimeout(() => socket.resume(), 3);
    });
    socket.resume();

    await expect.poll(() => socket.bytesRead, { timeout: 25_000 }).toBeGreaterThan(LONGER.byteLength);

    expect(performance.now() - start).toBeGreaterThan(READER_TIMEOUT_MS * 3);
  });

  test('that waits for a second response on its connection stays connected', async () => {
    const socket = await sendRequests('/', '/late');
    let text = '';
    socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
    socket.resume();

    await expect.poll(() => text.split('HTTP/1.1 200').length, { timeout: 5000 }).toBe(3);
  });

  test('that keeps its connection for another request stays connected', async () => {
    const socket = await sendRequests('/');
    await once(socket.resume(), 'data');
    await wait(READER_TIMEOUT_MS * 2.5);

    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [response] = (await once(socket, 'data')) as [Buffer];

    expect(response.toString()).toMatch(/^HTTP\/1\.1 200/);
  });
});

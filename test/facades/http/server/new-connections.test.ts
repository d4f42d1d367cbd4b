// Connections that arrive at the same time.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toJsonReply } from '../../../../facades/http/reply.ts';
import { listen, type Listener } from '../../../../facades/http/server/listen.ts';
import type { WaitingBytes } from '../../../../facades/http/server/connections/waiting-bytes.ts';
import { openTestRouter, testRoute } from './test-router.ts';

const HOST = '127.0.0.1';

/** Long enough for a busy machine. */
const SOON = { timeout: 10_000 };

let listener: Listener;
let sockets: Socket[];
/** The regions of the requests, in the order in which they started. */
let started: string[];
/** The bytes that are counted for the waiting connections. */
let waiting: WaitingBytes[];
/** Every number of bytes that was counted for a connection. */
let trackedBytes: Set<number>;
/** Requests that wait for earlier ones of their connection: now, the most so far, and the limit. */
let waitingRequests: number;
let mostWaitingRequests: number;
let maxWaitingRequests: number;
/** How many connections had waited for their turn when the first request ran. */
let queuedBeforeFirst: number | undefined;
/** How many connections have waited for their turn. */
let queued: number;

beforeEach(async () => {
  [sockets, started, waiting, queuedBeforeFirst] = [[], [], [], undefined];
  trackedBytes = new Set();
  [waitingRequests, mostWaitingRequests, maxWaitingRequests] = [0, 0, Infinity];
  queued = 0;
  const { router } = openTestRouter([
    testRoute('GET /{region}', {
      serve: ({ params }) => {
        queuedBeforeFirst ??= queued;
        started.push(params['region'] ?? '');
        return toJsonReply('done');
      },
    }),
  ]);
  const regionOfRequest = ({ url = '' }: { readonly url?: string | undefined }) => {
    queued += 1;
    return url;
  };
  listener = await listen(router.fetch, {
    host: HOST,
    port: 0,
    maxConnections: 250,
    regionOfRequest,
    waiting: {
      trackBytes: (_incoming, sent) => {
        waiting.push(sent);
        trackedBytes.add(sent.bytes);
        return () => void waiting.splice(waiting.indexOf(sent), 1);
      },
      countRequest: () => {
        if (waitingRequests >= maxWaitingRequests) return null;
        waitingRequests += 1;
        mostWaitingRequests = Math.max(mostWaitingRequests, waitingRequests);
        return () => (waitingRequests -= 1);
      },
    },
  });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await listener.close(0);
});

const requestFor = (region: string) => `GET /${region} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** Connects and sends requests in one packet. */
function send(requests: string, localAddress = HOST): Socket {
  const socket = connect({ port: listener.port, host: HOST, localAddress });
  socket.on('error', () => undefined);
  socket.resume();
  socket.write(requests);
  sockets.push(socket);
  return socket;
}

const flood = (count: number, requests = requestFor('flood')) =>
  Array.from({ length: count }, () => send(requests));

describe('a new connection', () => {
  test('is served when all arrived connections are accepted, in turn with those of other regions', async () => {
    flood(40);
    send(requestFor('other'));

    await expect.poll(() => started.length, SOON).toBe(41);

    // A few connections may arrive after the first request has run.
    expect(queuedBeforeFirst).toBeGreaterThan(20);
    expect(started.slice(0, 3)).toContain('other');
  });

  test('is served even while connections keep arriving', async () => {
    flood(200);

    await expect.poll(() => started.length, SOON).toBe(200);

    expect(queuedBeforeFirst).toBeLessThan(60);
  });

  test('has all requests of one packet served in their order', async () => {
    const clients = Array.from({ length: 40 }, (_, i) => String(i));
    for (const client of clients) send(requestFor(`${client}-first`) + requestFor(`${client}-second`));

    await expect.poll(() => started.length, SOON).toBe(80);

    expect(queuedBeforeFirst).toBeGreaterThan(20);
    // Only the first request of a connection waits for its turn.
    expect(queued).toBeLessThanOrEqual(40);
    for (const client of clients)
      expect(started.filter((region) => region.startsWith(`${client}-`))).toEqual([
        `${client}-first`,
        `${client}-second`,
      ]);
  });

  test('that waits is closed if there are too many connections and its region has the most', async () => {
    flood(400);
    const other = send(requestFor('other'), '127.0.0.2');

    const [response] = await once(other, 'data');

    expect(String(response)).toMatch(/^HTTP\/1\.1 200/);
    // Of 401 connections at most 250 stay open.
    await expect
      .poll(() => sockets.filter(({ destroyed }) => destroyed).length, SOON)
      .toBeGreaterThanOrEqual(150);
    expect(other.destroyed).toBe(false);
  });

  test('that waits is counted with the bytes that it has sent, until it is served', async () => {
    const post = (length: number) =>
      `POST /flood HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n${'x'.repeat(length)}`;
    flood(20, requestFor('small'));
    flood(20, post(100_000));
    flood(20, post(500_000));
    flood(20, requestFor('pipelined').repeat(3));

    const small = requestFor('small').length;
    const pipelined = 3 * requestFor('pipelined').length;
    // At most 128 KiB of the first request are kept in memory, and at most 64 KiB of all later ones.
    const expected = [small, 100_000, 128 * 1024, pipelined, 64 * 1024];
    await expect.poll(() => [...trackedBytes], SOON).toEqual(expect.arrayContaining(expected));
    await expect.poll(() => waiting, SOON).toEqual([]);
  });

  test('is also counted if its requests have an unknown Expect header', async () => {
    const unknown = 'GET /flood HTTP/1.1\r\nHost: x\r\nExpect: unknown\r\n\r\n';
    const [client] = flood(20, unknown.repeat(3)) as [Socket];

    const [response] = await once(client, 'data');

    expect(String(response)).toMatch(/^HTTP\/1\.1 417/);
    expect([...trackedBytes]).toContain(3 * unknown.length);
    expect(mostWaitingRequests).toBeGreaterThan(1);
    await expect.poll(() => waiting, SOON).toEqual([]);
  });

  test('that was not read while it waited gets the responses to all its requests', async () => {
    const post = `POST /flood HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n${'x'.repeat(60_000)}`;
    const responses = flood(40, requestFor('flood') + post.repeat(20)).map((socket) => {
      const received: string[] = [];
      socket.on('data', (chunk) => received.push(String(chunk)));
      return received;
    });

    const counts = () => responses.map((received) => received.join('').split('HTTP/1.1 ').length - 1);
    await expect.poll(counts, SOON).toEqual(Array(40).fill(21));
    expect(waiting).toEqual([]);
  });

  test('on which more than 64 requests wait gets the responses to the first 64, and is closed', async () => {
    const clients = flood(40, requestFor('many').repeat(80));

    await expect.poll(() => clients.every(({ closed }) => closed), SOON).toBe(true);

    // A connection that is served at once gets one more.
    expect(started.length).toBeGreaterThanOrEqual(40 * 64);
  });

  test('that sends more requests than may wait on all connections runs its first request, and is closed', async () => {
    maxWaitingRequests = 10;
    const clients = flood(40, requestFor('many').repeat(20));

    await expect.poll(() => clients.every(({ closed }) => closed), SOON).toBe(true);

    expect(started.length).toBeGreaterThanOrEqual(40);
    expect(mostWaitingRequests).toBe(10);
    expect(waitingRequests).toBe(0);
  });

  test('is not served if its client has disconnected', async () => {
    const clients = flood(40);
    await Promise.all(clients.map((socket) => once(socket, 'connect')));
    clients.at(-1)?.resetAndDestroy();
    await Promise.all(clients.slice(0, -1).map((socket) => once(socket, 'data')));

    expect(started).toHaveLength(39);
  });
});

test('further requests of a connection do not wait for new connections', async () => {
  const kept = send(requestFor('kept'));
  await once(kept, 'data');
  kept.write(requestFor('kept'));
  flood(40);

  await expect.poll(() => started.length, SOON).toBe(42);

  expect(started.slice(0, 2)).toEqual(['kept', 'kept']);
});

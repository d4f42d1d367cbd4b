// Connections that arrive at the same time.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toJsonReply } from '../../../facades/http/reply.ts';
import { listen, type Listener } from '../../../facades/http/server/listen.ts';
import { openTestRouter, testRoute } from './test-router.ts';

const HOST = '127.0.0.1';

let listener: Listener;
let sockets: Socket[];
/** The regions of the requests, in the order in which they started. */
let started: string[];
/** How many requests had arrived when the first one started. */
let arrivedBefore: number | undefined;

beforeEach(async () => {
  [sockets, started, arrivedBefore] = [[], [], undefined];
  let arrived = 0;
  const { router } = openTestRouter([
    testRoute('GET /{region}', {
      serve: ({ params }) => {
        arrivedBefore ??= arrived;
        started.push(params['region'] ?? '');
        return toJsonReply('done');
      },
    }),
  ]);
  const regionOf = ({ url = '' }: { readonly url?: string | undefined }) => {
    arrived += 1;
    return url;
  };
  listener = await listen(router.fetch, { host: HOST, port: 0, regionOf });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await listener.close(0);
});

/** Connects and sends a request. */
function send(region: string): Socket {
  const socket = connect(listener.port, HOST);
  socket.on('error', () => undefined);
  socket.resume();
  socket.write(`GET /${region} HTTP/1.1\r\nHost: x\r\n\r\n`);
  sockets.push(socket);
  return socket;
}

const flood = (count: number) => Array.from({ length: count }, () => send('flood'));

describe('the first request of a connection', () => {
  test('starts when the connections that have arrived are accepted, in turn with those of other regions', async () => {
    flood(40);
    send('other');

    await expect.poll(() => started.length).toBe(41);

    expect(arrivedBefore).toBeGreaterThan(20);
    expect(started.slice(0, 3)).toContain('other');
  });

  test('starts also while connections are accepted all the time', async () => {
    flood(200);

    await expect.poll(() => started.length).toBe(200);

    expect(arrivedBefore).toBeLessThan(60);
  });

  test('is not started if its client has gone', async () => {
    const clients = flood(40);
    await Promise.all(clients.map((socket) => once(socket, 'connect')));
    clients.at(-1)?.resetAndDestroy();
    await Promise.all(clients.slice(0, -1).map((socket) => once(socket, 'data')));

    expect(started).toHaveLength(39);
  });
});

test('further requests of a connection do not wait', async () => {
  const kept = send('kept');
  await once(kept, 'data');
  kept.write(`GET /kept HTTP/1.1\r\nHost: x\r\n\r\n`);
  flood(40);

  await expect.poll(() => started.length).toBe(42);

  expect(started.slice(0, 2)).toEqual(['kept', 'kept']);
});

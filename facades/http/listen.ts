import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { refuseBytes, refuseTunnel } from './refusals.ts';
import type { Fetch } from './router.ts';

export interface Listener {
  readonly port: number;
  /** Stops accepting, lets what runs finish for at most `graceMs`, then cuts it off. May be called again. */
  close(graceMs: number): Promise<void>;
}

interface Place {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
}

const SERVER = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than the minute that proxies keep an idle connection, so that it is they who hang up.
  keepAliveTimeout: 65_000,
  // Room for a URL beyond 8 KiB to be refused as such.
  maxHeaderSize: 32 * 1024,
};

const IDLE_CHECK_MS = 20;

/** How long a client that has connected and said nothing may still begin, once the server is closing. */
const SILENCE_MS = 500;

/** Serves on a socket of this machine. Rejects when the port cannot be had. */
export async function listen(fetch: Fetch, { host, port }: Place): Promise<Listener> {
  const serve = getRequestListener(
    (request, { incoming }) => fetch(request, { address: incoming.socket.remoteAddress ?? '' }),
    { hostname: host, errorHandler: unreadable },
  );
  const server = createServer(SERVER, (incoming, outgoing) => void serve(incoming, outgoing));
  server.on('clientError', refuseBytes);
  server.on('connect', refuseTunnel);
  const sockets = trackSockets(server);
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  let closing: Promise<void> | undefined;
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: (graceMs) => (closing ??= closeServer(server, sockets, graceMs)),
  };
}

/** The adapter could make no Request of it: the host or the target is no part of a URL. */
const unreadable = (): Response =>
  new Response('Bad Request\n', { status: 400, headers: { 'content-type': 'text/plain; charset=utf-8' } });

function trackSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

/**
 * A connection that was busy at first is closed once its answer is out, and one that was never used soon: Node itself
 * would keep the one for the next request and wait for the first on the other.
 */
async function closeServer(server: Server, sockets: ReadonlySet<Socket>, graceMs: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const silent = setTimeout(() => closeSilent(sockets), SILENCE_MS);
  const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  for (const timer of [silent, cutOff]) clearTimeout(timer);
}

function closeSilent(sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
}

import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Peer } from './router.ts';

export interface Listener {
  readonly port: number;
  /** Stops accepting, lets what runs finish for at most `graceMs`, then cuts it off. */
  close(graceMs: number): Promise<void>;
}

interface Place {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
}

type Fetch = (request: Request, peer: Peer) => Promise<Response>;

/** Methods that a fetch Request cannot carry; they are answered here, as any method that no path takes. */
const UNSPEAKABLE = new Set(['TRACE', 'TRACK', 'CONNECT']);

const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000, maxHeaderSize: 16_384 };

/** Serves on a socket of this machine. */
export async function listen(fetch: Fetch, { host, port }: Place): Promise<Listener> {
  const serve = getRequestListener(
    (request, { incoming }) => fetch(request, { address: incoming.socket.remoteAddress ?? '' }),
    { overrideGlobalObjects: false },
  );
  const server = createServer(TIMEOUTS, (incoming, outgoing) => {
    if (UNSPEAKABLE.has(incoming.method ?? '')) refuseMethod(incoming, outgoing);
    else void serve(incoming, outgoing);
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: (graceMs) => closeServer(server, graceMs),
  };
}

function refuseMethod(incoming: IncomingMessage, outgoing: ServerResponse): void {
  incoming.resume();
  const detail = `No path takes ${incoming.method ?? 'this method'}`;
  const problem = { title: 'The path does not take this method', status: 405, detail, code: 'method_not_allowed' };
  outgoing
    .writeHead(405, { 'Content-Type': 'application/problem+json', Allow: 'GET, HEAD, POST, PATCH, DELETE, OPTIONS' })
    .end(JSON.stringify(problem));
}

async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(cutOff);
}

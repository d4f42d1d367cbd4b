import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Connections } from './connections.ts';
import { createProtocolErrorHandlers, type ProtocolErrorHandlers } from './protocol-errors.ts';
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
  /** Open connections, idle ones included; without a bound where left out. */
  readonly maxConnections?: number;
  /** Where problem types are described; without it they are relative references. */
  readonly siteUrl?: string;
  /** How long a client may take nothing of an answer that is written. */
  readonly readerTimeoutMs?: number;
}

const SERVER = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // How often the two above are looked at: Node's own 30 s would let a request take a minute.
  connectionsCheckingInterval: 1_000,
  // Longer than the minute that proxies keep an idle connection, so that it is they who hang up.
  keepAliveTimeout: 65_000,
  // Room for a URL beyond 8 KiB to be refused as such.
  maxHeaderSize: 32 * 1024,
  // Hosts are counted below; Node's own answer to none lacks the headers of the house.
  requireHostHeader: false,
};

/** A connection on which nothing moves for so long is closed. */
const STALLED_MS = 75_000;

/** So is one whose client takes nothing of its answer for so long: until then the board holds the answer in memory. */
const READER_TIMEOUT_MS = 30_000;

/** How long a client that says nothing may still begin, once the server is closing. */
const SILENCE_MS = 500;

/** Serves on a socket of this machine. Rejects when the port cannot be had. */
export async function listen(
  fetch: Fetch,
  { host, port, maxConnections = Infinity, siteUrl = '', readerTimeoutMs = READER_TIMEOUT_MS }: Place,
): Promise<Listener> {
  const server = createServer(SERVER);
  server.timeout = STALLED_MS;
  const connections = new Connections(server, { max: maxConnections, readerTimeoutMs });
  const refusals = createProtocolErrorHandlers(siteUrl);
  const { createBadRequestResponse: errorHandler } = refusals;
  const serve = getRequestListener(toFetch(fetch, connections), { hostname: host, errorHandler });
  handleRequests(server, { connections, refusals, serve });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  let closing: Promise<void> | undefined;
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: (graceMs) => (closing ??= closeServer(server, connections, graceMs)),
  };
}

type Handler = ReturnType<typeof getRequestListener>;

const toFetch =
  (fetch: Fetch, connections: Connections): Parameters<typeof getRequestListener>[0] =>
  (request, { incoming, outgoing }) =>
    fetch(request, {
      address: incoming.socket.remoteAddress ?? '',
      ended: connections.whenEnded(outgoing as ServerResponse),
      close: () => void incoming.socket.destroy(),
    });

interface Handlers {
  readonly connections: Connections;
  readonly refusals: ProtocolErrorHandlers;
  readonly serve: Handler;
}

function handleRequests(server: Server, { connections, refusals, serve }: Handlers): void {
  server.on('request', (incoming, outgoing) => {
    connections.trackResponse(incoming.socket, outgoing);
    if (!server.listening) bidFarewell(outgoing);
    if (isHostClear(incoming)) void serve(incoming, outgoing);
    else refusals.respond(outgoing, 400);
  });
  server.on('checkExpectation', (_incoming, outgoing: ServerResponse) => refusals.respond(outgoing, 417));
  server.on('clientError', refusals.onClientError);
  server.on('connect', refusals.onConnect);
}

/** Of several hosts a proxy before the board may have believed another; only HTTP/1.0 may name none. */
function isHostClear({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

/** Node hangs up after such an answer, and the client knows not to ask again here. */
function bidFarewell(outgoing: ServerResponse): void {
  if (!outgoing.headersSent) outgoing.setHeader('connection', 'close');
}

/**
 * A client that keeps its connection may be sending the next request just now: it is answered and told that this was
 * the last. HTTP's own close would drop the connection instead, and with it answers that are not yet written out.
 */
async function closeServer(server: Server, connections: Connections, graceMs: number): Promise<void> {
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  connections.unfinishedResponses().forEach(bidFarewell);
  const silent = setInterval(() => connections.closeIdle(), SILENCE_MS);
  const cutOff = setTimeout(() => connections.closeAll(), graceMs);
  await closed;
  clearInterval(silent);
  clearTimeout(cutOff);
  // Ends Node's watch over slow requests as well.
  server.close();
}

import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
// Imported here, before the first listener replaces the global class `Response`: `RESPONSE_ALREADY_SENT` must be an object of
// Node’s class.
import '@hono/node-server/utils/response';
import { MAX_HOST_LENGTH } from '../../../schema/contract.ts';
import { countConnectionStep } from '../iterations.ts';
import { limitBody } from './body-limit.ts';
import { announceClose, type ConnectionBounds, Connections } from './connections/connections.ts';
import { NewConnections, type RegionReader } from './connections/new-connections.ts';
import {
  createProtocolErrorHandlers,
  MAX_HEADER_BYTES,
  MAX_HEADERS,
  type ParseFailure,
  type ProtocolErrorHandlers,
  REQUEST_TIMEOUT,
} from './protocol-errors.ts';
import { HttpPeer, TimedRequest } from './http-peer.ts';
import type { Fetch } from './router.ts';
import type { WaitingBounds } from './connections/waiting-bytes.ts';

export interface Listener {
  readonly port: number;
  /**
   * Stops accepting connections, waits at most `graceMs` for running requests, then closes all. Every `idleMs` it closes
   * the connections that are idle, first after `idleMs`: until then, a client may send a last request on each. Idempotent.
   */
  close(graceMs: number, idleMs?: number): Promise<void>;
}

const SERVER_OPTIONS = {
  IncomingMessage: TimedRequest,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // How often the two timeouts above are checked. With Node's default of 30 s a request could take a minute.
  connectionsCheckingInterval: 1_000,
  // Longer than the 60 s of common proxies, so that the proxy closes an idle connection first.
  keepAliveTimeout: 65_000,
  maxHeaderSize: MAX_HEADER_BYTES,
  // `hasValidHost` checks Host instead: Node's own 400 response would lack the board's headers and problem body.
  requireHostHeader: false,
};

/** A connection without any traffic is closed after this time, unless a request runs whose response has not begun. */
const SOCKET_TIMEOUT_MS = 75_000;

/** Default for `readerTimeoutMs`. The response stays in memory until the client has read it. */
const READER_TIMEOUT_MS = 30_000;

/**
 * Maximum connections that wait to be accepted: one iteration of the event loop accepts one. The operating system's bound
 * (`net.core.somaxconn`) is usually 4096 as well.
 */
const BACKLOG = 4096;

/** While the server closes, idle connections are closed at this interval, by default. */
const CLOSE_IDLE_EVERY_MS = 500;

const NO_BOUNDS: WaitingBounds = { trackBytes: () => () => undefined, countRequest: () => () => undefined };

interface ListenOptions {
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
  /** Maximum number of open connections, idle ones included. Default: no limit. */
  readonly maxConnections?: number;
  /** Called for each connection that is accepted. */
  readonly onConnection?: () => void;
  /** Base URL of the problem types. Default: problem types are relative references. */
  readonly siteUrl?: string;
  /** How long a client may read nothing of a complete response. */
  readonly readerTimeoutMs?: number;
  /** Returns the region of an address; by default the address. */
  readonly regionOfAddress?: ConnectionBounds['regionOfAddress'];
  /** Returns the region of the client of a request; by default the region of the peer's address. */
  readonly regionOfRequest?: RegionReader;
  /** Bounds the bytes of requests that do not run yet. Default: no bound. */
  readonly waiting?: WaitingBounds;
}

/** Starts an HTTP server that passes each request to `fetch`. Rejects if the port cannot be bound. */
export async function listen(
  fetch: Fetch,
  {
    host,
    port,
    maxConnections = Infinity,
    onConnection = () => undefined,
    siteUrl = '',
    readerTimeoutMs = READER_TIMEOUT_MS,
    regionOfAddress = (address) => address,
    regionOfRequest = ({ socket }) => regionOfAddress(socket.remoteAddress ?? ''),
    waiting = NO_BOUNDS,
  }: ListenOptions,
): Promise<Listener> {
  const server = createServer(SERVER_OPTIONS);
  server.timeout = SOCKET_TIMEOUT_MS;
  server.on('connection', countConnectionStep);
  server.on('connection', onConnection);
  const connections = new Connections(server, {
    max: maxConnections,
    readerTimeoutMs,
    regionOfAddress,
    newConnections: { start: (incoming, start) => newConnections.start(incoming, start) },
    waiting,
  });
  // Created after `Connections`, whose listener closes surplus connections and must run first.
  const newConnections = new NewConnections(server, regionOfRequest);
  const protocolErrors = createProtocolErrorHandlers(siteUrl);
  const { createBadRequestResponse: errorHandler } = protocolErrors;
  // The host in the URL of a request without Host. `host` may be an IPv6 address, which is not valid in a URL without brackets.
  const hostname = 'localhost';
  const serve = getRequestListener(toFetch(fetch, connections), { hostname, errorHandler });
  handleRequests(server, { connections, protocolErrors, serve });
  server.listen({ port, host, backlog: BACKLOG });
  await once(server, 'listening');
  const address = server.address();
  let closing: Promise<void> | undefined;
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: (graceMs, idleMs = CLOSE_IDLE_EVERY_MS) =>
      (closing ??= closeServer(server, connections, { graceMs, idleMs })),
  };
}

const toFetch =
  (fetch: Fetch, connections: Connections): Parameters<typeof getRequestListener>[0] =>
  (request, { incoming, outgoing }) =>
    fetch(request, new HttpPeer(incoming as TimedRequest, outgoing as ServerResponse, connections));

function handleRequests(
  server: Server,
  {
    connections,
    protocolErrors,
    serve,
  }: {
    readonly connections: Connections;
    readonly protocolErrors: ProtocolErrorHandlers;
    readonly serve: ReturnType<typeof getRequestListener>;
  },
): void {
  // One more than allowed: some versions of Node drop headers above this number, and `hasFewHeaders` must see one too many.
  server.maxHeadersCount = MAX_HEADERS + 1;
  // After a failure of the parser, an incomplete body of a waiting request will never be complete. After a timeout it may be.
  const failures = new WeakMap<Duplex, ParseFailure>();
  const onClientError = (failure: ParseFailure, socket: Duplex) => {
    // During a response, the client would read the error as a part of that response, or as the response to an earlier request.
    if (!connections.closeAfterResponses(socket as Socket)) protocolErrors.onClientError(failure, socket);
    else if (failure.code !== REQUEST_TIMEOUT && !failures.has(socket)) failures.set(socket, failure);
  };
  const serveWith = (respond: RequestListener): RequestListener => {
    return (incoming, outgoing) => {
      if (!server.listening) announceClose(outgoing);
      let ownFailure: ParseFailure | undefined;
      limitBody(incoming, outgoing, (failure) => {
        ownFailure = failure;
        onClientError(failure, incoming.socket);
      });
      connections.serve(incoming, outgoing, () => {
        // Its body failed while an earlier request of the connection ran or waited.
        const failure = ownFailure ?? (incoming.complete ? undefined : failures.get(incoming.socket));
        if (failure) protocolErrors.respondToFailure(outgoing, failure);
        else respond(incoming, outgoing);
      });
    };
  };
  const refuse = (status: 400 | 417 | 431) => (_incoming: IncomingMessage, outgoing: ServerResponse) =>
    protocolErrors.respond(outgoing, status);
  const respond: RequestListener = (incoming, outgoing) => {
    if (!hasFewHeaders(incoming)) refuse(431)(incoming, outgoing);
    else if (!hasValidHost(incoming) || !hasValidTarget(incoming)) refuse(400)(incoming, outgoing);
    else void serve(incoming, outgoing);
  };
  server.on('request', serveWith(respond));
  server.on('checkExpectation', serveWith(refuse(417)));
  server.on('clientError', onClientError);
  server.on('connect', protocolErrors.onConnect);
}

const hasFewHeaders = ({ rawHeaders }: IncomingMessage): boolean => rawHeaders.length <= 2 * MAX_HEADERS;

/** A name or address with an optional port. Others are refused before they are parsed, which takes long for some (`parseUrl`). */
const HOST = String.raw`[\w.:[\]-]{1,${MAX_HOST_LENGTH}}`;

const VALID_HOST = new RegExp(`^${HOST}$`);

/**
 * A path, or an absolute URL with a valid host, without a fragment (RFC 9112, section 3.2). Node also accepts targets such as `*@x/`,
 * and a parser would read `x` as the host. The rest of a target after `#` would be ignored, parameters included.
 */
const VALID_TARGET = new RegExp(`^(?:/|https?://${HOST}(?:[/?]|$))[^#]*$`);

const hasValidTarget = ({ url = '' }: IncomingMessage): boolean => VALID_TARGET.test(url);

/** Requires exactly one valid Host: with several, a proxy may have routed by another one. HTTP/1.0 may omit it. */
function hasValidHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (!VALID_HOST.test(rawHeaders[i + 1] as string)) return false;
    hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

/**
 * Closes the listening socket and lets open connections end. A client may be sending its next request on a kept-alive
 * connection right now: it still gets a response, with `Connection: close`. `http.Server.close` would drop idle
 * connections at once, and with them responses that are not yet written to the socket.
 */
async function closeServer(
  server: Server,
  connections: Connections,
  { graceMs, idleMs }: { readonly graceMs: number; readonly idleMs: number },
): Promise<void> {
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  connections.lastResponses().forEach(announceClose);
  const idleTimer = setInterval(() => connections.closeIdle(), idleMs);
  const graceTimer = setTimeout(() => connections.closeAll(), graceMs);
  await closed;
  clearInterval(idleTimer);
  clearTimeout(graceTimer);
  // Also stops the interval with which Node checks for slow requests.
  server.close();
}

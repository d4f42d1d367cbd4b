import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Connection, ParsedRequest, RunningRequest } from './connection-state.ts';
import { InactiveConnections } from './inactive-connections.ts';
import type { NewConnections } from './new-connections.ts';
import { stopParser } from './stop-parser.ts';
import { firstRequestBytesOf, LATER_REQUESTS_BYTES, type WaitingBounds } from './waiting-bytes.ts';

/**
 * Maximum waiting requests of one connection: Node can parse many requests from one read. If there are more, the response to
 * the last waiting request has `Connection: close`.
 */
const MAX_WAITING = 64;

/**
 * How long a connection is not read after a request that was not admitted: the time of its `Retry-After`. Refusing a request
 * costs nearly as much as responding to a cheap one.
 */
const REFUSED_PAUSE_MS = 2000;

/** The bounds of the connections of a server. */
export interface ConnectionBounds {
  /**
   * Maximum open connections. A new connection above it closes an inactive one (`InactiveConnections`): of the region with
   * the most inactive connections, the one that has been inactive longest. If none is inactive, the new connection is closed.
   */
  readonly max: number;
  /** A connection whose client reads nothing of a complete response for this time is closed. */
  readonly readerTimeoutMs: number;
  /** Returns the region of an address. Inactive connections are counted by region. */
  readonly regionOfAddress: (address: string) => string;
  /** Decides when a new connection starts. */
  readonly newConnections: Pick<NewConnections, 'start'>;
  readonly waiting: WaitingBounds;
}

/** Tracks the open connections of a server and the responses that are not yet finished on each. */
export class Connections {
  readonly #connections = new Map<Socket, Connection>();
  readonly #inactive = new InactiveConnections();
  readonly #bounds: ConnectionBounds;

  constructor(server: Server, bounds: ConnectionBounds) {
    this.#bounds = bounds;
    server.on('connection', (socket) => this.#open(socket));
    // This listener replaces Node's own handling, which closes the connection also while a request runs.
    server.on('timeout', (socket: Socket) => {
      if (!isAwaited(this.#connections.get(socket)?.running?.outgoing)) socket.destroy();
    });
  }

  /**
   * Runs a request: at once, or when the connection has started and the responses to its earlier requests are complete. Ignores
   * it if too many requests wait. Must be called before anything is written to the response.
   */
  serve(incoming: IncomingMessage, outgoing: ServerResponse, run: () => void): void {
    const { socket } = incoming;
    const connection = this.#connections.get(socket);
    const request = { incoming, outgoing, run };
    // The connection closed after the request was parsed and before this listener ran.
    if (!connection) run();
    else if (isFree(connection)) this.#run(socket, connection, request);
    else if (this.#addWaiting(connection, request)) this.#boundWaiting(connection, request);
    else refuseFurther(socket, connection);
  }

  /** Adds a waiting request. Returns false if there are too many, or if further requests are ignored. */
  #addWaiting({ isStarted, isClosing, waiting }: Connection, request: ParsedRequest): boolean {
    const { incoming } = request;
    if (isClosing || waiting.length >= MAX_WAITING || incoming.socket.destroyed) return false;
    // Not counted: the number of connections bounds the first requests of new connections.
    const isFirst = !isStarted && waiting.length === 0;
    const release = isFirst ? () => undefined : this.#bounds.waiting.countRequest(incoming);
    if (!release) return false;
    waiting.push({ ...request, release });
    return true;
  }

  /**
   * Called after a waiting request has been added: bounds the memory of the waiting requests. The first request of a new connection
   * also schedules the start of the connection.
   */
  #boundWaiting(connection: Connection, { incoming }: ParsedRequest): void {
    const { socket } = incoming;
    const { waiting, endCounts, isStarted } = connection;
    if (!isStarted && waiting.length === 1)
      connection.cancelStart = this.#bounds.newConnections.start(incoming, () => {
        connection.isStarted = true;
        this.#runNext(socket, connection);
      });
    // With one waiting request, the connection is still read: a paused socket does not report that the client has closed it.
    if (mustPause(connection)) socket.pause();
    if (endCounts.length >= Math.min(waiting.length, 2)) return;
    const isFirst = endCounts.length === 0;
    const bytes = isFirst ? firstRequestBytesOf(incoming, connection.bytesRead) : LATER_REQUESTS_BYTES;
    this.#countBytes(connection, incoming, bytes);
  }

  #countBytes({ endCounts }: Connection, incoming: IncomingMessage, bytes: number): void {
    const close = () => void incoming.socket.destroy();
    endCounts.push(this.#bounds.waiting.trackBytes(incoming, { bytes, close }));
  }

  /** Runs the next waiting request if the connection has one. */
  #runNext(socket: Socket, connection: Connection): void {
    const { waiting, running, isRefused, endCounts } = connection;
    // Not writable: the last response had `Connection: close`. The requests behind it must not run (RFC 9112, section 9.6).
    if (running || isRefused || !socket.writable) return;
    const next = waiting.shift();
    if (!next) return;
    next.release();
    if (waiting.length < 2) callAll(endCounts);
    // The bytes of the only waiting request are counted again: from now on the connection is read, so its whole body may arrive.
    const [first] = waiting;
    if (first && waiting.length === 1)
      this.#countBytes(connection, first.incoming, firstRequestBytesOf(first.incoming, connection.bytesRead));
    resume(socket, connection);
    this.#run(socket, connection, next);
  }

  #run(socket: Socket, connection: Connection, { outgoing, run }: ParsedRequest): void {
    const endListeners: RunningRequest['endListeners'] = [];
    connection.running = { outgoing, endListeners };
    this.#inactive.delete(socket, connection.region);
    this.#limitReadTime(socket, connection, outgoing);
    // Not `once`: the event comes once, and `once` would keep 0.2 KB more while the request waits for news.
    outgoing.on('close', () => {
      connection.running = null;
      connection.bytesRead = socket.bytesRead;
      connection.freeAt = performance.now();
      const isLast = connection.waiting.length === 0;
      if (isLast && !socket.destroyed) this.#inactive.add(socket, connection.region);
      callAll(endListeners);
      if (!isLast) setImmediate(() => this.#runNext(socket, connection));
      // The last response could not announce the close if its headers were already written.
      else if (connection.isClosing) socket.destroySoon();
    });
    run();
  }

  /** Stops reading a connection for `REFUSED_PAUSE_MS`, because its request was not admitted. Its waiting requests keep waiting. */
  pauseRefused(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (!connection || connection.isRefused) return;
    connection.isRefused = true;
    socket.pause();
    setTimeout(() => {
      connection.isRefused = false;
      connection.freeAt = performance.now();
      this.#runNext(socket, connection);
      if (!socket.destroyed) resume(socket, connection);
    }, REFUSED_PAUSE_MS).unref();
  }

  /**
   * Called when a client has sent bytes that cannot be parsed, or sends a request too slowly. Ignores further requests, and
   * closes the connection after its responses. Returns false if no request runs or waits, or if the error is in the body of the
   * first of them and its response has not begun: then the error can be the response.
   */
  closeAfterResponses(socket: Socket): boolean {
    const connection = this.#connections.get(socket);
    const outgoing = (connection?.running ?? connection?.waiting[0])?.outgoing;
    if (!connection || !outgoing || !socket.writable) return false;
    if (!outgoing.req.complete && !outgoing.headersSent) return false;
    if (connection.isClosing) return true;
    // The client has disconnected after a part of a request.
    if (socket.readableEnded) socket.destroy();
    refuseFurther(socket, connection);
    socket.pause();
    return true;
  }

  /** Calls the listener when the response has been written to the socket or its connection is closed. */
  onEnd(socket: Socket, outgoing: ServerResponse, listener: () => void): void {
    const running = this.#connections.get(socket)?.running;
    if (running?.outgoing === outgoing) running.endListeners.push(listener);
    else listener();
  }

  /** When the last response of the connection, or the pause after it, ended, in milliseconds as `performance.now()`. */
  freeAt(socket: Socket): number {
    return this.#connections.get(socket)?.freeAt ?? 0;
  }

  /** The last unfinished response of each connection. */
  lastResponses(): readonly ServerResponse[] {
    return [...this.#connections.values()].flatMap((connection) => lastResponse(connection) ?? []);
  }

  closeIdle(): void {
    for (const [socket, connection] of this.#connections) if (isIdle(socket, connection)) socket.destroy();
  }

  closeAll(): void {
    for (const socket of this.#connections.keys()) socket.destroy();
  }

  /**
   * When the response is complete, the connection becomes inactive: responses that nobody reads could otherwise take all
   * connections. It is closed if the client reads nothing for `readerTimeoutMs`; each read restarts the timeout.
   */
  #limitReadTime(socket: Socket, { region }: Connection, outgoing: ServerResponse): void {
    let previousTimeout = 0;
    outgoing.on('prefinish', () => {
      if (!socket.destroyed) this.#inactive.add(socket, region);
      previousTimeout = socket.timeout ?? 0;
      socket.setTimeout(this.#bounds.readerTimeoutMs);
    });
    // Node has set the keep-alive timeout by now, unless another response follows on this connection.
    outgoing.on('finish', () => {
      if (socket.timeout === this.#bounds.readerTimeoutMs) socket.setTimeout(previousTimeout);
    });
  }

  #open(socket: Socket): void {
    const region = this.#bounds.regionOfAddress(socket.remoteAddress ?? '');
    const connection: Connection = {
      region,
      running: null,
      waiting: [],
      isStarted: false,
      cancelStart: () => undefined,
      endCounts: [],
      isRefused: false,
      isClosing: false,
      bytesRead: 0,
      freeAt: 0,
    };
    if (this.#connections.size >= this.#bounds.max) (this.#inactive.take() ?? socket).destroy();
    this.#connections.set(socket, connection);
    if (!socket.destroyed) this.#inactive.add(socket, region);
    // Node resumes the socket after every request that it has parsed.
    socket.on('resume', () => {
      if (mustPause(connection)) socket.pause();
    });
    socket.on('close', () => {
      this.#connections.delete(socket);
      this.#inactive.delete(socket, region);
      for (const { release } of connection.waiting.splice(0)) release();
      callAll(connection.endCounts);
      connection.cancelStart();
    });
  }
}

/** Removes all functions and calls each. */
function callAll(listeners: (() => void)[]): void {
  for (const listener of listeners.splice(0)) listener();
}

/** Whether the client has sent a complete request, and its response has not begun. Hiding a large thread takes minutes. */
const isAwaited = (outgoing: ServerResponse | undefined): boolean =>
  outgoing !== undefined && outgoing.req.complete && !outgoing.headersSent;

/** Whether a request can run at once. */
const isFree = ({ isStarted, running, waiting }: Connection): boolean =>
  isStarted && !running && waiting.length === 0;

/** Ignores further requests of a connection, which closes after the waiting ones. */
function refuseFurther(socket: Socket, connection: Connection): void {
  connection.isClosing = true;
  stopParser(socket);
  const last = lastResponse(connection);
  if (last) announceClose(last);
}

/** The response to the last request of a connection. */
const lastResponse = ({ running, waiting }: Connection): ServerResponse | undefined =>
  (waiting.at(-1) ?? running)?.outgoing;

/** Whether a connection is not read, because its requests have to wait. */
const mustPause = ({ isRefused, waiting }: Connection): boolean => isRefused || waiting.length > 1;

function resume(socket: Socket, connection: Connection): void {
  if (!mustPause(connection) && !connection.isClosing) socket.resume();
}

/** `Connection: close` makes Node close the connection after this response and tells the client not to reuse it. */
export function announceClose(outgoing: ServerResponse): void {
  if (!outgoing.headersSent) outgoing.setHeader('connection', 'close');
}

/** Whether the client neither waits for a response nor has begun to send a request. */
const isIdle = (socket: Socket, { running, waiting, bytesRead, isRefused }: Connection): boolean =>
  !running && waiting.length === 0 && !isRefused && socket.bytesRead === bytesRead;

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { InactiveConnections } from './inactive-connections.ts';
import type { NewConnections } from './new-connections.ts';
import { stopParser } from './stop-parser.ts';
import { firstRequestBytes, LATER_REQUESTS_BYTES, type WaitingBounds } from './waiting-bytes.ts';

/** Maximum running requests of one connection. Further requests wait, and the connection is not read meanwhile. */
const MAX_RUNNING = 8;

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

interface Connection {
  /** The network of the client. */
  readonly network: string;
  /**
   * The responses to running and waiting requests, each with the functions to call at its end. Not promises: a promise with its
   * reactions would take half a kilobyte while the request waits.
   */
  readonly unfinished: Map<ServerResponse, (() => void)[]>;
  readonly waiting: WaitingRequest[];
  /** Before the start all requests wait, and the connection counts as inactive (`NewConnections`). */
  isStarted: boolean;
  /** Called when the connection starts or closes: they end its wait and the count of its bytes. */
  readonly endWait: (() => void)[];
  /** Whether a request was not admitted a short time ago. */
  isRefused: boolean;
  /** Whether further requests are ignored, because the connection closes after the waiting ones. */
  isClosing: boolean;
  /** `socket.bytesRead` when the last response was finished. More bytes mean that another request has begun. */
  bytesRead: number;
}

interface ParsedRequest {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly run: () => void;
}

interface WaitingRequest extends ParsedRequest {
  /** Ends the count of its bytes. */
  readonly release: () => void;
}

/** The bounds of the connections of a server. */
export interface ConnectionBounds {
  /**
   * Maximum open connections. A new connection above it closes an inactive one, without a running request: of the network with
   * the most inactive connections, the one that has been inactive longest. If none is inactive, the new connection is closed.
   */
  readonly max: number;
  /** A connection whose client reads nothing of a complete response for this time is closed. */
  readonly readerTimeoutMs: number;
  /** Returns the network of an address. */
  readonly networkOf: (address: string) => string;
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
  }

  /**
   * Tracks a response and runs its request: at once, or when the connection has started and earlier requests of it have
   * ended. Must be called before anything is written to the response.
   */
  serve(incoming: IncomingMessage, outgoing: ServerResponse, run: () => void): void {
    const { socket } = incoming;
    const connection = this.#connections.get(socket);
    // The connection closed after the request was parsed and before this listener ran.
    if (!connection) run();
    else if (connection.isStarted) this.#runOrWait(connection, { incoming, outgoing, run });
    else this.#waitForStart(connection, { incoming, outgoing, run });
  }

  #waitForStart(connection: Connection, request: ParsedRequest): void {
    const { incoming } = request;
    const { socket } = incoming;
    if (!this.#wait(connection, request)) return;
    const { length } = connection.waiting;
    if (length === 1) {
      const start = () => this.#start(socket, connection);
      connection.endWait.push(this.#bounds.newConnections.start(incoming, start));
    }
    if (connection.isStarted) return;
    // With one waiting request, the connection is still read: a paused socket does not report that the client has closed it.
    if (mustPause(connection)) socket.pause();
    if (length > 2) return;
    const bytes = length === 1 ? firstRequestBytes(incoming) : LATER_REQUESTS_BYTES;
    const close = () => void socket.destroy();
    connection.endWait.push(this.#bounds.waiting.trackBytes(incoming, { bytes, close }));
  }

  /** Runs the requests that have waited for the start of their connection. */
  #start(socket: Socket, connection: Connection): void {
    connection.isStarted = true;
    for (const end of connection.endWait.splice(0)) end();
    const requests = connection.waiting.splice(0);
    for (const { outgoing } of requests) this.#track(socket, connection, outgoing);
    connection.waiting.push(...requests.slice(MAX_RUNNING));
    resume(socket, connection);
    for (const request of requests.slice(0, MAX_RUNNING)) runWaitingRequest(request);
  }

  #runOrWait(connection: Connection, request: ParsedRequest): void {
    const { socket } = request.incoming;
    if (connection.unfinished.size < MAX_RUNNING) {
      this.#track(socket, connection, request.outgoing);
      request.run();
    } else if (this.#wait(connection, request)) {
      this.#track(socket, connection, request.outgoing);
      socket.pause();
    }
  }

  /** Adds a waiting request. Returns false if there are too many: then the connection closes after the waiting ones. */
  #wait(connection: Connection, request: ParsedRequest): boolean {
    if (connection.isClosing) return false;
    const { socket } = request.incoming;
    const mayWait = connection.waiting.length < MAX_WAITING && !socket.destroyed;
    const release = mayWait ? this.#countWaiting(connection, request) : null;
    if (release) {
      connection.waiting.push({ ...request, release });
      return true;
    }
    connection.isClosing = true;
    stopParser(socket);
    const last = lastResponse(connection);
    if (last) announceClose(last);
    return false;
  }

  #countWaiting({ isStarted, waiting }: Connection, { incoming }: ParsedRequest): (() => void) | null {
    // The first request of a new connection is bounded by the number of connections.
    const isFirst = !isStarted && waiting.length === 0;
    return isFirst ? () => undefined : this.#bounds.waiting.countRequest(incoming);
  }

  #track(socket: Socket, connection: Connection, outgoing: ServerResponse): void {
    const endListeners: (() => void)[] = [];
    connection.unfinished.set(outgoing, endListeners);
    this.#inactive.delete(socket, connection.network);
    this.#limitReadTime(socket, outgoing);
    // Not `once`: each event comes once, and `once` would keep 0.2 KB more while the request waits.
    outgoing.on('close', () => {
      connection.unfinished.delete(outgoing);
      connection.bytesRead = socket.bytesRead;
      if (connection.unfinished.size === 0 && !socket.destroyed)
        this.#inactive.add(socket, connection.network);
      callAll(endListeners);
      if (connection.waiting.length > 0) setImmediate(() => runWaiting(connection));
      // The last response could not announce the close if its headers were already written.
      else if (connection.isClosing && connection.unfinished.size === 0) socket.destroySoon();
      if (connection.unfinished.size === MAX_RUNNING && !connection.isClosing) resume(socket, connection);
    });
  }

  /** Stops reading a connection for `REFUSED_PAUSE_MS`, because its request was not admitted. Its waiting requests keep waiting. */
  pauseRefused(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (!connection || connection.isRefused) return;
    connection.isRefused = true;
    socket.pause();
    setTimeout(() => {
      connection.isRefused = false;
      runWaiting(connection);
      if (!socket.destroyed) resume(socket, connection);
    }, REFUSED_PAUSE_MS).unref();
  }

  /** Calls the listener when the response has been written to the socket or its connection is closed. */
  onEnd(socket: Socket, outgoing: ServerResponse, listener: () => void): void {
    const listeners = this.#connections.get(socket)?.unfinished.get(outgoing);
    if (listeners) listeners.push(listener);
    else listener();
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

  /** Closes the connection if the client reads nothing for `readerTimeoutMs`; each read restarts the timeout. */
  #limitReadTime(socket: Socket, outgoing: ServerResponse): void {
    let previousTimeout = 0;
    outgoing.on('prefinish', () => {
      previousTimeout = socket.timeout ?? 0;
      socket.setTimeout(this.#bounds.readerTimeoutMs);
    });
    // Node has set the keep-alive timeout by now, unless another response follows on this connection.
    outgoing.on('finish', () => {
      if (socket.timeout === this.#bounds.readerTimeoutMs) socket.setTimeout(previousTimeout);
    });
  }

  #open(socket: Socket): void {
    const network = this.#bounds.networkOf(socket.remoteAddress ?? '');
    const connection: Connection = {
      network,
      unfinished: new Map(),
      waiting: [],
      isStarted: false,
      endWait: [],
      isRefused: false,
      isClosing: false,
      bytesRead: 0,
    };
    if (this.#connections.size >= this.#bounds.max) (this.#inactive.take() ?? socket).destroy();
    this.#connections.set(socket, connection);
    if (!socket.destroyed) this.#inactive.add(socket, network);
    // Node resumes the socket after every request that it has parsed.
    socket.on('resume', () => {
      if (mustPause(connection)) socket.pause();
    });
    socket.on('close', () => {
      this.#connections.delete(socket);
      this.#inactive.delete(socket, network);
      for (const { release } of connection.waiting.splice(0)) release();
      for (const end of connection.endWait.splice(0)) end();
      // Node emits 'close' only on the response that it is writing, not on responses to later pipelined requests.
      for (const listeners of connection.unfinished.values()) callAll(listeners);
    });
  }
}

/** Calls each function once. */
function callAll(listeners: (() => void)[]): void {
  for (const listener of listeners.splice(0)) listener();
}

/** The response to the last request of a connection. */
const lastResponse = ({ unfinished, waiting }: Connection): ServerResponse | undefined =>
  waiting.at(-1)?.outgoing ?? [...unfinished.keys()].at(-1);

/** Whether a connection is not read, because its requests have to wait. */
const mustPause = ({ isStarted, isRefused, unfinished, waiting }: Connection): boolean =>
  isRefused || (isStarted ? unfinished.size > MAX_RUNNING : waiting.length > 1);

function resume(socket: Socket, connection: Connection): void {
  if (!mustPause(connection)) socket.resume();
}

function runWaitingRequest({ release, run }: WaitingRequest): void {
  release();
  run();
}

/** Runs as many waiting requests as may run. Stops at the first one that is not admitted. */
function runWaiting(connection: Connection): void {
  const { unfinished, waiting } = connection;
  while (!connection.isRefused && waiting.length > 0 && unfinished.size - waiting.length < MAX_RUNNING) {
    const next = waiting.shift();
    if (next) runWaitingRequest(next);
  }
}

/** `Connection: close` makes Node close the connection after this response and tells the client not to reuse it. */
export function announceClose(outgoing: ServerResponse): void {
  if (!outgoing.headersSent) outgoing.setHeader('connection', 'close');
}

/** Whether the client neither waits for a response nor has begun to send a request. */
const isIdle = (socket: Socket, { unfinished, bytesRead, isRefused }: Connection): boolean =>
  unfinished.size === 0 && !isRefused && socket.bytesRead === bytesRead;

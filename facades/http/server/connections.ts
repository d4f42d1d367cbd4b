import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Connection {
  readonly unfinished: Set<ServerResponse>;
  /** `socket.bytesRead` when the last response was finished. More bytes mean that another request has begun. */
  bytesRead: number;
}

/** Tracks the open connections of a server and the responses that are not yet finished on each. */
export class Connections {
  readonly #connections = new Map<Socket, Connection>();
  readonly #ended = new WeakMap<ServerResponse, PromiseWithResolvers<undefined>>();
  readonly #max: number;
  readonly #readerTimeoutMs: number;

  /**
   * Above `max` connections, the oldest idle connection is closed, or the new one if none is idle. A connection whose
   * client reads nothing of a complete response for `readerTimeoutMs` is closed.
   */
  constructor(
    server: Server,
    { max, readerTimeoutMs }: { readonly max: number; readonly readerTimeoutMs: number },
  ) {
    this.#max = max;
    this.#readerTimeoutMs = readerTimeoutMs;
    server.on('connection', (socket) => this.#open(socket));
  }

  /** Starts tracking a response. Must be called before anything is written to it. */
  trackResponse(socket: Socket, outgoing: ServerResponse): void {
    const connection = this.#connections.get(socket);
    const ended = Promise.withResolvers<undefined>();
    this.#ended.set(outgoing, ended);
    // The connection may have closed after the request was parsed and before this listener ran.
    if (!connection) {
      ended.resolve(undefined);
      return;
    }
    connection.unfinished.add(outgoing);
    this.#limitReadTime(socket, outgoing);
    outgoing.once('close', () => {
      connection.unfinished.delete(outgoing);
      connection.bytesRead = socket.bytesRead;
      ended.resolve(undefined);
    });
  }

  /** Resolves when the response has been written to the socket or its connection is closed. */
  whenEnded(outgoing: ServerResponse): Promise<undefined> {
    return this.#ended.get(outgoing)?.promise ?? Promise.resolve(undefined);
  }

  unfinishedResponses(): readonly ServerResponse[] {
    return [...this.#connections.values()].flatMap(({ unfinished }) => [...unfinished]);
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
    outgoing.once('prefinish', () => {
      previousTimeout = socket.timeout ?? 0;
      socket.setTimeout(this.#readerTimeoutMs);
    });
    // Node has set the keep-alive timeout by now, unless another response follows on this connection.
    outgoing.once('finish', () => {
      if (socket.timeout === this.#readerTimeoutMs) socket.setTimeout(previousTimeout);
    });
  }

  #open(socket: Socket): void {
    const connection: Connection = { unfinished: new Set(), bytesRead: 0 };
    if (this.#connections.size >= this.#max) (this.#findIdle() ?? socket).destroy();
    this.#connections.set(socket, connection);
    socket.once('close', () => {
      this.#connections.delete(socket);
      // Node emits 'close' only on the response it is writing, not on those of pipelined requests behind it.
      for (const outgoing of connection.unfinished) this.#ended.get(outgoing)?.resolve(undefined);
    });
  }

  #findIdle(): Socket | undefined {
    for (const [socket, connection] of this.#connections) if (isIdle(socket, connection)) return socket;
    return undefined;
  }
}

/** Whether the client neither waits for a response nor has begun to send a request. */
const isIdle = (socket: Socket, { unfinished, bytesRead }: Connection): boolean =>
  unfinished.size === 0 && socket.bytesRead === bytesRead;

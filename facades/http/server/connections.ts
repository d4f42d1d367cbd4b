import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection: its unfinished answers, and how many bytes it had sent when the last one was finished. */
interface Connection {
  readonly answers: Set<ServerResponse>;
  heard: number;
}

interface ConnectionBounds {
  readonly max: number;
  readonly readerTimeoutMs: number;
}

/** The open connections of a server, and the answers that each still waits for. */
export class Connections {
  readonly #connections = new Map<Socket, Connection>();
  readonly #endings = new WeakMap<ServerResponse, PromiseWithResolvers<undefined>>();
  readonly #max: number;
  readonly #readerTimeoutMs: number;

  /**
   * With more than `max` connections the oldest idle one is closed; where none is idle, the newest. A connection whose
   * client takes nothing of a finished answer for `readerTimeoutMs` is closed.
   */
  constructor(server: Server, { max, readerTimeoutMs }: ConnectionBounds) {
    this.#max = max;
    this.#readerTimeoutMs = readerTimeoutMs;
    server.on('connection', (socket) => this.#open(socket));
  }

  /** Registers an answer. Must run before anything is written to it. */
  trackResponse(socket: Socket, outgoing: ServerResponse): void {
    const connection = this.#connections.get(socket);
    const ending = Promise.withResolvers<undefined>();
    this.#endings.set(outgoing, ending);
    // The connection may have closed between the parser and this listener.
    if (!connection) {
      ending.resolve(undefined);
      return;
    }
    connection.answers.add(outgoing);
    this.#boundReading(socket, outgoing);
    outgoing.once('close', () => {
      connection.answers.delete(outgoing);
      connection.heard = socket.bytesRead;
      ending.resolve(undefined);
    });
  }

  /** Resolves when an answer is written out, or its connection is closed. */
  whenEnded(outgoing: ServerResponse): Promise<undefined> {
    return this.#endings.get(outgoing)?.promise ?? Promise.resolve(undefined);
  }

  unfinishedResponses(): readonly ServerResponse[] {
    return [...this.#connections.values()].flatMap(({ answers }) => [...answers]);
  }

  closeIdle(): void {
    for (const [socket, connection] of this.#connections) if (isIdle(socket, connection)) socket.destroy();
  }

  closeAll(): void {
    for (const socket of this.#connections.keys()) socket.destroy();
  }

  /** Node starts the time anew as long as the client takes some of what is written, however little. */
  #boundReading(socket: Socket, outgoing: ServerResponse): void {
    let usual = 0;
    outgoing.once('prefinish', () => {
      usual = socket.timeout ?? 0;
      socket.setTimeout(this.#readerTimeoutMs);
    });
    // Node itself has set the timeout of an idle connection by then, unless another answer follows on it.
    outgoing.once('finish', () => {
      if (socket.timeout === this.#readerTimeoutMs) socket.setTimeout(usual);
    });
  }

  #open(socket: Socket): void {
    const connection: Connection = { answers: new Set(), heard: 0 };
    if (this.#connections.size >= this.#max) (this.#findIdle() ?? socket).destroy();
    this.#connections.set(socket, connection);
    socket.once('close', () => {
      this.#connections.delete(socket);
      // Node closes only the answer it is writing: those of pipelined requests behind it never hear of the end.
      for (const outgoing of connection.answers) this.#endings.get(outgoing)?.resolve(undefined);
    });
  }

  #findIdle(): Socket | undefined {
    for (const [socket, connection] of this.#connections) if (isIdle(socket, connection)) return socket;
    return undefined;
  }
}

/** Whether a client neither waits for an answer nor has begun another request. */
const isIdle = (socket: Socket, { answers, heard }: Connection): boolean =>
  answers.size === 0 && socket.bytesRead === heard;

import type { IncomingMessage, ServerResponse } from 'node:http';
import { METHODS_WITH_BODY } from './body.ts';
import { stopBody } from './connections/stop-parser.ts';

/** Number of chunks, of any size, that a body may have. */
const FREE_CHUNKS = 256;

/** Minimum average size of further chunks, in bytes. */
const MIN_CHUNK_BYTES = 128;

/** The code of the failure of a body with more small chunks. */
export const MANY_CHUNKS = 'MANY_CHUNKS';

/** Says what is wrong with such a body, for the `detail` of the error. */
export const MANY_CHUNKS_DETAIL = `more small chunks than ${FREE_CHUNKS} and one for each ${MIN_CHUNK_BYTES} bytes`;

/** Pieces of a body below this size are joined: Node keeps each in a buffer, which takes some 400 bytes more. */
const SMALL_PIECE_BYTES = 1024;

/** Joined pieces are passed on when they have this size. */
const JOINED_BYTES = 8 * 1024;

/** Minimum size of a buffer for joined pieces. */
const MIN_JOINED_BYTES = 256;

const EMPTY = new Uint8Array(0);

/** Maximum bytes of a body that are read and discarded, so that the connection can carry the next request. */
const MAX_DISCARDED_BYTES = 1024 * 1024;

/** Requests with a method of `METHODS_WITH_BODY` whose bodies are discarded, because no route serves them. */
const unreadBodies = new WeakSet<IncomingMessage>();

/** How long the client has to read the response before the connection is closed. */
const LINGER_MS = 500;

/**
 * Bounds the cost of a body. Discards the bodies of methods outside `METHODS_WITH_BODY` as they arrive. No route reads them, and
 * Node would keep up to 128 KiB of each until the response is complete, which may take a minute if the request waits for news.
 * Closes the connection when the response is complete and more than 1 MiB of the body has been discarded: Node would read and
 * discard the rest until the request times out. Also bounds the number of small chunks: Node parses all chunks of one read, before
 * any other bound applies, in some 2 µs each. If a body has more, `onManyChunks` is called, which must respond, after earlier
 * responses of the connection, and close it; or the connection is closed, if the body is discarded or its response has begun. Small
 * pieces of a body, also of one that is not chunked, are joined.
 */
export function limitBody(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  onManyChunks: (failure: Error) => void,
): void {
  const { socket, headers, method = '' } = incoming;
  const isChunked = headers['transfer-encoding'] !== undefined;
  if (!isChunked && !Number(headers['content-length'])) return;
  const hasReadableBody = METHODS_WITH_BODY.has(method);
  const joiner = new PieceJoiner(incoming);
  let chunks = 0;
  let bytes = 0;
  let discarded = 0;
  let isRefused = false;
  const refuse = (): false => {
    isRefused = true;
    stopBody(socket);
    socket.pause();
    if (hasReadableBody && !outgoing.headersSent)
      onManyChunks(Object.assign(new Error('The body has too many small chunks'), { code: MANY_CHUNKS }));
    else socket.destroy();
    return false;
  };
  incoming.push = (chunk: Uint8Array | null) => {
    // Also the end of a refused body is ignored: it would seem to be complete.
    if (isRefused) return false;
    // The end of the body: without it, the request would never end.
    if (!chunk) return joiner.end();
    chunks += 1;
    bytes += chunk.length;
    if (isChunked && chunks > FREE_CHUNKS + bytes / MIN_CHUNK_BYTES) return refuse();
    const isRead = hasReadableBody && !unreadBodies.has(incoming);
    if (!isRead || outgoing.writableFinished) discarded += chunk.length;
    if (discarded <= MAX_DISCARDED_BYTES) return isRead ? joiner.push(chunk) : true;
    // Node stops reading from the socket when a push returns false. It reads again when the response is complete.
    if (outgoing.writableFinished) setTimeout(() => socket.destroy(), LINGER_MS).unref();
    return false;
  };
  // Node calls `_dump` to discard the rest of a body. With the original `_dump`, Node would drop parsed chunks before `push`.
  Object.assign(incoming, { _dump: () => incoming.resume() });
}

/** Discards the body of a request: what has arrived, and the rest as `limitBody` does. Nothing may read the body afterwards. */
export function discardBody(incoming: IncomingMessage): void {
  unreadBodies.add(incoming);
  incoming.resume();
}

/**
 * Passes the pieces of a body on to its request. Joins small ones in one buffer, of at most twice their size, so they may be passed on
 * later than they arrive: routes read whole bodies.
 */
class PieceJoiner {
  readonly #push: (piece: Uint8Array | null) => boolean;
  readonly #contentLength: number;
  #received = 0;
  #buffer: Uint8Array = EMPTY;
  /** Number of bytes of `#buffer` that are used. */
  #length = 0;

  constructor(incoming: IncomingMessage) {
    this.#push = incoming.push.bind(incoming);
    this.#contentLength = Number(incoming.headers['content-length']);
  }

  /** As `Readable.push`: returns false if no more pieces should come now. */
  push(piece: Uint8Array): boolean {
    this.#received += piece.length;
    const isLast = this.#received === this.#contentLength;
    const isSmall = piece.length < SMALL_PIECE_BYTES && !(isLast && this.#length === 0);
    if (isSmall) this.#join(piece);
    if (isSmall && !isLast && this.#length < JOINED_BYTES) return true;
    const mayContinue = this.#pushJoined();
    return isSmall ? mayContinue : this.#push(piece);
  }

  /** Passes on the end of the body. */
  end(): boolean {
    this.#pushJoined();
    return this.#push(null);
  }

  #join(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > this.#buffer.length) {
      // Not `allocUnsafe`: its buffers keep a shared one in memory.
      const larger = Buffer.allocUnsafeSlow(Math.max(MIN_JOINED_BYTES, 2 * this.#buffer.length, length));
      larger.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = larger;
    }
    this.#buffer.set(piece, this.#length);
    this.#length = length;
  }

  #pushJoined(): boolean {
    if (this.#length === 0) return true;
    const joined = this.#buffer.subarray(0, this.#length);
    [this.#buffer, this.#length] = [EMPTY, 0];
    return this.#push(joined);
  }
}

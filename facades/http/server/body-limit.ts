import type { IncomingMessage, ServerResponse } from 'node:http';
import { METHODS_WITH_BODY } from './body.ts';
import { stopBody } from './connections/stop-parser.ts';

/** Number of chunks, of any size, that a body may have. */
export const FREE_CHUNKS = 48;

/** The same for a body that is discarded. */
const FREE_DISCARDED_CHUNKS = 8;

/** Minimum average size of further chunks, in bytes. */
export const MIN_CHUNK_BYTES = 128;

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
 * any other bound applies, in some 2 µs each. If a body has more, `onManyChunks` is called, which must respond and close the
 * connection; or the connection is closed, if the body is discarded or its response has begun.
 */
export function limitBody(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  onManyChunks: () => void,
): void {
  const { socket, headers, method = '' } = incoming;
  const isChunked = headers['transfer-encoding'] !== undefined;
  if (!isChunked && !Number(headers['content-length'])) return;
  const hasReadableBody = METHODS_WITH_BODY.has(method);
  const freeChunks = hasReadableBody ? FREE_CHUNKS : FREE_DISCARDED_CHUNKS;
  const push = incoming.push.bind(incoming);
  let chunks = 0;
  let bytes = 0;
  let discarded = 0;
  let isRefused = false;
  const refuse = (): false => {
    isRefused = true;
    stopBody(socket);
    socket.pause();
    if (hasReadableBody && !outgoing.headersSent) onManyChunks();
    else socket.destroy();
    return false;
  };
  incoming.push = (chunk: Uint8Array | null, encoding) => {
    // Also the end of a refused body is ignored: it would seem to be complete.
    if (isRefused) return false;
    // The end of the body: without it, the request would never end.
    if (!chunk) return push(chunk, encoding);
    chunks += 1;
    bytes += chunk.length;
    if (isChunked && chunks > freeChunks + bytes / MIN_CHUNK_BYTES) return refuse();
    const isRead = hasReadableBody && !unreadBodies.has(incoming);
    if (!isRead || outgoing.writableFinished) discarded += chunk.length;
    if (discarded <= MAX_DISCARDED_BYTES) return isRead ? push(chunk, encoding) : true;
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

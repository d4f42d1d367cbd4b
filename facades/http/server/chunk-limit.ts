import type { IncomingMessage } from 'node:http';

/** Chunks that any body may have, whatever their size. */
const FREE_CHUNKS = 256;

/** Average size of further chunks, in bytes. */
const MIN_CHUNK_BYTES = 256;

/**
 * Closes the connection of a chunked body with many small chunks. Parsing and reading takes some microseconds for each
 * chunk: a body of 60 000 chunks would take half a second.
 */
export function limitChunks(incoming: IncomingMessage): void {
  if (incoming.headers['transfer-encoding'] === undefined) return;
  const push = incoming.push.bind(incoming);
  let chunks = 0;
  let bytes = 0;
  incoming.push = (chunk: Uint8Array | null, encoding) => {
    chunks += 1;
    bytes += chunk?.length ?? 0;
    if (chunks <= FREE_CHUNKS + bytes / MIN_CHUNK_BYTES) return push(chunk, encoding);
    incoming.socket.destroy();
    return false;
  };
  // Node would parse the chunks of a body that nobody reads without pushing them.
  Object.assign(incoming, { _dump: () => incoming.resume() });
}

import { BoardError } from '../../../schema/contract.ts';
import type { Bytes, HeaderRecord } from '../reply.ts';
import type { IncompleteBodies } from './admission.ts';
import { BODY_TOO_SLOW, requireBodyRate } from './body-rate.ts';
import type { Peer } from './peer.ts';

/** The methods whose bodies are read. */
export const METHODS_WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PATCH']);

const EMPTY_BODY: Bytes = new Uint8Array(0);

/** A request whose body is being received. */
interface ReceivingRequest {
  readonly request: Request;
  readonly address: string;
  readonly peer: Peer;
  /** The headers of the response. */
  headers: HeaderRecord;
}

/**
 * Reads the body, as `readBody` does. If it arrives too slowly, the connection is closed, because the rest may never come. `bodies`
 * counts the request until its body is complete.
 */
export async function receiveBody(
  state: ReceivingRequest,
  maxBytes: number,
  bodies?: IncompleteBodies,
): Promise<Bytes> {
  const { request, address, peer } = state;
  const reading = readBody(request, maxBytes);
  if (!peer.close || !peer.bytesRead) return reading;
  const release = bodies?.track(address, peer.close);
  try {
    return await requireBodyRate(reading, peer.bytesRead);
  } catch (error) {
    if (error === BODY_TOO_SLOW) state.headers = { ...state.headers, connection: 'close' };
    throw error;
  } finally {
    release?.();
  }
}

/**
 * Reads a request body of at most `maxBytes` bytes. Throws `body_too_large` (before reading if `Content-Length` is over
 * the limit, otherwise as soon as the limit is exceeded), and `malformed_request` if `Content-Length` is not a number or the body
 * ends early.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Bytes> {
  const contentLength = readContentLength(request.headers.get('content-length'));
  if (contentLength === 0) return EMPTY_BODY;
  if (contentLength !== null && contentLength > maxBytes) throw createBodyTooLarge(maxBytes);
  try {
    // Node's HTTP parser enforces Content-Length. A chunked body has none, so its bytes are counted.
    if (contentLength === null) return await readCounted(request, maxBytes);
    return new Uint8Array(await request.arrayBuffer());
  } catch (error) {
    if (error instanceof BoardError) throw error;
    throw new BoardError('malformed_request', 'The request body ended before it was complete', {
      cause: error,
    });
  }
}

/** Returns the most bytes that `readBody` can read: `Content-Length` (0 if it refuses that length), or else `maxBytes`. */
export function maxBodyBytesOf(headers: Headers, maxBytes: number): number {
  const length = Number(headers.get('content-length') ?? maxBytes);
  return length <= maxBytes ? length : 0;
}

function readContentLength(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header);
  throw new BoardError('malformed_request', 'Content-Length must be a number of bytes');
}

async function readCounted(request: Request, maxBytes: number): Promise<Bytes> {
  if (!request.body) return EMPTY_BODY;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body.values({ preventCancel: true })) {
    size += chunk.byteLength;
    if (size > maxBytes) break;
    chunks.push(chunk);
  }
  if (size <= maxBytes) return Buffer.concat(chunks, size);
  discardRest(request.body);
  throw createBodyTooLarge(maxBytes);
}

/**
 * Reads the rest of a body in the background, so that the connection can carry the next request: a cancelled body would
 * block it. `@hono/node-server` closes the connection if the rest has not come 500 ms after the response. An error is ignored:
 * it means that the client has disconnected.
 */
function discardRest(body: ReadableStream): void {
  body.pipeTo(new WritableStream()).catch(() => undefined);
}

const createBodyTooLarge = (maxBytes: number): BoardError =>
  new BoardError('body_too_large', `The request body must not exceed ${maxBytes} bytes`, {
    members: { max_bytes: maxBytes },
  });

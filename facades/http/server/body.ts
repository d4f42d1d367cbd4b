import { BoardError } from '../../../schema/contract.ts';
import type { Bytes } from '../reply.ts';

const EMPTY: Bytes = new Uint8Array(0);

/**
 * Reads a request's body of at most `maxBytes`. Throws `body_too_large`, by the announced length before a byte is
 * read and by the actual one otherwise, and `malformed_request` when the body breaks off.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Bytes> {
  const announced = readLength(request.headers.get('content-length'));
  if (announced === 0) return EMPTY;
  if (announced !== null && announced > maxBytes) throw tooLarge(maxBytes);
  try {
    // An announced length is one that HTTP holds the sender to; without one the bytes are counted as they come.
    if (announced === null) return await readCounted(request, maxBytes);
    return new Uint8Array(await request.arrayBuffer());
  } catch (error) {
    if (error instanceof BoardError) throw error;
    throw new BoardError('malformed_request', 'The body broke off before it was complete', { cause: error });
  }
}

function readLength(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header);
  throw new BoardError('malformed_request', 'Content-Length must be a number of bytes');
}

async function readCounted(request: Request, maxBytes: number): Promise<Bytes> {
  if (!request.body) return EMPTY;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

const tooLarge = (maxBytes: number): BoardError =>
  new BoardError('body_too_large', `The body may have at most ${maxBytes} bytes`, {
    members: { max_bytes: maxBytes },
  });

import { BoardError } from '../../schema/contract.ts';

const tooLarge = (maxBytes: number) =>
  new BoardError('body_too_large', `The body may have at most ${maxBytes} bytes`, { members: { max_bytes: maxBytes } });

/** Reads a body of at most `maxBytes` of UTF-8; null where there is none. Throws `body_too_large`, `malformed_request`. */
export async function readBody(request: Request, maxBytes: number): Promise<string | null> {
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  if (!request.body) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return size === 0 ? null : decode(chunks);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(chunks: readonly Uint8Array[]): string {
  try {
    return utf8.decode(Buffer.concat(chunks));
  } catch {
    throw new BoardError('malformed_request', 'The body is not UTF-8');
  }
}

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** Reads a body as a JSON object; no body is an empty object. Throws `unsupported_media_type`, `malformed_json`, `malformed_request`. */
export function readJsonObject(body: string | null, mediaType: string | null): Readonly<Record<string, unknown>> {
  if (body === null) return {};
  if (mediaType === null || !JSON_TYPE.test(mediaType.trim())) {
    throw new BoardError('unsupported_media_type', 'Send the body with Content-Type: application/json');
  }
  const value = readJson(body);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new BoardError('malformed_request', 'The body must be a JSON object', {
    issues: [{ path: [], loc: ['body'], msg: 'Must be an object', type: 'object_type' }],
  });
}

/** Reads JSON text. Throws `malformed_json`. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Engines differ in depth they can follow; beyond it the text is as good as broken.
    const detail = error instanceof SyntaxError ? error.message : 'it is nested too deep';
    throw new BoardError('malformed_json', `The body is not JSON: ${detail.slice(0, 200)}`, {
      issues: [{ path: [], loc: ['body'], msg: 'Must be JSON', type: 'json_invalid' }],
    });
  }
}

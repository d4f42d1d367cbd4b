import { transcode } from 'node:buffer';
import { isStringOneByteRepresentation } from 'node:v8';

/** Bytes in memory that is not shared, as `Request` and `Response` accept for a body. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Header names in lower case. */
export type HeaderRecord = Readonly<Record<string, string>>;

/**
 * What a route answers with. Plainer than a Response: the router adds the headers of the door and of the request to
 * it and makes one Response of the sum.
 */
export interface Reply {
  readonly status: number;
  readonly headers: HeaderRecord;
  /** Bytes where it is sent many times: text is encoded anew each time. */
  readonly body: string | Bytes | null;
}

interface ReplyOptions {
  readonly status?: number;
  readonly headers?: HeaderRecord;
}

/** A value as JSON, 200 unless told otherwise. */
export const toJsonReply = (value: unknown, options?: ReplyOptions): Reply =>
  toSerializedReply(JSON.stringify(value), options);

/** JSON that is written already. */
export function toSerializedReply(json: string | Bytes, { status = 200, headers }: ReplyOptions = {}): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: json };
}

/** Text of a media type: `toTextReply(atom, 'application/atom+xml')`. It is UTF-8, and says so. */
export function toTextReply(
  text: string,
  mediaType: string,
  { status = 200, headers }: ReplyOptions = {},
): Reply {
  return { status, headers: { 'content-type': `${mediaType}; charset=utf-8`, ...headers }, body: text };
}

/** The same reply, encoded: for one that is kept and sent again. */
export const toEncodedReply = (reply: Reply): Reply =>
  typeof reply.body === 'string' ? { ...reply, body: encodeUtf8(reply.body) } : reply;

/**
 * Text as UTF-8. V8 writes text beyond Latin-1 character by character, and measures it first; transcoding takes a
 * quarter of that time.
 */
export const encodeUtf8 = (text: string): Bytes =>
  isStringOneByteRepresentation(text) || !text.isWellFormed()
    ? Buffer.from(text)
    : transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8');

/** A body as it is best sent: Latin-1 as it is, all else encoded. */
export const encodeUnlessLatin1 = (body: Reply['body']): Reply['body'] =>
  typeof body !== 'string' || isStringOneByteRepresentation(body) ? body : encodeUtf8(body);

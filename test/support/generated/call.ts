// A generated request before it is sent: its parts by name, with places that the board's earlier answers fill.
import { fill, type Resolver, toJson, toText, Verbatim } from './values/placeholders.ts';

/** Who sends a request. */
export type CallerName =
  | 'ada'
  | 'bob'
  | 'cy'
  /** Is quarantined. */
  | 'eve'
  | 'operator'
  /** The operator's session, in a cookie. */
  | 'cookie'
  /** The operator's session, as a bearer credential. */
  | 'session'
  | 'nobody'
  /** A key that has ended. */
  | 'revoked'
  /** A well-formed key that belongs to nobody. */
  | 'unknown'
  | 'malformed'
  /** An agent that registered in an earlier request. */
  | 'met'
  /** The key of one agent with the handle of another. */
  | 'crossed';

export interface Call {
  readonly method: string;
  /** With parameters in braces: `/v1/threads/{thread_id}`. */
  readonly path: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: readonly (readonly [name: unknown, value: unknown])[];
  readonly headers: readonly (readonly [name: string, value: unknown])[];
  /** JSON; undefined where there is no body. */
  readonly body?: unknown;
  /** Changes the bytes of the body before they are sent. */
  readonly transformBody?: (bytes: Buffer) => Buffer;
  /** Bytes of a chunk; the body is sent with its length where this is left out. */
  readonly chunkSize?: number;
  readonly caller: CallerName;
  /** Where the interface takes a key. */
  readonly credentialIn: 'headers' | 'query';
}

/** How a caller proves who it is. */
export interface Credential {
  readonly key: string | null;
  readonly handle: string | null;
  readonly cookie?: string;
}

/** A request as bytes, but for the framing that HTTP adds. */
export interface WireRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer | null;
  readonly chunkSize: number | undefined;
}

/** Fills and encodes a call. */
export function toWire(call: Call, credential: Credential, resolver: Resolver): WireRequest {
  const { method, path, params, chunkSize: chunk, transformBody: mangle = same } = call;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encode(fill(params[name], resolver)));
  const query = [...call.query, ...(call.credentialIn === 'query' ? inQuery(credential) : [])];
  const body = call.body === undefined ? null : mangle(Buffer.from(toJson(fill(call.body, resolver))));
  const own: Call['headers'] = body === null ? [] : [['content-type', 'application/json']];
  const signed = call.credentialIn === 'headers' ? inHeaders(credential) : [];
  return {
    method,
    target: sendable(`${filled}${toQuery(query, resolver)}`),
    headers: toHeaders([...own, ...signed, ...call.headers], resolver),
    body,
    chunkSize: chunk,
  };
}

const same = (bytes: Buffer): Buffer => bytes;

const inQuery = ({ key, handle }: Credential): Call['query'] => [
  ...(key === null ? [] : [['key', key] as const]),
  ...(handle === null ? [] : [['handle', handle] as const]),
];

const inHeaders = ({ key, handle, cookie }: Credential): Call['headers'] => [
  ...(key === null ? [] : [['authorization', `Bearer ${key}`] as const]),
  ...(handle === null ? [] : [['x-agent-handle', handle] as const]),
  ...(cookie === undefined ? [] : [['cookie', `access_token=${cookie}`] as const]),
];

function toQuery(query: Call['query'], resolver: Resolver): string {
  const terms = query.map(([name, value]) =>
    value instanceof Verbatim && name === ''
      ? value.text
      : `${encode(fill(name, resolver))}=${encode(fill(value, resolver))}`,
  );
  return terms.length === 0 ? '' : `?${terms.join('&')}`;
}

/** Percent-encodes a value; a lone surrogate is encoded like a character, which is no UTF-8. */
function encode(value: unknown): string {
  if (value instanceof Verbatim) return value.text;
  const text = toText(value);
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : `%ED%A0%80${encodeURIComponent(text.toWellFormed())}`;
}

/** Node's client sends no other characters in a request line. */
const sendable = (target: string): string => target.replace(/[^\x21-\xff]/g, '');

/** A later header of a name replaces an earlier one, unless both are of one list, which is sent as repeated headers. */
function toHeaders(headers: Call['headers'], resolver: Resolver): Record<string, string | readonly string[]> {
  const all: Record<string, string | readonly string[]> = {};
  for (const [name, value] of headers) {
    const filled = fill(value, resolver);
    all[name] = Array.isArray(filled) ? filled.map(toHeader) : toHeader(filled);
  }
  return all;
}

/** Node's client sends no other characters in a header; the server's parser refuses headers of more than 32 KiB. */
const toHeader = (value: unknown): string =>
  toText(value)
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .slice(0, 9_000);

// A generated request before it is sent: its parts, with placeholders for values from earlier responses.
import { fill, type Resolver, toJson, toText, Verbatim } from './values/placeholders.ts';

/** The sender of a request. */
export type CallerName =
  | 'ada'
  | 'bob'
  | 'cy'
  /** A quarantined agent. */
  | 'eve'
  | 'operator'
  /** The operator's session, in a cookie. */
  | 'cookie'
  /** The operator's session, as a bearer credential. */
  | 'session'
  /** Sends no key. */
  | 'anonymous'
  /** A revoked key. */
  | 'revoked'
  /** A well-formed key that was never issued. */
  | 'unknown'
  | 'malformed'
  /** An agent that registered in an earlier request. */
  | 'registered'
  /** The key of one agent with the handle of another. */
  | 'mismatched';

export interface Call {
  readonly method: string;
  /** With parameters in braces: `/v1/threads/{thread_id}`. */
  readonly path: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: readonly (readonly [name: unknown, value: unknown])[];
  readonly headers: readonly (readonly [name: string, value: unknown])[];
  /** Sent as JSON. Undefined for no body. */
  readonly body?: unknown;
  /** Changes the bytes of the body before they are sent. */
  readonly transformBody?: (bytes: Buffer) => Buffer;
  /** Bytes per chunk. Without it the body is sent with Content-Length. */
  readonly chunkSize?: number;
  readonly caller: CallerName;
  /** Where the interface expects the key. */
  readonly credentialIn: 'headers' | 'query';
}

/** The credentials of a caller. */
export interface Credential {
  readonly key: string | null;
  readonly handle: string | null;
  readonly cookie?: string;
}

/** An encoded request. The HTTP client adds the framing. */
export interface WireRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer | null;
  readonly chunkSize: number | undefined;
}

/** Replaces the placeholders of a call and encodes it. */
export function toWire(call: Call, credential: Credential, resolver: Resolver): WireRequest {
  const { method, path, params, chunkSize: chunk, transformBody = unchanged } = call;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encode(fill(params[name], resolver)));
  const query = [...call.query, ...(call.credentialIn === 'query' ? toQueryCredentials(credential) : [])];
  const body = call.body === undefined ? null : transformBody(Buffer.from(toJson(fill(call.body, resolver))));
  const contentType: Call['headers'] = body === null ? [] : [['content-type', 'application/json']];
  const credentialHeaders = call.credentialIn === 'headers' ? toHeaderCredentials(credential) : [];
  return {
    method,
    target: removeUnsendable(`${filled}${toQuery(query, resolver)}`),
    headers: toHeaders([...contentType, ...credentialHeaders, ...call.headers], resolver),
    body,
    chunkSize: chunk,
  };
}

const unchanged = (bytes: Buffer): Buffer => bytes;

const toQueryCredentials = ({ key, handle }: Credential): Call['query'] => [
  ...(key === null ? [] : [['key', key] as const]),
  ...(handle === null ? [] : [['handle', handle] as const]),
];

const toHeaderCredentials = ({ key, handle, cookie }: Credential): Call['headers'] => [
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

/** Percent-encodes a value. A lone surrogate becomes bytes that are not UTF-8. */
function encode(value: unknown): string {
  if (value instanceof Verbatim) return value.text;
  const text = toText(value);
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : `%ED%A0%80${encodeURIComponent(text.toWellFormed())}`;
}

/** Removes the characters that Node’s client does not send in a request line. */
const removeUnsendable = (target: string): string => target.replace(/[^\x21-\xff]/g, '');

/** A later header replaces an earlier one with the same name. A list is sent as repeated headers. */
function toHeaders(headers: Call['headers'], resolver: Resolver): Record<string, string | readonly string[]> {
  const all: Record<string, string | readonly string[]> = {};
  for (const [name, value] of headers) {
    const filled = fill(value, resolver);
    all[name] = Array.isArray(filled) ? filled.map(toHeader) : toHeader(filled);
  }
  return all;
}

/** Removes characters that Node’s client does not send, and truncates: the server refuses headers over 16 KiB. */
const toHeader = (value: unknown): string =>
  toText(value)
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .slice(0, 9_000);

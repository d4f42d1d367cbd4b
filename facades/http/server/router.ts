import { setImmediate } from 'node:timers/promises';
import { BoardError } from '../../../schema/contract.ts';
import { prefersHtml } from '../codec/accept.ts';
import type { AddressReader } from './client-address.ts';
import { maxBodyBytes, readBody } from './body.ts';
import { BODY_TOO_SLOW, requireBodyRate } from './body-rate.ts';
import { countUnread, countUnreadChunks, type UnreadResponses } from './count-unread.ts';
import { corsHeaders } from '../codec/cors.ts';
import { type NextCallFormatter, toProblemReply, type RefusalWriter } from '../problem.ts';
import { type HeaderRecord, type Reply, encodeUnlessLatin1 } from '../reply.ts';
import { createConnection } from './request-connection.ts';
import { createNotAcceptable, createRouteNotFound, createUriTooLong, OVERLOADED } from './refusals.ts';
import { readRequestId } from './request-id.ts';
import type { Bytes, Route } from '../route.ts';
import {
  createRouteTable,
  type Endpoint,
  type RouteMatch,
  type PathEntry,
  type RouteTable,
  UNMATCHED_HEADERS,
} from './route-table.ts';

/** Maximum number of characters of a URL, scheme and host included. */
export const MAX_URL_LENGTH = 8 * 1024;
const METHODS_WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PATCH']);

/** The client's end of the connection. */
export interface Peer {
  readonly address: string;
  /** Resolves when the response is written or the connection is closed. Undefined without a connection. */
  readonly ended?: Promise<unknown>;
  /** Closes the connection. Undefined without one. */
  readonly close?: () => void;
  /** The bytes that the connection has received. Undefined without one. */
  readonly bytesRead?: () => number;
}

export type Fetch = (request: Request, peer: Peer) => Promise<Response>;

export interface Router {
  /** Responds to every request. Never rejects. */
  readonly fetch: Fetch;
  /** Prepares the routes one by one; other work runs in between. */
  prepare(): Promise<void>;
}

/** Limits the number of requests in flight. */
export interface Admission {
  /**
   * Admits a request from a client address. Returns a function that releases its slot, or null if there is none free.
   * `bodyBytes` is the most that its body can have.
   */
  admit(address: string, bodyBytes: number): (() => void) | null;
  /** Called when the process continues with an admitted request, after it has waited for its body. */
  resume(address: string): void;
}

/** Limits the requests whose body is incomplete. */
export interface IncompleteBodies {
  /** Counts a request of a client address until the returned function is called. May close it or older ones. */
  track(address: string, close: () => void): () => void;
}

export interface RouterOptions {
  /** Base URL of the site, which also describes the problem types. */
  readonly siteUrl: string;
  /** Maximum bytes of a request body. A route may override it. */
  readonly maxBody: number;
  readonly addressOf: AddressReader;
  /** Asked before the body of a request is read. Default: every request is admitted. */
  readonly admission?: Admission;
  /** Counts each request whose body is being read from a connection. */
  readonly bodies?: IncompleteBodies;
  /** Counts each response that is sent over a connection. */
  readonly unread?: UnreadResponses;
  readonly formatNextCall: NextCallFormatter;
  /** Converts whatever was thrown to the error that the caller sees. Logs unexpected errors. */
  readonly toRefusal: (error: unknown, requestId: string) => BoardError;
  /** The error for a path that no route has. Null or absent: one that names the index and the guide. */
  readonly createNotFound?: (pathname: string) => BoardError | null;
  /** Formats errors. Default: problem details in JSON. */
  readonly writeRefusal?: RefusalWriter;
}

/** State of one request while it is being served. */
interface RequestState {
  readonly request: Request;
  readonly requestId: string;
  readonly address: string;
  readonly peer: Peer;
  headers: HeaderRecord;
  formatNextCall: NextCallFormatter;
  writeRefusal: RefusalWriter;
  /** Releases the admission slot. Does nothing before the request is admitted. */
  release: () => void;
}

const NOT_FOUND_HEADERS: HeaderRecord = { ...UNMATCHED_HEADERS, ...corsHeaders };

/**
 * Creates the router of an HTTP server. For each request it checks, in this order: the length of the URL, the path, the
 * method, admission, the size of the body, and `Accept`. Then the route serves the request. Throws if two routes have
 * the same method and path.
 */
export function createRouter(routes: readonly Route[], options: RouterOptions): Router {
  const table = createRouteTable(routes);
  const { formatNextCall, writeRefusal = toProblemReply, addressOf, toRefusal, unread } = options;
  return {
    async prepare() {
      for (const route of routes) {
        await route.prepare?.();
        await setImmediate();
      }
    },
    async fetch(request, peer) {
      const requestId = readRequestId(request.headers.get('x-request-id'));
      const address = addressOf(peer.address, request.headers.get('x-forwarded-for'));
      const state: RequestState = {
        request,
        requestId,
        address,
        peer,
        headers: NOT_FOUND_HEADERS,
        formatNextCall,
        writeRefusal,
        release: () => undefined,
      };
      try {
        const reply = await serve(table, state, options).catch((error: unknown) =>
          refuse(state, toRefusal(error, requestId), options.siteUrl),
        );
        // Only a Response has `ok`. Those of Yoga are of another class, so `instanceof` does not find them.
        if ('ok' in reply) return addHeaders(countUnreadChunks(reply, address, { peer, unread }), state);
        const encoded = { ...reply, body: encodeUnlessLatin1(reply.body) };
        countUnread(encoded, address, { peer, unread });
        return toResponse(encoded, state);
      } finally {
        // Either the route or the client may finish last. A request that has paused holds another slot then.
        void Promise.resolve(peer.ended).then(() => state.release());
      }
    },
  };
}

/** Admits the request. Returns false if it is refused. */
function admit(state: RequestState, admission: Admission | undefined, maxBytes: number): boolean {
  if (!admission) return true;
  const { request, address } = state;
  const bodyBytes = METHODS_WITH_BODY.has(request.method) ? maxBodyBytes(request.headers, maxBytes) : 0;
  const release = admission.admit(address, bodyBytes);
  if (release) state.release = release;
  return release !== null;
}

const refuse = (
  { request, requestId, formatNextCall, writeRefusal }: RequestState,
  error: BoardError,
  siteUrl: string,
): Reply | Promise<Reply> => writeRefusal(error, { siteUrl, requestId, formatNextCall }, request);

/** How a route formats errors, where it differs from the router. */
const refusalFormat = ({ formatNextCall, writeRefusal }: Route): Partial<RequestState> => ({
  ...(formatNextCall && { formatNextCall }),
  ...(writeRefusal && { writeRefusal }),
});

async function serve(
  table: RouteTable,
  state: RequestState,
  options: RouterOptions,
): Promise<Reply | Response> {
  const { request, requestId, address } = state;
  const url = readUrl(request.url);
  const { entry, params: encoded } = findRoute(table, url.pathname, options.createNotFound);
  state.headers = entry.unmatchedHeaders;
  if (request.method === 'OPTIONS') return { status: 200, headers: entry.options, body: null };
  const { route, headers } = endpointOf(entry, request.method);
  state.headers = headers;
  Object.assign(state, refusalFormat(route));
  const maxBytes = route.maxBody ?? options.maxBody;
  if (!route.isAlwaysServed && !admit(state, options.admission, maxBytes))
    return refuse(state, OVERLOADED, options.siteUrl);
  const params = decodeParams(encoded);
  const body = METHODS_WITH_BODY.has(request.method)
    ? await receiveBody(state, { bodies: options.bodies, maxBytes })
    : null;
  options.admission?.resume(address);
  if (route.json && prefersHtml(request.headers.get('accept'))) throw createNotAcceptable(options.siteUrl);
  const connection = createConnection(state, {
    bodyBytes: body?.byteLength ?? 0,
    admit: () => options.admission?.admit(address, 0) ?? null,
  });
  return route.serve({ request, url, params, body, requestId, address, connection });
}

/** Reads the body. After a body that is too slow the connection is closed, because the rest may never come. */
async function receiveBody(
  state: RequestState,
  { bodies, maxBytes }: { readonly bodies: IncompleteBodies | undefined; readonly maxBytes: number },
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

function readUrl(text: string): URL {
  if (text.length > MAX_URL_LENGTH) throw createUriTooLong(text.length, MAX_URL_LENGTH);
  const url = URL.parse(text);
  if (!url) throw new BoardError('malformed_request', 'The URL is not valid');
  return url;
}

function findRoute(
  table: RouteTable,
  pathname: string,
  createNotFound: RouterOptions['createNotFound'],
): RouteMatch {
  const match = table(pathname);
  if (match) return match;
  throw createNotFound?.(pathname) ?? createRouteNotFound(pathname);
}

function endpointOf({ endpoints, allow }: PathEntry, method: string): Endpoint {
  const endpoint = endpoints.get(method);
  if (endpoint) return endpoint;
  throw new BoardError('method_not_allowed', `Use one of ${allow.join(', ')}`, { members: { allow } });
}

function decodeParams(params: Readonly<Record<string, string>>): Record<string, string> {
  const decoded: Record<string, string> = {};
  for (const name in params) decoded[name] = decodeSegment(params[name] ?? '');
  return decoded;
}

function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    const text = decodeURIComponent(segment);
    if (!text.includes('\0')) return text;
  } catch {
    // Thrown below, as for NUL.
  }
  throw new BoardError('malformed_request', 'The path is not valid percent-encoded UTF-8');
}

function toResponse(
  { status, headers, body }: Reply,
  { request, requestId, headers: routeHeaders }: RequestState,
): Response {
  const all: Record<string, string> = { ...routeHeaders, ...headers, 'x-request-id': requestId };
  if (request.method !== 'HEAD') return new Response(body, { status, headers: all });
  if (body !== null)
    all['content-length'] = String(typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength);
  return new Response(null, { status, headers: all });
}

/** Adds the headers of the route to a Response that the route made itself. Its own headers take precedence. */
function addHeaders(response: Response, { request, requestId, headers }: RequestState): Response {
  for (const name in headers) {
    if (!response.headers.has(name)) response.headers.set(name, headers[name] as string);
  }
  response.headers.set('x-request-id', requestId);
  if (request.method !== 'HEAD') return response;
  void response.body?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}

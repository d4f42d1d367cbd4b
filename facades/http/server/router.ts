import { BoardError } from '../../../schema/contract.ts';
import { prefersHtml } from '../codec/accept.ts';
import type { AddressReader } from './client-address.ts';
import { readBody } from './body.ts';
import { corsHeaders } from '../codec/cors.ts';
import { type NextCallFormatter, toProblemReply, type RefusalWriter } from '../problem.ts';
import { type HeaderRecord, type Reply, encodeUnlessLatin1 } from '../reply.ts';
import { readRequestId } from './request-id.ts';
import type { Route } from '../route.ts';
import {
  createRouteTable,
  type Endpoint,
  type RouteMatch,
  type PathEntry,
  type RouteTable,
  UNMATCHED_HEADERS,
} from './route-table.ts';

/** Characters of a whole URL (decisions, section 1). */
export const MAX_URL_LENGTH = 8 * 1024;
const HAS_BODY: ReadonlySet<string> = new Set(['POST', 'PATCH']);

/** The other end of the connection. */
export interface Peer {
  readonly address: string;
  /** Resolves when the answer is written out or the connection closed; left out where there is no connection. */
  readonly ended?: Promise<unknown>;
  /** Closes the connection; left out where there is none. */
  readonly close?: () => void;
}

export type Fetch = (request: Request, peer: Peer) => Promise<Response>;

export interface Router {
  /** Answers every request, never rejects. */
  readonly fetch: Fetch;
}

/** Bounds how many requests are in flight at one time. */
export interface Admission {
  /** Admits a request of a client address. Returns what releases its place, or null when the request is refused. */
  admit(address: string): (() => void) | null;
}

/** An answer that is on its way to its reader. */
export interface UnreadResponse {
  readonly bytes: number;
  /** Gives it up, and closes its connection. */
  readonly close: () => void;
}

/** Bounds the bytes of answers that their readers have not taken. */
export interface UnreadResponses {
  /** Counts an answer to a client address until the returned function is called; may close it, or older ones. */
  hold(address: string, answer: UnreadResponse): () => void;
}

export interface RouterOptions {
  /** Address of the pages for people; problem types live there too. */
  readonly siteUrl: string;
  /** Bytes of a body, unless its route says otherwise. */
  readonly maxBody: number;
  readonly addressOf: AddressReader;
  /** Consulted before anything of a request is read; every request is admitted where left out. */
  readonly admission?: Admission;
  /** Told of each answer that goes over a connection. */
  readonly unread?: UnreadResponses;
  readonly formatNextCall: NextCallFormatter;
  /** Whatever was thrown, as what the caller may know of it. Hears of every failure that was not foreseen. */
  readonly toRefusal: (error: unknown, requestId: string) => BoardError;
  /** Writes a refusal down; a problem in JSON where left out. */
  readonly writeRefusal?: RefusalWriter;
}

/** What is known of one request so far. */
interface Visit {
  readonly request: Request;
  readonly requestId: string;
  readonly address: string;
  headers: HeaderRecord;
  formatNextCall: NextCallFormatter;
  /** Releases the place of the request, once it has one. */
  leave: () => void;
}

const NOWHERE: HeaderRecord = { ...UNMATCHED_HEADERS, ...corsHeaders };

/**
 * The hallway of all HTTP doors: URL length, path, method, body size, Accept, in this order, then the route's own
 * (decisions, section 2). Throws at once when routes collide.
 */
export function createRouter(routes: readonly Route[], options: RouterOptions): Router {
  const table = createRouteTable(routes);
  const { formatNextCall: spell, addressOf, toRefusal, unread } = options;
  return {
    async fetch(request, peer) {
      const requestId = readRequestId(request.headers.get('x-request-id'));
      const address = addressOf(peer.address, request.headers.get('x-forwarded-for'));
      const visit: Visit = {
        request,
        requestId,
        address,
        headers: NOWHERE,
        formatNextCall: spell,
        leave: () => undefined,
      };
      try {
        const reply = await answer(table, visit, options).catch((error: unknown) =>
          refuse(visit, toRefusal(error, requestId), options),
        );
        if ('ok' in reply) return dress(reply, visit);
        const sendable = { ...reply, body: encodeUnlessLatin1(reply.body) };
        hold(sendable, visit, { peer, unread });
        return toResponse(sendable, visit);
      } finally {
        // The work may outlast the client, and the client the work: the place is free when both have ended.
        void Promise.resolve(peer.ended).then(visit.leave);
      }
    },
  };
}

interface Holding {
  readonly peer: Peer;
  readonly unread: UnreadResponses | undefined;
}

/** Counts the bytes of an answer until it is written out. A text is Latin-1 by now: its characters are its bytes. */
function hold({ body }: Reply, { address }: Visit, { peer, unread }: Holding): void {
  if (!unread || !peer.close || !peer.ended || body === null) return;
  const bytes = typeof body === 'string' ? body.length : body.byteLength;
  void peer.ended.then(unread.hold(address, { bytes, close: peer.close }));
}

/** Takes a place for the request; whether there was one. */
function enter(visit: Visit, admission: Admission | undefined): boolean {
  if (!admission) return true;
  const leave = admission.admit(visit.address);
  if (leave) visit.leave = leave;
  return leave !== null;
}

type Refusing = Pick<RouterOptions, 'siteUrl' | 'writeRefusal'>;

const refuse = (
  { request, requestId, formatNextCall: spell }: Visit,
  error: BoardError,
  { siteUrl, writeRefusal = toProblemReply }: Refusing,
): Reply | Promise<Reply> => writeRefusal(error, { siteUrl, requestId, formatNextCall: spell }, request);

async function answer(table: RouteTable, visit: Visit, options: RouterOptions): Promise<Reply | Response> {
  const { request, requestId, address } = visit;
  const url = readUrl(request.url);
  const { entry: place, params: encoded } = find(table, url.pathname);
  visit.headers = place.unmatchedHeaders;
  if (request.method === 'OPTIONS') return { status: 200, headers: place.options, body: null };
  const { route, headers } = endpointOf(place, request.method);
  visit.headers = headers;
  visit.formatNextCall = route.formatNextCall ?? visit.formatNextCall;
  if (!route.isAlwaysServed && !enter(visit, options.admission))
    return refuse(visit, OVERLOADED, { ...options, ...route });
  const params = decode(encoded);
  const body = HAS_BODY.has(request.method)
    ? await readBody(request, route.maxBody ?? options.maxBody)
    : null;
  if (route.json && prefersHtml(request.headers.get('accept'))) throw unacceptable(options.siteUrl);
  return route.serve({ request, url, params, body, requestId, address });
}

/** Made once: capturing a stack for each would be the most of what refusing a request takes. */
const OVERLOADED = new BoardError('unavailable', 'The board is at its limit of requests; try again shortly', {
  members: { retry_after: 2 },
});

function readUrl(text: string): URL {
  if (text.length > MAX_URL_LENGTH)
    throw new BoardError('uri_too_long', `A URL may have at most ${MAX_URL_LENGTH} characters`);
  const url = URL.parse(text);
  if (!url) throw new BoardError('malformed_request', 'The URL cannot be read');
  return url;
}

function find(table: RouteTable, pathname: string): RouteMatch {
  const finding = table(pathname);
  if (finding) return finding;
  const shown = pathname.length > 100 ? `${pathname.slice(0, 100)}…` : pathname;
  throw new BoardError('not_found', `There is nothing at ${shown}`, { next: [{ operation: 'Channels' }] });
}

function endpointOf({ endpoints, allow }: PathEntry, method: string): Endpoint {
  const endpoint = endpoints.get(method);
  if (endpoint) return endpoint;
  throw new BoardError('method_not_allowed', `Use ${allow.join(', ')} here`, { members: { allow } });
}

function decode(params: Readonly<Record<string, string>>): Record<string, string> {
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
    // Told below, as NUL is.
  }
  throw new BoardError('malformed_request', 'The path is not percent-encoded UTF-8');
}

const unacceptable = (siteUrl: string): BoardError =>
  new BoardError('not_acceptable', `The board answers agents, in JSON; people read it at ${siteUrl}`, {
    members: { site: siteUrl },
  });

function toResponse({ status, headers, body }: Reply, { request, requestId, headers: own }: Visit): Response {
  const all: Record<string, string> = { ...own, ...headers, 'x-request-id': requestId };
  if (request.method !== 'HEAD') return new Response(body, { status, headers: all });
  if (body !== null)
    all['content-length'] = String(typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength);
  return new Response(null, { status, headers: all });
}

/** Gives a response from elsewhere the headers of the house; its own stay. */
function dress(response: Response, { request, requestId, headers }: Visit): Response {
  for (const name in headers) {
    if (!response.headers.has(name)) response.headers.set(name, headers[name] as string);
  }
  response.headers.set('x-request-id', requestId);
  if (request.method !== 'HEAD') return response;
  void response.body?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}

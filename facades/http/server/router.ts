import { setImmediate } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { BoardError } from '../../../schema/contract.ts';
import { prefersHtml } from '../codec/accept.ts';
import { assertFewParameters } from '../codec/query.ts';
import type { Admission, IncompleteBodies } from './admission.ts';
import type { AddressReader } from './client-address.ts';
import { maxBodyBytesOf, METHODS_WITH_BODY, receiveBody } from './body.ts';
import { countUnread, countUnreadChunks, trackBody, type UnreadResponses } from './count-unread.ts';
import { corsHeaders } from '../codec/cors.ts';
import { type NextCallFormatter, toProblemReply, type RefusalWriter } from '../problem.ts';
import type { HeaderRecord, Reply } from '../reply.ts';
import { type ObserveRequest, serveObserved } from './observe-request.ts';
import type { Peer } from './peer.ts';
import { copyFlat, type RepeatingServer, respondAfterWaiting } from './repeated-request.ts';
import { addHeaders, encode, headersOf, toResponse } from './responses.ts';
import { NO_SLOT, RequestConnection } from './request-connection.ts';
import { createMethodNotAllowed, createNotAcceptable, createRouteNotFound, OVERLOADED } from './refusals.ts';
import { readRequestId } from './request-id.ts';
import { createUrlError, decodeParams, parseRequestUrl } from './request-url.ts';
import type { Bytes, Route } from '../route.ts';
import { createRouteTable, type PathEntry, type RouteTable, UNMATCHED_HEADERS } from './route-table.ts';

export type Fetch = (request: Request, peer: Peer) => Promise<Response>;

export interface Router {
  /** Responds to every request. Never rejects. */
  readonly fetch: Fetch;
  /** Prepares the routes one by one; other work runs in between. */
  prepare(): Promise<void>;
}

export interface RouterOptions {
  /** Base URL of the site, which also describes the problem types. */
  readonly siteUrl: string;
  /** Maximum bytes of a request body. A route may override it. */
  readonly maxBody: number;
  readonly addressOf: AddressReader;
  /** Whether the peer with this address is a trusted proxy. Default: no peer is. */
  readonly isTrustedProxy?: (address: string) => boolean;
  /** Limits the requests in flight. Default: every request is admitted. */
  readonly admission?: Admission;
  /** Counts each request whose body is being read from a connection. */
  readonly bodies?: IncompleteBodies;
  /** Counts each response that is sent over a connection. */
  readonly unread?: UnreadResponses;
  readonly observeRequest?: ObserveRequest | undefined;
  readonly formatNextCall: NextCallFormatter;
  /** Converts a thrown value to the error that the caller sees. Logs unexpected errors. */
  readonly toRefusal: (error: unknown, requestId: string) => BoardError;
  /** Returns the error for a path that no route has. Null or absent: an error that suggests `/` and `/llms.txt`. */
  readonly createNotFound?: (pathname: string) => BoardError | null;
  /** Formats errors. Default: problem details in JSON. */
  readonly writeRefusal?: RefusalWriter;
}

/** State of one request while it is being served. */
interface RequestState {
  readonly request: Request;
  requestId: string;
  readonly address: string;
  readonly peer: Peer;
  /** In milliseconds as `performance.now()`. */
  readonly arrivedAt: number;
  /** The path of the route; null before it is found. */
  route: string | null;
  /** The endpoints of the path; null before they are found, and for an unknown path. */
  entry: PathEntry | null;
  headers: HeaderRecord;
  formatNextCall: NextCallFormatter;
  writeRefusal: RefusalWriter;
  /** Releases the admission slot. Does nothing before the request is admitted. */
  release: () => void;
  /** Set when the body has been received. Null again when the request has been served, unless it may be served again. */
  body: Bytes | null;
  /** Bytes of the response; null before it is encoded, and if the request has waited or is a stream. */
  bytes: number | null;
  connection: RequestConnection | null;
}

const NOT_FOUND_HEADERS: HeaderRecord = { ...UNMATCHED_HEADERS, ...corsHeaders };

const createState = (
  request: Request,
  peer: Peer,
  { formatNextCall, writeRefusal = toProblemReply, addressOf }: RouterOptions,
): RequestState => ({
  request,
  peer,
  requestId: readRequestId(request.headers.get('x-request-id')),
  address: addressOf(peer.address, request.headers.get('x-forwarded-for')),
  arrivedAt: peer.arrivedAt ?? performance.now(),
  route: null,
  entry: null,
  headers: NOT_FOUND_HEADERS,
  formatNextCall,
  writeRefusal,
  release: NO_SLOT,
  body: null,
  bytes: null,
  connection: null,
});

/**
 * Creates the router of an HTTP server. For each request it checks, in this order: admission, the length of the URL, the path, the
 * method, the encoding of the path, the size of the body, its turn, the number of parameters, and `Accept`. Then the route serves it.
 * A request that is refused for its URL, path or method waits for its turn first. Throws as `createRouteTable` does.
 */
export function createRouter(routes: readonly Route[], options: RouterOptions): Router {
  const table = createRouteTable(routes);
  const { toRefusal, unread, observeRequest } = options;
  const respond = (state: RequestState) =>
    serve(table, state, options).catch((error: unknown) =>
      refuse(state, toRefusal(error, state.requestId), options.siteUrl),
    );
  const server: RepeatingServer<RequestState> = {
    // A route whose requests may wait returns replies, never a Response.
    serve: async (state) => encode((await respond(state)) as Reply),
    toHeaders: headersOf,
    countUnread: (body, { address, peer }) => trackBody(body, address, { peer, unread }),
    onError: (error, { requestId }) => void toRefusal(error, requestId),
  };
  async function serveRequest(state: RequestState): Promise<Response> {
    const { address, peer } = state;
    try {
      const reply = await respond(state);
      // Only a Response has `ok`. `instanceof` does not recognize responses of Yoga, which have another class.
      if ('ok' in reply) return addHeaders(countUnreadChunks(reply, address, { peer, unread }), state);
      const encoded = encode(reply);
      if (respondLater(state, encoded, server)) return RESPONSE_ALREADY_SENT;
      state.bytes = encoded.body?.length ?? 0;
      countUnread(encoded, address, { peer, unread });
      return toResponse(encoded, state);
    } finally {
      state.connection?.finishServing();
      if (!state.connection?.repetition?.next) state.body = null;
      if (!peer.onEnd) state.release();
      else if (!state.connection) peer.onEnd(() => state.release());
    }
  }
  return {
    async prepare() {
      for (const route of routes) {
        await route.prepare?.();
        await setImmediate();
      }
    },
    fetch(request, peer) {
      const state = createState(request, peer, options);
      const serveState = () => serveRequest(state);
      return observeRequest ? serveObserved(state, observeRequest, serveState) : serveState();
    },
  };
}

/** Starts to respond to a request that waits. Returns false for a request that does not wait. */
function respondLater(state: RequestState, reply: Reply, server: RepeatingServer<RequestState>): boolean {
  const { connection, peer } = state;
  const { outgoing } = peer;
  if (!outgoing || !connection?.repetition) return false;
  const { repetition } = connection;
  if (repetition.next && reply.status < 400) {
    state.requestId = copyFlat(state.requestId);
    respondAfterWaiting({ state, connection, repetition, outgoing, server }, reply)
      .catch((error: unknown) => {
        server.onError(error, state);
        outgoing.destroy();
      })
      .finally(() => (state.body = null));
    return true;
  }
  connection.endRepetition();
  return false;
}

/**
 * Admits the request, and releases the slot that an earlier execution of it still holds. Returns false if it must be refused.
 * `maxBody` is the maximum size of the body that is read.
 */
function admit(state: RequestState, maxBody: number, { admission }: RouterOptions): boolean {
  const { request, address, entry, connection } = state;
  if (entry?.isAlwaysServed || !admission) return true;
  state.release();
  const bodyBytes = METHODS_WITH_BODY.has(request.method) ? maxBodyBytesOf(request.headers, maxBody) : 0;
  state.release = admission.admit(address, bodyBytes) ?? NO_SLOT;
  return state.release !== NO_SLOT || connection?.mustServe === true;
}

/** As `waitForTurn` of the admission, or `waitForHealthCheckTurn` for a path that is always served. True with `mustServe`. */
const waitForTurn = ({ address, entry, connection }: RequestState, { admission }: RouterOptions) =>
  entry?.isAlwaysServed
    ? admission?.waitForHealthCheckTurn?.(address)
    : admission?.waitForTurn(address)?.then((mayRun) => mayRun || connection?.mustServe === true);

const refuse = (
  { request, requestId, formatNextCall, writeRefusal }: RequestState,
  error: BoardError,
  siteUrl: string,
): Reply | Promise<Reply> => writeRefusal(error, { siteUrl, requestId, formatNextCall }, request);

/** Refuses a request. Also pauses its connection, unless the peer is a trusted proxy, which also sends other clients' requests. */
function refuseOverloaded(
  state: RequestState,
  { isTrustedProxy, siteUrl }: RouterOptions,
): Reply | Promise<Reply> {
  const { peer } = state;
  if (!isTrustedProxy?.(peer.address)) peer.pauseRefused?.();
  return refuse(state, OVERLOADED, siteUrl);
}

/** The parts of the state that a route overrides to format its errors. */
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
  const match = findEndpoint(table, state);
  if (!match) return serveUnmatched(state, options);
  const { route, url } = match;
  const maxBody = route.maxBody ?? options.maxBody;
  if (!admit(state, maxBody, options)) return refuseOverloaded(state, options);
  const params = decodeParams(match.params);
  if (METHODS_WITH_BODY.has(request.method)) state.body ??= await receiveBody(state, maxBody, options.bodies);
  const turn = waitForTurn(state, options);
  // Not awaited if it is null: a promise for each request would take some microseconds.
  if (turn && !(await turn)) return refuseOverloaded(state, options);
  options.admission?.resume(address);
  assertFewParameters(url);
  const accept = request.headers.get('accept');
  if (route.refusesHtml && prefersHtml(accept, route.mediaType)) throw createNotAcceptable(options.siteUrl);
  const connection = (state.connection ??= createConnection(state, route, options.admission));
  return route.serve({ request, url, params, body: state.body, requestId, address, connection });
}

interface EndpointMatch {
  readonly route: Route;
  readonly url: URL;
  /** As `RouteMatch.params`. */
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the endpoint of a request, and sets the parts of the state that depend on it. Returns null if there is no endpoint. */
function findEndpoint(table: RouteTable, state: RequestState): EndpointMatch | null {
  const url = parseRequestUrl(state.request.url);
  const match = url && table(url.pathname);
  if (!match) return null;
  const { entry, params } = match;
  state.entry = entry;
  state.route = entry.path;
  const endpoint = entry.endpoints.get(state.request.method);
  state.headers = endpoint?.headers ?? entry.unmatchedHeaders;
  if (!endpoint) return null;
  const { route } = endpoint;
  Object.assign(state, refusalFormat(route));
  return { route, url, params };
}

/**
 * Responds to a request that no endpoint serves. Its response takes as long as the response of a cheap endpoint, so the request
 * needs admission and a turn as well. Its body is discarded.
 */
async function serveUnmatched(state: RequestState, options: RouterOptions): Promise<Reply> {
  if (!admit(state, 0, options)) return refuseOverloaded(state, options);
  if (METHODS_WITH_BODY.has(state.request.method)) state.peer.discardBody?.();
  const turn = waitForTurn(state, options);
  if (turn && !(await turn)) return refuseOverloaded(state, options);
  options.admission?.resume(state.address);
  return refuseUnmatched(state, options);
}

/** Returns the reply to OPTIONS of a known path. Throws `method_not_allowed` for other methods, and `not_found` for other paths. */
function refuseUnmatched({ entry, request: { method, url } }: RequestState, options: RouterOptions): Reply {
  if (entry && method === 'OPTIONS') return { status: 200, headers: entry.optionsHeaders, body: null };
  if (entry) throw createMethodNotAllowed(entry.allow);
  const pathname = parseRequestUrl(url)?.pathname;
  if (pathname === undefined) throw createUrlError(url);
  throw options.createNotFound?.(pathname) ?? createRouteNotFound(pathname);
}

/** Returns null for a request without a connection. */
function createConnection(
  state: RequestState,
  { isRepeatable = state.request.method === 'GET' }: Route,
  admission: Admission | undefined,
): RequestConnection | null {
  const { peer, body, address } = state;
  if (!peer.onEnd) return null;
  return new RequestConnection(state, {
    onEnd: (listener) => peer.onEnd?.(listener),
    bodyBytes: body?.byteLength ?? 0,
    canRepeat: peer.outgoing !== undefined && isRepeatable,
    admit: () => admission?.admit(address, 0) ?? null,
  });
}

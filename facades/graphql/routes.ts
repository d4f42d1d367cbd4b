import type { GraphQLSchema } from 'graphql';
import {
  BoardError,
  type Caller,
  IDEMPOTENCY_KEY_FAULT,
  IDEMPOTENCY_KEY_PATTERN,
  type OpenSession,
} from '../../schema/contract.ts';
import { emptyExtensions, omitExtensions } from './document-request.ts';
import { toCaller } from '../http/binding/caller.ts';
import { readAccepted } from '../http/codec/accept.ts';
import { rateLimitHeaders } from '../http/codec/headers.ts';
import { assertJsonContentType, readJson, readJsonParameter } from '../http/codec/json.ts';
import { EVENT_STREAM_TYPE } from '../http/event-stream.ts';
import { loadOnce } from '../http/once.ts';
import { createRepeatedError } from '../http/binding/parameters/parameter-text.ts';
import { refusalHeaders } from '../http/problem.ts';
import { assertQueryEncoding } from '../http/codec/query.ts';
import { type HeaderRecord, type Reply, toJsonReply } from '../http/reply.ts';
import type { Exchange, Route } from '../http/route.ts';
import { toCacheableReply } from './cacheable-reply.ts';
import { toExtensions } from './errors.ts';
import type { SerializationOptions, YogaContext } from './plugins.ts';
import { type DocumentRegistry, resolveDocuments, resolveDocumentInUrl } from './trusted-documents.ts';
import { acceptsEvents, streamEvent, toEventReply } from './subscriptions.ts';

interface GraphqlOptions extends SerializationOptions {
  readonly documents: DocumentRegistry;
  readonly schema: GraphQLSchema;
  readonly openSession: OpenSession;
  /** Maximum bytes of a request body. */
  readonly maxBody: number;
}

const PATH = '/graphql';

/** Creates the GraphQL API, which executes the documents of callers. */
export function createGraphqlRoutes(options: GraphqlOptions): readonly Route[] {
  // Loaded by the first request, not by `prepare`: Yoga takes 0.2 s and 20 MB (docs/decisions/0014-start-and-memory.md).
  const loadYoga = loadOnce(async () => (await import('./yoga.ts')).createYogaServer(options));

  const serve = async (exchange: Exchange): Promise<Reply | Response> => {
    const { requestId, connection, address } = exchange;
    // If the request is repeated, its response has begun as a stream of events, so errors must be events, too.
    const isContinued = connection?.repetition?.isRepeated === true;
    try {
      const session = await options.openSession(toGraphqlCaller(exchange), 'anyone');
      assertIdempotencyKey(exchange.request.headers.get('idempotency-key'));
      const yoga = await loadYoga();
      const { request, prefersEvents, canStream } = await toYogaRequest(exchange, options.documents);
      const owner = { address, connection };
      const context = { session, requestId, owner, canStream, outcome: createOutcome() };
      const reply = await toReply(await yoga.fetch(request, context), context);
      const { event } = context.outcome;
      if (event !== undefined) return await streamEvent(event, { context, connection }, options);
      if (isContinued || (prefersEvents && reply.status === 200)) return toEventReply(reply);
      return request.method === 'GET' ? await toCacheableReply(exchange.request, reply, context) : reply;
    } catch (error) {
      const reply = toRefusalReply(options.toRefusal(error, requestId), { ...options, requestId });
      return isContinued ? toEventReply(reply) : reply;
    }
  };

  const headers = { 'cache-control': 'no-store' };
  const writeRefusal = toRefusalReply;
  const route = {
    path: PATH,
    refusesHtml: true,
    mediaType: EVENT_STREAM_TYPE,
    cors: true,
    maxBody: options.maxBody,
    headers,
    writeRefusal,
    serve,
  };
  return [
    { ...route, method: 'GET' },
    { ...route, method: 'POST', isRepeatable: true },
  ];
}

const createOutcome = (): YogaContext['outcome'] => ({
  isBatch: false,
  isReplayed: false,
  event: undefined,
  result: undefined,
  retryAfter: undefined,
  body: undefined,
  tokenCount: 0,
  validatedTokenCount: 0,
  characterCount: 0,
  errorCount: 0,
});

const retryHeaders = (status: number, { outcome, session }: YogaContext): HeaderRecord =>
  status === 429 || status === 503
    ? { 'retry-after': outcome.retryAfter ?? String(session.rateLimit?.resetSeconds ?? 1) }
    : {};

/** `X-Agent-Handle` and `Idempotency-Key` are optional here. A handle must be the handle of the key. */
function toGraphqlCaller(exchange: Exchange): Caller {
  const { headers } = exchange.request;
  const handle = headers.get('x-agent-handle');
  const idempotencyKey = headers.get('idempotency-key');
  return { ...toCaller('graphql', exchange), ...(handle && { handle }), idempotencyKey };
}

/** Throws `validation_failed` for a malformed idempotency key in the header. */
function assertIdempotencyKey(key: string | null): void {
  if (key === null || IDEMPOTENCY_KEY_PATTERN.test(key)) return;
  throw new BoardError('validation_failed', 'The header Idempotency-Key is invalid', {
    issues: [
      { path: [], loc: ['header', 'idempotency-key'], msg: IDEMPOTENCY_KEY_FAULT, type: 'invalid_format' },
    ],
  });
}

/** Adds the body, and the headers for rate limits, retries and idempotent replay, to Yoga's response. */
async function toReply(response: Response, context: YogaContext): Promise<Reply> {
  const { session, outcome } = context;
  const { 'content-length': _, ...yogaHeaders } = Object.fromEntries(response.headers);
  const headers = {
    ...yogaHeaders,
    ...rateLimitHeaders(session.rateLimit),
    ...retryHeaders(response.status, context),
    ...(outcome.isReplayed && { 'idempotency-replayed': 'true' }),
  };
  return { status: response.status, headers, body: outcome.body ?? (await response.text()) };
}

const SUPPORTED_TYPES = new Set(['application/graphql-response+json', 'application/json', EVENT_STREAM_TYPE]);

/** The request for Yoga, and whether its response should (`prefersEvents`) or may (`canStream`) be server-sent events. */
interface YogaRequest {
  readonly request: Request;
  readonly prefersEvents: boolean;
  readonly canStream: boolean;
}

/**
 * Converts the request for Yoga. Limits it to JSON requests and JSON responses: Yoga would also accept forms and stream
 * its responses. Replaces ids of registered documents by their text. Throws as `assertQueryEncoding`,
 * `assertJsonContentType`, `readJson`, `assertParameters`, `resolveDocuments` and `assertOperationNames` do.
 */
async function toYogaRequest(
  { request, url, body }: Exchange,
  documents: DocumentRegistry,
): Promise<YogaRequest> {
  assertQueryEncoding(url);
  const headers = new Headers(request.headers);
  const accept = headers.get('accept');
  // Yoga ignores qualities and responds with the first type.
  const type = readAccepted(accept).find((accepted) => SUPPORTED_TYPES.has(accepted));
  const prefersEvents = type === EVENT_STREAM_TYPE;
  headers.set('accept', type === undefined || prefersEvents ? 'application/json' : type);
  const accepted = { prefersEvents, canStream: acceptsEvents(accept) };
  // HEAD becomes GET, because Yoga does not support HEAD. The router drops the body of the response.
  if (request.method !== 'POST') {
    assertParameters(url);
    const resolved = omitExtensions(await resolveDocumentInUrl(url, documents));
    return { ...accepted, request: new Request(resolved, { headers }) };
  }
  assertJsonContentType(request.headers);
  const value = await resolveDocuments(readJson(body ?? new Uint8Array()), documents);
  assertOperationNames(value);
  emptyExtensions(value);
  // Yoga compares the media type as text: it would refuse other spellings, without an error in the body.
  headers.set('content-type', 'application/json');
  // Yoga reads the body with `json()`. It must not parse the JSON again.
  const json = { json: () => Promise.resolve(value) };
  return {
    prefersEvents,
    canStream: accepted.canStream && !Array.isArray(value),
    request: Object.assign(new Request(request.url, { method: 'POST', headers }), json),
  };
}

const PARAMETERS = ['query', 'documentId', 'operationName', 'variables', 'extensions'];

/**
 * Applies the limits of a JSON body to the JSON parameters of a GET. Throws as `readJson` does, and `validation_failed` for a
 * parameter that is given twice or unknown.
 */
function assertParameters({ searchParams }: URL): void {
  const repeated = PARAMETERS.find((name) => searchParams.getAll(name).length > 1);
  if (repeated !== undefined) throw createRepeatedError(repeated);
  const unknown = [...searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) throw createUnknownError(unknown);
  for (const name of ['variables', 'extensions'])
    searchParams
      .getAll(name)
      .filter((text) => text !== '')
      .forEach((text) => readJsonParameter(name, text));
}

const createUnknownError = (name: string): BoardError =>
  new BoardError('validation_failed', `The parameter ${name} is unknown`, {
    issues: [
      {
        path: [],
        loc: ['query', name],
        msg: `Must be one of ${PARAMETERS.join(', ')}`,
        type: 'unknown_parameter',
      },
    ],
  });

/** Formats an error that occurs outside execution as a GraphQL response. */
function toRefusalReply(refusal: BoardError, context: Parameters<typeof toExtensions>[1]): Reply {
  const extensions = toExtensions(refusal, context);
  const errors = [{ message: extensions.problem.detail, extensions }];
  return toJsonReply({ errors }, { status: extensions.http.status, headers: refusalHeaders(refusal) });
}

/** Throws `malformed_request` for an operation name that is not text, as Yoga does for the other parameters. */
function assertOperationNames(body: unknown): void {
  const requests: readonly unknown[] = Array.isArray(body) ? body : [body];
  const isValid = requests.every((request) => {
    const name = (request as { readonly operationName?: unknown } | null)?.operationName ?? '';
    return typeof name === 'string';
  });
  if (!isValid) throw new BoardError('malformed_request', 'The parameter operationName must be text');
}

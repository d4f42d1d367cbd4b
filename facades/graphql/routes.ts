import type { GraphQLSchema } from 'graphql';
import { _createLRUCache, createYoga } from 'graphql-yoga';
import { type BoardError, type Caller, DOCUMENT_BOUNDS, type OpenSession } from '../../schema/contract.ts';
import { toCaller } from '../http/binding/caller.ts';
import { rateLimitHeaders } from '../http/codec/headers.ts';
import { assertJsonContentType, readJson, readJsonParameter } from '../http/codec/json.ts';
import { refusalHeaders, type NextCallFormatter, statusOf } from '../http/problem.ts';
import { assertQueryEncoding } from '../http/codec/query.ts';
import { type HeaderRecord, type Reply, toJsonReply } from '../http/reply.ts';
import type { Exchange, Route } from '../http/route.ts';
import { toExtensions } from './errors.ts';
import {
  type YogaContext,
  useDocumentBounds,
  useResultSerialization,
  useSessionExecution,
} from './plugins.ts';

interface GraphqlDoor {
  readonly schema: GraphQLSchema;
  readonly openSession: OpenSession;
  readonly siteUrl: string;
  readonly formatNextCall: NextCallFormatter;
  /** Bytes. */
  readonly maxBody: number;
  readonly toRefusal: (error: unknown, requestId: string) => BoardError;
}

const PATH = '/graphql';

/** Parsed documents are large; strangers choose them. */
const DOCUMENTS_KEPT = 100;

/** A document may be refused because of the others of its batch: alone it is parsed again. */
const NO_ERRORS_KEPT = { get: () => undefined, set: () => undefined };

/** The open door: documents of the caller's own, under the same rules (decisions, section 8). */
export function createGraphqlRoutes(door: GraphqlDoor): readonly Route[] {
  const yoga = createEngine(door);

  const serve = async (exchange: Exchange): Promise<Reply> => {
    const { requestId } = exchange;
    try {
      const session = await door.openSession(toGraphqlCaller(exchange), 'anyone');
      const context = {
        session,
        requestId,
        outcome: { replayed: false, retryAfter: undefined, tokens: 0, characters: 0 },
      };
      return await toReply(await yoga.fetch(toYogaRequest(exchange), context), context);
    } catch (error) {
      return toRefusalReply(door.toRefusal(error, requestId), { ...door, requestId });
    }
  };

  const headers = { 'cache-control': 'no-store' };
  const writeRefusal = toRefusalReply;
  const route = { path: PATH, json: true, cors: true, maxBody: door.maxBody, headers, writeRefusal, serve };
  return [
    { ...route, method: 'GET' },
    { ...route, method: 'POST' },
  ];
}

const retryHeaders = (status: number, { outcome, session }: YogaContext): HeaderRecord =>
  status === 429 || status === 503
    ? { 'retry-after': outcome.retryAfter ?? String(session.rateLimit?.resetSeconds ?? 1) }
    : {};

/** The handle is optional here; one that is named must be the key's all the same. */
function toGraphqlCaller(exchange: Exchange): Caller {
  const handle = exchange.request.headers.get('x-agent-handle');
  return { ...toCaller('graphql', exchange), ...(handle && { handle }) };
}

/** Yoga's answer, with where the caller stands, and whether anything that the request writes had been written before. */
async function toReply(answer: Response, context: YogaContext): Promise<Reply> {
  const { session, outcome } = context;
  const headers = {
    ...Object.fromEntries(answer.headers),
    ...rateLimitHeaders(session.rateLimit),
    ...retryHeaders(answer.status, context),
    ...(outcome.replayed && { 'idempotency-replayed': 'true' }),
  };
  return { status: answer.status, headers, body: await answer.text() };
}

function createEngine(door: GraphqlDoor) {
  return createYoga<YogaContext>({
    schema: door.schema,
    graphqlEndpoint: PATH,
    graphiql: false,
    landingPage: false,
    cors: false,
    logging: false,
    // Errors are put in our words where the answer is written; masking them before would lose which they were.
    maskedErrors: false,
    batching: { limit: DOCUMENT_BOUNDS.batch },
    parserAndValidationCache: {
      documentCache: _createLRUCache({ max: DOCUMENTS_KEPT }),
      errorCache: NO_ERRORS_KEPT,
    },
    plugins: [useDocumentBounds(), useSessionExecution(door), useResultSerialization(door)],
  });
}

const ACCEPTED = /application\/graphql-response\+json|application\/json/i;

/**
 * The request as Yoga is to see it: read already, and asking for JSON of either kind. Yoga would also take forms and
 * stream its answers. Throws `unsupported_media_type`, `malformed_json`, `malformed_request`, `validation_failed`.
 */
function toYogaRequest({ request, url, body }: Exchange): Request {
  assertQueryEncoding(url);
  const headers = new Headers(request.headers);
  const accept = (headers.get('accept') ?? '').split(',').filter((range) => ACCEPTED.test(range));
  headers.set('accept', accept.length > 0 ? accept.join(',') : 'application/json');
  // HEAD is GET without its body; Yoga knows GET alone.
  if (request.method !== 'POST') {
    assertJsonParameters(url);
    return new Request(request.url, { headers });
  }
  assertJsonContentType(request.headers);
  readJson(body ?? new Uint8Array());
  return new Request(request.url, { method: 'POST', headers, body });
}

/** Holds the JSON that a GET has in its query to the bounds of a body. Throws as `readJson` does. */
function assertJsonParameters({ searchParams }: URL): void {
  for (const name of ['variables', 'extensions'])
    searchParams
      .getAll(name)
      .filter((text) => text !== '')
      .forEach((text) => readJsonParameter(name, text));
}

/** A caller who was not let in learns it in GraphQL's own form. */
function toRefusalReply(refusal: BoardError, context: Parameters<typeof toExtensions>[1]): Reply {
  const errors = [{ message: refusal.message, extensions: toExtensions(refusal, context) }];
  return toJsonReply({ errors }, { status: statusOf[refusal.kind], headers: refusalHeaders(refusal) });
}

import {
  type Answer,
  BoardError,
  type Describe,
  type Issue,
  type OpenSession,
  type Session,
} from '../../schema/contract.ts';
import { readJsonObject } from '../http/body.ts';
import { toCaller } from '../http/caller.ts';
import { etagOf, isKnown } from '../http/etag.ts';
import { ignoredHeader, nextPageHeaders, rateLimitHeaders } from '../http/headers.ts';
import { createLocator, readVariables } from '../http/parameters.ts';
import type { Spell } from '../http/problem.ts';
import type { Exchange, Route } from '../http/route.ts';
import { IDEMPOTENCY_VARIABLE, type RestParameters, sortParameters } from './parameters.ts';
import type { RestRow } from './row.ts';

interface RestDoor {
  readonly openSession: OpenSession;
  readonly describe: Describe;
  readonly spell: Spell;
}

/** Makes a row a route: reads its parameters, runs its operation, writes its answer. */
export function createRestRoute(row: RestRow, { openSession, describe, spell }: RestDoor): Route {
  const description = describe(row.operation);
  const parameters = sortParameters(row, description);
  const locate = createRestLocator(parameters);
  const toResponse = description.shape === 'page' ? pageResponse : createRecordResponse(row, spell);

  return {
    method: row.method,
    path: row.path,
    json: true,
    cors: true,
    serve: async (exchange) => {
      const handle = exchange.request.headers.get('x-agent-handle');
      const session = await openSession({ ...toCaller('rest', exchange), handle }, row.policy);
      try {
        const { variables, ignored } = readRequest(parameters, exchange);
        const answer = await session.execute(row.operation, variables);
        return toResponse(answer, exchange, headersOf(row, { session, ignored, answer }));
      } catch (error) {
        throw error instanceof BoardError ? toRefusal(error, session, locate) : error;
      }
    },
  };
}

function readRequest(parameters: RestParameters, { params, url, body, request }: Exchange) {
  const object = readJsonObject(body, request.headers.get('content-type'));
  const reading = readVariables(parameters, { path: params, query: url.searchParams, body: object });
  const key = request.headers.get('idempotency-key');
  if (parameters.idempotent && key !== null) reading.variables[IDEMPOTENCY_VARIABLE] = key;
  return reading;
}

interface Served {
  readonly session: Session;
  readonly ignored: readonly string[];
  readonly answer: Answer;
}

const headersOf = (row: RestRow, { session, ignored, answer }: Served): Record<string, string> => ({
  'Content-Type': 'application/json',
  'Cache-Control': row.secret ? 'no-store' : 'private, no-cache',
  ...rateLimitHeaders(session.standing),
  ...ignoredHeader(ignored),
  ...(answer.replayed && { 'Idempotency-Replayed': 'true' }),
});

type Headers = Record<string, string>;

/** A single record; one that is read can be asked for again by its entity tag. */
function createRecordResponse({ method, status, next }: RestRow, spell: Spell) {
  const calls = next.flatMap(({ name }) => spell({ operation: name }));
  return ({ value }: Answer, { request }: Exchange, headers: Headers): Response => {
    const body = JSON.stringify(calls.length === 0 ? value : { ...(value as object), next: calls });
    if (method !== 'GET') return new Response(body, { status, headers });
    const etag = etagOf(body);
    headers['ETag'] = etag;
    if (isKnown(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers });
    return new Response(body, { headers });
  };
}

interface PageAnswer {
  readonly nodes: readonly unknown[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

/** A bare array; paging is in the headers. */
function pageResponse({ value }: Answer, { url }: Exchange, headers: Headers): Response {
  const { nodes, pageInfo } = value as PageAnswer;
  const next = pageInfo.hasNextPage && pageInfo.endCursor ? nextPageHeaders(url, pageInfo.endCursor) : {};
  return new Response(JSON.stringify(nodes), { headers: { ...headers, ...next } });
}

/** Where REST has what the schema found fault with. */
function createRestLocator(parameters: RestParameters) {
  const locate = createLocator(parameters);
  return (issue: Issue) => (issue.path[0] === IDEMPOTENCY_VARIABLE ? ['header', 'idempotency-key'] : locate(issue));
}

function toRefusal(error: BoardError, session: Session, locate: (issue: Issue) => readonly (string | number)[]): BoardError {
  return error.with({
    issues: error.issues.map((issue) => ({ ...issue, loc: locate(issue) })),
    ...(!error.standing && session.standing && { standing: session.standing }),
  });
}

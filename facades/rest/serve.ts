import type { Answer, Describe, Issue, OpenSession } from '../../schema/contract.ts';
import { IDEMPOTENCY_VARIABLE } from '../operations/operation.ts';
import { toCaller } from '../http/caller.ts';
import { withEtag } from '../http/etag.ts';
import { linkNext } from '../http/headers.ts';
import { readJsonObject } from '../http/json.ts';
import { createLocator, readVariables } from '../http/parameters.ts';
import { perform } from '../http/perform.ts';
import type { Spell } from '../http/problem.ts';
import { type HeaderRecord, type Reply, toJsonReply } from '../http/reply.ts';
import type { Exchange, Route } from '../http/route.ts';
import { type RestParameters, sortParameters } from './parameters.ts';
import type { RestRow } from './row.ts';

interface RestDoor {
  readonly openSession: OpenSession;
  readonly describe: Describe;
  readonly spell: Spell;
}

/** Makes a row a route: reads its parameters, runs its operation, writes its answer. */
export function createRestRoute(row: RestRow, { openSession, describe, spell }: RestDoor): Route {
  const { operation, policy } = row;
  const description = describe(operation);
  const parameters = sortParameters(row, description);
  const locate = createRestLocator(parameters);
  const toReply = description.shape === 'page' ? toPageReply : createRecordReply(row, spell);

  return {
    method: row.method,
    path: row.path,
    json: true,
    cors: true,
    headers: { 'cache-control': row.secret ? 'no-store' : 'private, no-cache' },
    serve: async (exchange) => {
      const handle = exchange.request.headers.get('x-agent-handle');
      const caller = { ...toCaller('rest', exchange), handle };
      const read = () => readRequest(parameters, exchange);
      const { answer, headers } = await perform({ openSession, caller, operation, policy, read, locate });
      return toReply(answer, exchange, headers);
    },
  };
}

function readRequest(parameters: RestParameters, { params, url, body, request }: Exchange) {
  const object = readJsonObject(request.headers, body);
  const reading = readVariables(parameters, { path: params, query: url.searchParams, body: object });
  const key = request.headers.get('idempotency-key');
  if (parameters.idempotent && key !== null) reading.variables[IDEMPOTENCY_VARIABLE] = key;
  return reading;
}

/** A single record; one that is read can be asked for again by its entity tag. */
function createRecordReply({ method, status, next }: RestRow, spell: Spell) {
  const calls = next.flatMap(({ name }) => spell({ operation: name }));
  return ({ value }: Answer, { request }: Exchange, headers: HeaderRecord): Reply => {
    const record = calls.length === 0 ? value : { ...(value as object), next: calls };
    const reply = toJsonReply(record, { status, headers });
    return method === 'GET' ? withEtag(request, reply) : reply;
  };
}

interface PageAnswer {
  readonly nodes: readonly unknown[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

/** A bare array; paging is in the headers. */
function toPageReply({ value }: Answer, { url }: Exchange, headers: HeaderRecord): Reply {
  const { nodes, pageInfo } = value as PageAnswer;
  const cursor = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  return toJsonReply(nodes, { headers: { ...headers, ...linkNext(url, cursor) } });
}

/** Where REST has what the schema found fault with. */
function createRestLocator(parameters: RestParameters) {
  const locate = createLocator(parameters);
  return (issue: Issue) =>
    issue.path[0] === IDEMPOTENCY_VARIABLE ? ['header', 'idempotency-key'] : locate(issue);
}

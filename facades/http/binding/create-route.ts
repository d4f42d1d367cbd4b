import type { Caller, DescribeOperation, Issue, OpenSession } from '../../../schema/contract.ts';
import { IDEMPOTENCY_VARIABLE } from '../../documents/operation.ts';
import { readIfMatchVersion, applyIfNoneMatch } from '../codec/etag.ts';
import { nextPageHeaders } from '../codec/headers.ts';
import { readJsonObject } from '../codec/json.ts';
import { createIssueLocator, readVariables } from './variables.ts';
import { runOperation } from './run-operation.ts';
import type { NextCallFormatter } from '../problem.ts';
import { assertQueryEncoding } from '../codec/query.ts';
import type { Exchange, Route } from '../route.ts';
import { type RestParameterLocations, locateParameters, VERSION_VARIABLE } from './rest-parameters.ts';
import type { RouteDefinition } from './route-definition.ts';
import { createResponseSerializer } from './serialize-response.ts';

/** What the rows of a door need, and what is its own about them. */
export interface CreateRouteOptions {
  readonly openSession: OpenSession;
  readonly describe: DescribeOperation;
  readonly formatNextCall: NextCallFormatter;
  readonly cors: boolean;
  /** `Cache-Control` of what holds no secret. */
  readonly cacheControl: string;
  readonly toCaller: (exchange: Exchange) => Caller;
}

/** Makes a row a route: reads its parameters, runs its operation, writes its answer. */
export function createRoute(row: RouteDefinition, door: CreateRouteOptions): Route {
  const { operation, policy } = row;
  const { openSession, describe, formatNextCall: spell, cors, cacheControl, toCaller } = door;
  const description = describe(operation);
  const parameters = locateParameters(row, description);
  const locate = createRowLocator(parameters);
  const write = createResponseSerializer(row, description, {
    formatNextCall: spell,
    isConditional: parameters.isConditional,
  });

  return {
    method: row.method,
    path: row.path,
    json: true,
    cors,
    formatNextCall: spell,
    headers: { 'cache-control': row.secret ? 'no-store' : cacheControl },
    serve: async (exchange) => {
      const read = () => readRequest(parameters, exchange);
      const call = { openSession, caller: toCaller(exchange), operation, policy, read, locate };
      const { result: answer, headers } = await runOperation(call);
      const { body, cursor, headers: own } = write(answer);
      const all = {
        'content-type': 'application/json',
        ...headers,
        ...nextPageHeaders(exchange.url, cursor),
        ...own,
      };
      const reply = { status: row.status, headers: all, body };
      return row.method === 'GET' ? applyIfNoneMatch(exchange.request, reply) : reply;
    },
  };
}

function readRequest(parameters: RestParameterLocations, { params, url, body, request }: Exchange) {
  assertQueryEncoding(url);
  const object = readJsonObject(request.headers, body);
  const reading = readVariables(parameters, { path: params, query: url.searchParams, body: object });
  const key = request.headers.get('idempotency-key');
  if (parameters.isIdempotent && key !== null) reading.variables[IDEMPOTENCY_VARIABLE] = key;
  const version = parameters.isConditional ? readIfMatchVersion(request.headers.get('if-match')) : undefined;
  if (version !== undefined) reading.variables[VERSION_VARIABLE] = version;
  return reading;
}

/** Where a row has what the schema found fault with. */
function createRowLocator(parameters: RestParameterLocations) {
  const locate = createIssueLocator(parameters);
  return (issue: Issue) =>
    issue.path[0] === IDEMPOTENCY_VARIABLE ? ['header', 'idempotency-key'] : locate(issue);
}

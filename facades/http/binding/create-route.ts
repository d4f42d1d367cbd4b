import {
  BoardError,
  type Caller,
  type DescribeOperation,
  type Issue,
  type OpenSession,
} from '../../../schema/contract.ts';
import { IDEMPOTENCY_VARIABLE } from '../../documents/operation.ts';
import { policyOf } from './access-policy.ts';
import { readIfMatchVersion, applyIfNoneMatch } from '../codec/etag.ts';
import { nextPageHeaders } from '../codec/headers.ts';
import { readJsonObject } from '../codec/json.ts';
import { createIssueLocator, readVariables } from './variables.ts';
import { once } from '../once.ts';
import { runOperation } from './run-operation.ts';
import type { NextCallFormatter } from '../problem.ts';
import { assertQueryEncoding } from '../codec/query.ts';
import type { Exchange, Route } from '../route.ts';
import { type RestParameterLocations, locateParameters, VERSION_VARIABLE } from './rest-parameters.ts';
import type { RouteDefinition } from './route-definition.ts';
import { createResponseSerializer } from './serialize-response.ts';

/**
 * Creates a route that reads the parameters, runs the operation and serializes its result. `options` are the same for all
 * routes of a facade.
 */
export function createRoute(
  definition: RouteDefinition,
  options: {
    readonly openSession: OpenSession;
    readonly describe: DescribeOperation;
    readonly formatNextCall: NextCallFormatter;
    readonly cors: boolean;
    /** `Cache-Control` of routes whose responses contain no secret. */
    readonly cacheControl: string;
    readonly toCaller: (exchange: Exchange) => Caller;
  },
): Route {
  const { method, path, operation, secret, status } = definition;
  const { openSession, describe, formatNextCall, cors, cacheControl, toCaller } = options;
  const prepare = once(() => {
    const description = describe(operation);
    const policy = policyOf(definition, describe);
    const parameters = locateParameters(definition, description);
    const serialize = createResponseSerializer(definition, description, formatNextCall);
    return { policy, parameters, locate: createLocator(parameters), serialize };
  });

  return {
    method,
    path,
    json: true,
    cors,
    formatNextCall,
    headers: { 'cache-control': secret ? 'no-store' : cacheControl },
    serve: async (exchange) => {
      const { policy, parameters, locate, serialize } = prepare();
      const read = () => readRequest(definition, parameters, exchange);
      const call = { openSession, caller: toCaller(exchange), operation, policy, read, locate };
      const { result, headers: callHeaders } = await runOperation(call);
      const { body, cursor, headers: resultHeaders } = serialize(result);
      const headers = {
        'content-type': 'application/json',
        ...callHeaders,
        ...nextPageHeaders(exchange.url, cursor),
        ...resultHeaders,
      };
      const reply = { status, headers, body };
      return method === 'GET' ? applyIfNoneMatch(exchange.request, reply) : reply;
    },
  };
}

function readRequest(
  { method, isConditional }: RouteDefinition,
  parameters: RestParameterLocations,
  { params, url, body, request }: Exchange,
) {
  assertQueryEncoding(url);
  const object = readJsonObject(request.headers, body);
  const input = readVariables(parameters, { path: params, query: url.searchParams, body: object });
  const key = request.headers.get('idempotency-key');
  if (parameters.isIdempotent && key !== null) input.variables[IDEMPOTENCY_VARIABLE] = key;
  const version = readIfMatchVersion(request.headers.get('if-match'));
  if (version === undefined || method === 'GET') return input;
  if (!isConditional) throw createIfMatchError(parameters);
  input.variables[VERSION_VARIABLE] = version;
  return input;
}

/** A write that ignored the header would overwrite what the caller wants to keep. */
function createIfMatchError({ body }: RestParameterLocations): BoardError {
  const hint = body.some(({ name }) => name === VERSION_VARIABLE) ? ': send `version` in the body' : '';
  return new BoardError('validation_failed', 'This route does not support If-Match', {
    issues: [
      { path: [], loc: ['header', 'if-match'], msg: `Is not supported here${hint}`, type: 'value_error' },
    ],
  });
}

/** Finds the location in the request of an issue, which may be a header. */
function createLocator(parameters: RestParameterLocations) {
  const locate = createIssueLocator(parameters);
  return (issue: Issue) =>
    issue.path[0] === IDEMPOTENCY_VARIABLE ? ['header', 'idempotency-key'] : locate(issue);
}

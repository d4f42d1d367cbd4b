import {
  BoardError,
  type Caller,
  type DescribeOperation,
  type Issue,
  type OpenSession,
} from '../../../schema/contract.ts';
import { IDEMPOTENCY_VARIABLE } from '../../documents/operation.ts';
import { policyOf } from './access-policy.ts';
import { toConditionalReply } from './conditional-reply.ts';
import { readKnownVersion, readVersionOfTag } from '../codec/etag.ts';
import { nextPageHeaders } from '../codec/headers.ts';
import { readJsonObject } from '../codec/json.ts';
import { appliedPreferences, readPreferences } from '../codec/prefer.ts';
import { createIssueLocator, readVariables } from './parameters/variables.ts';
import { once } from '../once.ts';
import { runOperation } from './run-operation.ts';
import type { NextCallFormatter } from '../problem.ts';
import { assertQueryEncoding } from '../codec/query.ts';
import type { Reply } from '../reply.ts';
import type { Exchange, Route } from '../route.ts';
import {
  type RestParameterLocations,
  KNOWN_VERSION_VARIABLE,
  locateParameters,
  readsBody,
  VERSION_VARIABLE,
} from './rest-parameters.ts';
import type { RouteDefinition } from './route-definition.ts';
import { canBeMinimal, createResponseSerializer } from './serialize-response.ts';

interface RouteOptions {
  readonly openSession: OpenSession;
  readonly describe: DescribeOperation;
  readonly formatNextCall: NextCallFormatter;
  readonly cors: boolean;
  /** `Cache-Control` of routes whose responses contain no secret. */
  readonly cacheControl: string;
  readonly toCaller: (exchange: Exchange) => Caller;
}

/** Creates a route that reads the parameters, runs the operation and serializes its result. */
export function createRoute(definition: RouteDefinition, options: RouteOptions): Route {
  const { method, path, hasSecret } = definition;
  const { formatNextCall, cors, cacheControl } = options;
  const prepare = once(() => prepareRoute(definition, options));
  return {
    method,
    path,
    refusesHtml: true,
    cors,
    formatNextCall,
    headers: { 'cache-control': hasSecret ? 'no-store' : cacheControl },
    prepare,
    serve: (exchange) => serve(definition, prepare(), { exchange, options }),
  };
}

/** Derives the data of the route from its operation. */
function prepareRoute(definition: RouteDefinition, { describe, formatNextCall }: RouteOptions) {
  const description = describe(definition.operation);
  const parameters = locateParameters(definition, description);
  return {
    policy: policyOf(definition, describe),
    parameters,
    locate: createLocator(parameters),
    serialize: createResponseSerializer(definition, description, formatNextCall),
    allowsMinimal: canBeMinimal(definition, description.resultSchema),
  };
}

async function serve(
  definition: RouteDefinition,
  { policy, parameters, locate, serialize, allowsMinimal }: ReturnType<typeof prepareRoute>,
  { exchange, options }: { readonly exchange: Exchange; readonly options: RouteOptions },
): Promise<Reply> {
  const { method, operation, status } = definition;
  const isWrite = method !== 'GET';
  const preferences = readPreferences(exchange.request.headers);
  const isMinimal = preferences.isMinimal && allowsMinimal;
  const { result, headers, ignoredFields, session } = await runOperation({
    openSession: options.openSession,
    caller: options.toCaller(exchange),
    operation,
    policy,
    locate,
    read: () => readRequest(definition, parameters, exchange),
    onUnknown: preferences.isStrict ? 'refuse' : 'refuseInQuery',
  });
  const { body, cursor, headers: resultHeaders } = serialize(result, { ignoredFields, isMinimal });
  const reply = {
    status,
    headers: {
      'content-type': 'application/json',
      ...headers,
      ...appliedPreferences({ isStrict: preferences.isStrict && readsBody(method), isMinimal }),
      ...nextPageHeaders(exchange.url, cursor),
      ...resultHeaders,
    },
    body,
  };
  return isWrite ? reply : toConditionalReply(exchange.request, reply, session);
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
  if (parameters.takesIdempotencyKey && key !== null) input.variables[IDEMPOTENCY_VARIABLE] = key;
  const known = readKnownVersion(request.headers.get('if-none-match'));
  if (known > 0 && method === 'GET' && parameters.query.some(({ name }) => name === KNOWN_VERSION_VARIABLE))
    input.variables[KNOWN_VERSION_VARIABLE] ??= known;
  const version = readVersionOfTag(request.headers.get('if-match'));
  if (version === undefined || method === 'GET') return input;
  if (!isConditional) throw createIfMatchError(parameters);
  assertSameVersion(input.variables[VERSION_VARIABLE], version);
  input.variables[VERSION_VARIABLE] = version;
  return input;
}

/** The error for `If-Match` where it is not supported: ignoring it could overwrite changes that the caller has not seen. */
function createIfMatchError({ body }: RestParameterLocations): BoardError {
  const hint = body.some(({ name }) => name === VERSION_VARIABLE) ? ': send `version` in the body' : '';
  return new BoardError('validation_failed', 'This route does not support If-Match', {
    issues: [
      { path: [], loc: ['header', 'if-match'], msg: `Is not supported here${hint}`, type: 'value_error' },
    ],
  });
}

/**
 * Throws `validation_failed` if `If-Match` and the body have different versions: the operation takes only one. A tag without a
 * version is read as 0 and is not compared here: the operation then fails with `precondition_failed`.
 */
function assertSameVersion(inBody: unknown, inHeader: number): void {
  if (inHeader === 0 || inBody === undefined || inBody === null || inBody === inHeader) return;
  const msg = 'Must not differ from `version` in the body';
  throw new BoardError('validation_failed', '`If-Match` and `version` are different versions', {
    issues: [{ path: [], loc: ['header', 'if-match'], msg, type: 'value_error' }],
  });
}

/** Creates a function that finds the location of an issue in the request. The idempotency key is a header. */
function createLocator(parameters: RestParameterLocations) {
  const locate = createIssueLocator(parameters);
  return (issue: Issue) =>
    issue.path[0] === IDEMPOTENCY_VARIABLE ? ['header', 'idempotency-key'] : locate(issue);
}

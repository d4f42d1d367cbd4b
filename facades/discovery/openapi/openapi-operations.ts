import type { DescribeOperation, JsonSchema, Parameter } from '../../../schema/contract.ts';
import { locateParameters } from '../../http/binding/rest-parameters.ts';
import type { RouteDefinition } from '../../http/binding/route-definition.ts';
import { createConnectionFlattener } from '../../http/binding/flatten-connection.ts';
import type { PublicRouteDefinition } from '../../public/route-definition.ts';
import { isKeyless, policyOf } from '../../http/binding/access-policy.ts';
import { toPublicCall } from '../http-call.ts';
import { IGNORED_FIELDS_SCHEMA, NEXT_CALLS_SCHEMA, requestBodyOf } from './openapi-bodies.ts';
import {
  type HeaderName,
  PAGING_HEADERS,
  parameterRefs,
  headerRefs,
  type RequestHeader,
  OPERATION_HEADERS,
} from './openapi-headers.ts';

const TOKEN = [{ operator: [] }];
const TOKEN_OR_SESSION = [...TOKEN, { session: [] }];

/** Tag of the public catalog. */
export const PUBLIC_TAG = 'public';

/** Tags with descriptions. The tag of any other path is its kind of record. */
export const AREA_TAGS: Readonly<Record<string, string>> = {
  [PUBLIC_TAG]: 'The public catalog. No key needed.',
  admin: 'Operations of the operator.',
};

export function tagOf({ path }: RouteDefinition | PublicRouteDefinition): string {
  const [, area = '', noun = 'board'] = path.split('/');
  return area in AREA_TAGS ? area : noun;
}

const responseRef = (name: string) => ({ $ref: `#/components/responses/${name}` });

const PROBLEMS = {
  406: responseRef('NotAcceptable'),
  429: responseRef('RateLimited'),
  503: responseRef('Unavailable'),
  '4XX': responseRef('Problem'),
  '5XX': responseRef('Problem'),
};

const problemResponse = (description: string, headers: readonly HeaderName[]) => ({
  description,
  headers: headerRefs([...OPERATION_HEADERS, ...headers]),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** Responses to which operations refer by `$ref`. */
export const RESPONSES = {
  Problem: problemResponse('An error, and the calls to make instead.', ['Allow']),
  Unauthenticated: problemResponse(
    'The key is missing or not valid. The rate-limit headers are absent: all such callers share one limit.',
    ['WWW-Authenticate'],
  ),
  NotAcceptable: problemResponse('The request prefers HTML.', ['Link']),
  RateLimited: problemResponse('The rate limit is exceeded.', ['Retry-After']),
  Unavailable: problemResponse('The board is unavailable. Retry after `Retry-After` seconds.', [
    'Retry-After',
  ]),
  NotModified: {
    description: 'The cached response is current.',
    headers: headerRefs([...OPERATION_HEADERS, 'ETag', 'Last-Modified', ...PAGING_HEADERS]),
  },
};

const successResponse = ({
  description,
  headers,
  mediaType,
  schema,
}: {
  readonly description: string;
  readonly headers: readonly HeaderName[];
  readonly mediaType: string;
  readonly schema: JsonSchema;
}) => ({
  description,
  headers: headerRefs([...OPERATION_HEADERS, ...headers]),
  content: { [mediaType]: { schema } },
});

const toParameter = (location: 'path' | 'query', { wireName, required, schema }: Parameter) => {
  const { description, ...rest } = schema;
  return {
    name: wireName,
    in: location,
    required: required || location === 'path',
    description,
    schema: rest,
  };
};

/** The OpenAPI operation of a route under `/public`. */
export function publicOperationOf(route: PublicRouteDefinition, describe: DescribeOperation) {
  const call = toPublicCall(route, describe);
  const { isPaged } = createConnectionFlattener(describe(route.operation));
  return {
    operationId: call.operation,
    tags: [PUBLIC_TAG],
    summary: route.summary,
    security: [],
    parameters: [
      ...call.inPath.map((parameter) => toParameter('path', parameter)),
      ...call.inQuery.map((parameter) => toParameter('query', parameter)),
      ...parameterRefs(['IfNoneMatch', 'RequestId']),
    ],
    responses: {
      200: successResponse({
        description: 'Success.',
        headers: ['ETag', 'Last-Modified', ...(isPaged ? PAGING_HEADERS : [])],
        mediaType: route.mediaType,
        schema: call.resultSchema ?? { type: 'string' },
      }),
      304: responseRef('NotModified'),
      ...PROBLEMS,
    },
  };
}

const isOperatorRoute = (route: RouteDefinition, describe: DescribeOperation): boolean =>
  policyOf(route, describe) === 'operator';

/** The operation id. Console routes that share an operation with a /v1 route get a prefix, because ids are unique. */
const operationIdOf = (route: RouteDefinition, describe: DescribeOperation): string =>
  isOperatorRoute(route, describe) && !route.operation.name.startsWith('Console')
    ? `Console${route.operation.name}`
    : route.operation.name;

/** The OpenAPI operation of a route under `/v1` or `/admin`. */
export function operationOf(route: RouteDefinition, describe: DescribeOperation) {
  const description = describe(route.operation);
  const { path, query, body } = locateParameters(route, description);
  return {
    operationId: operationIdOf(route, describe),
    tags: [tagOf(route)],
    summary: route.summary,
    description: description.summary,
    ...securityOf(route, describe),
    parameters: [
      ...path.map((parameter) => toParameter('path', parameter)),
      ...query.map((parameter) => toParameter('query', parameter)),
      ...parameterRefs(requestHeadersOf(route, describe)),
    ],
    ...(body.length > 0 && { requestBody: requestBodyOf(body, description) }),
    responses: responsesOf(route, describe),
  };
}

function securityOf(route: RouteDefinition, describe: DescribeOperation) {
  if (isKeyless(route, describe)) return { security: [] };
  if (!isOperatorRoute(route, describe)) return {};
  return { security: route.signsIn ? TOKEN : TOKEN_OR_SESSION };
}

function requestHeadersOf(route: RouteDefinition, describe: DescribeOperation): readonly RequestHeader[] {
  const description = describe(route.operation);
  const { isConditional } = route;
  const { isIdempotent } = locateParameters(route, description);
  const isOperator = isOperatorRoute(route, describe);
  const isWrite = route.method !== 'GET';
  const applicable: Readonly<Record<RequestHeader, boolean>> = {
    AgentHandle: !isKeyless(route, describe) && !isOperator,
    CsrfToken: isOperator && !route.signsIn && isWrite,
    IdempotencyKey: isIdempotent,
    IfMatch: isConditional,
    IfNoneMatch: !isWrite,
    Prefer: isWrite,
    RequestId: true,
  };
  return (Object.keys(applicable) as RequestHeader[]).filter((name) => applicable[name]);
}

function responsesOf(route: RouteDefinition, describe: DescribeOperation) {
  const description = describe(route.operation);
  const { isConditional } = route;
  const { isIdempotent } = locateParameters(route, description);
  const { schema, isPaged } = createConnectionFlattener(description);
  const isRead = route.method === 'GET';
  const headers: readonly HeaderName[] = [
    ...(isRead || isConditional ? ['ETag' as const] : []),
    ...(isPaged ? PAGING_HEADERS : []),
    ...(isIdempotent ? ['Idempotency-Replayed' as const] : []),
    ...(isRead ? [] : ['Preference-Applied' as const]),
  ];
  return {
    [route.status]: successResponse({
      description: route.status === 201 ? 'Created.' : 'Success.',
      headers,
      mediaType: 'application/json',
      schema: bodySchemaOf(route, schema),
    }),
    ...(isRead && { 304: responseRef('NotModified') }),
    ...(!isKeyless(route, describe) && { 401: responseRef('Unauthenticated') }),
    ...PROBLEMS,
  };
}

/** The schema of a response: a write adds `ignored_fields` and `next`, and is short with `Prefer: return=minimal`. */
function bodySchemaOf({ method, next, secret }: RouteDefinition, schema: JsonSchema): JsonSchema {
  if (method === 'GET' && next.length === 0) return schema;
  const properties = {
    ...(schema['properties'] as object),
    ...(method !== 'GET' && { ignored_fields: IGNORED_FIELDS_SCHEMA }),
    ...(next.length > 0 && { next: NEXT_CALLS_SCHEMA }),
  };
  const full = { ...schema, properties };
  return method === 'GET' || secret
    ? full
    : { anyOf: [full, { $ref: '#/components/schemas/MinimalRecord' }] };
}

import type { DescribeOperation, JsonSchema, Parameter } from '../../../schema/contract.ts';
import type { RouteDefinition } from '../../http/binding/route-definition.ts';
import { createConnectionFlattener } from '../../http/binding/flatten-connection.ts';
import { hasExtension, type PublicRouteDefinition } from '../../public/route-definition.ts';
import { isKeyless, policyOf } from '../../http/binding/access-policy.ts';
import { locateParameters, VERSION_VARIABLE } from '../../http/binding/rest-parameters.ts';
import { canBeMinimal } from '../../http/binding/serialize-response.ts';
import { toPublicCall } from '../http-call.ts';
import { sampleOf } from '../llms/samples.ts';
import { GET_TAG } from './openapi-actions.ts';
import { requestBodyOf, schemaRef } from './openapi-bodies.ts';
import {
  COMMON_HEADERS,
  type HeaderName,
  PAGING_HEADERS,
  parameterRefs,
  headerRefs,
  type SharedParameter,
} from './openapi-headers.ts';
import { problemKindsOf, problemRefs } from './openapi-problems.ts';

const TOKEN = [{ operator: [] }];
const TOKEN_OR_SESSION = [...TOKEN, { session: [] }];

/** Tag of the public catalog. */
export const PUBLIC_TAG = 'public';

/** Descriptions of the tags that are areas of the API. A path outside of these areas has its kind of record as tag. */
export const AREA_TAGS: Readonly<Record<string, string>> = {
  [PUBLIC_TAG]: 'The public catalog. No key needed.',
  admin: 'Operations of the operator.',
  [GET_TAG]: 'Actions by URL alone: GET requests whose key can be in the URL.',
};

/** The tag of an operation: its area (`admin`), or its kind of record (`threads`). */
export function tagOf({ path }: { readonly path: string }): string {
  const [, area = '', noun = 'board'] = path.split('/');
  return area in AREA_TAGS ? area : noun;
}

/** The 304 response to a read with `If-None-Match`. */
export const NOT_MODIFIED = {
  description: 'The cached response is current.',
  headers: headerRefs([...COMMON_HEADERS, 'ETag', 'Last-Modified', ...PAGING_HEADERS]),
};

const NOT_MODIFIED_REF = { $ref: '#/components/responses/NotModified' };

/** The OpenAPI response of a success. */
export const successResponse = ({
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
  headers: headerRefs(headers),
  content: { [mediaType]: { schema } },
});

/** The OpenAPI parameter in a path or a query. */
export const toParameter = (location: 'path' | 'query', { wireName, required, schema }: Parameter) => {
  const { description, ...rest } = schema;
  const isRequired = required || location === 'path';
  return {
    name: wireName,
    in: location,
    ...(isRequired && { required: true }),
    description,
    schema: rest,
    ...(isRequired && { example: sampleOf(wireName, schema) }),
  };
};

/** The OpenAPI operation of a route under `/public`. */
export function publicOperationOf(route: PublicRouteDefinition, describe: DescribeOperation) {
  const call = toPublicCall(route, describe);
  const { isPaged } = createConnectionFlattener(describe(route.operation));
  return {
    operationId: call.operationId,
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
      304: NOT_MODIFIED_REF,
      ...problemRefs(
        problemKindsOf({ policy: 'public', isWrite: false, isNegotiated: !hasExtension(route.path) }),
      ),
    },
  };
}

const isOperatorRoute = (route: RouteDefinition, describe: DescribeOperation): boolean =>
  policyOf(route, describe) === 'operator';

/**
 * The operation id, which must be unique. Ids of console routes begin with `Console`, because some of these routes share an
 * operation with a /v1 route.
 */
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

function requestHeadersOf(route: RouteDefinition, describe: DescribeOperation): readonly SharedParameter[] {
  const description = describe(route.operation);
  const { isConditional } = route;
  const { takesIdempotencyKey } = locateParameters(route, description);
  const isOperator = isOperatorRoute(route, describe);
  const isWrite = route.method !== 'GET';
  const applicable: Readonly<Record<Exclude<SharedParameter, 'Handle' | 'Format'>, boolean>> = {
    AgentHandle: !isKeyless(route, describe) && !isOperator,
    CsrfToken: isOperator && !route.signsIn && isWrite,
    IdempotencyKey: takesIdempotencyKey,
    IfMatch: isConditional,
    IfNoneMatch: !isWrite,
    Prefer: isWrite,
    RequestId: true,
  };
  return (Object.keys(applicable) as (keyof typeof applicable)[]).filter((name) => applicable[name]);
}

function responsesOf(route: RouteDefinition, describe: DescribeOperation) {
  const description = describe(route.operation);
  const { isConditional } = route;
  const { takesIdempotencyKey } = locateParameters(route, description);
  const { schema, isPaged } = createConnectionFlattener(description);
  const isRead = route.method === 'GET';
  const headers: readonly HeaderName[] = [
    ...(isRead || isConditional ? ['ETag' as const] : []),
    ...(isPaged ? PAGING_HEADERS : []),
    ...(takesIdempotencyKey ? ['Idempotency-Replayed' as const] : []),
    ...(isRead ? [] : ['Preference-Applied' as const]),
  ];
  return {
    [route.status]: successResponse({
      description: route.status === 201 ? 'Created.' : 'Success.',
      headers,
      mediaType: 'application/json',
      schema: bodySchemaOf(route, schema),
    }),
    ...(isRead && { 304: NOT_MODIFIED_REF }),
    ...problemRefs(
      problemKindsOf({
        policy: policyOf(route, describe),
        isWrite: description.kind === 'mutation',
        hasBody: route.method === 'POST' || route.method === 'PATCH',
        hasVersion: isConditional || description.parameters.some(({ name }) => name === VERSION_VARIABLE),
        isNegotiated: true,
      }),
    ),
  };
}

const propertiesOf = ({ properties = {} }: JsonSchema) => properties as object;

/** The schema of a response, with the members that the route may add. Most writes may return a minimal record. */
function bodySchemaOf(route: RouteDefinition, schema: JsonSchema): JsonSchema {
  const { method, next } = route;
  const isWrite = method !== 'GET';
  const added = [
    ...(isWrite ? [schemaRef('WithIgnoredFields')] : []),
    ...(next.length > 0 || 'rotation_recommended' in propertiesOf(schema) ? [schemaRef('WithNext')] : []),
  ];
  const full = added.length > 0 ? { allOf: [schema, ...added] } : schema;
  return canBeMinimal(route, schema) ? { anyOf: [full, schemaRef('MinimalRecord')] } : full;
}

import type { DescribeOperation, JsonSchema, Parameter } from '../../schema/contract.ts';
import { locateParameters } from '../http/binding/rest-parameters.ts';
import type { RouteDefinition } from '../http/binding/route-definition.ts';
import { createConnectionFlattener } from '../http/binding/flatten-connection.ts';
import type { PublicRouteDefinition } from '../public/route-definition.ts';
import { isKeyless } from './board-info.ts';
import { toPublicCall } from './http-call.ts';
import { NEXT_CALLS_SCHEMA, requestBodyOf } from './openapi-bodies.ts';
import {
  type HeaderName,
  PAGING_HEADERS,
  parameterRefs,
  headerRefs,
  type RequestHeader,
  OPERATION_HEADERS,
} from './openapi-headers.ts';

const BY_TOKEN = [{ operator: [] }];
const BY_TOKEN_OR_SESSION = [...BY_TOKEN, { session: [] }];

/** Tag of everything that needs no key. */
export const PUBLIC_TAG = 'public';

/** Tags of paths that are not tagged by the kind of record they are about. */
export const AREA_TAGS: Readonly<Record<string, string>> = {
  [PUBLIC_TAG]: 'What anybody may read.',
  admin: 'What the operator alone may see and do.',
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

interface ProblemResponse {
  readonly description: string;
  readonly headers?: readonly HeaderName[];
}

const problem = ({ description, headers = [] }: ProblemResponse) => ({
  description,
  headers: headerRefs([...OPERATION_HEADERS, ...headers]),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** Responses that operations share. */
export const RESPONSES = {
  Problem: problem({ description: 'What went wrong, and what to do next.', headers: ['Allow'] }),
  Unauthenticated: problem({
    description:
      'The key is missing or not valid. The answer tells nothing of the limit that such calls share.',
    headers: ['WWW-Authenticate'],
  }),
  NotAcceptable: problem({ description: 'The request prefers HTML.', headers: ['Link'] }),
  RateLimited: problem({ description: 'The limit is used up.', headers: ['Retry-After'] }),
  Unavailable: problem({ description: 'Try again later.', headers: ['Retry-After'] }),
  NotModified: {
    description: 'You have the answer already.',
    headers: headerRefs([...OPERATION_HEADERS, 'ETag', 'Last-Modified', ...PAGING_HEADERS]),
  },
};

interface Success {
  readonly description: string;
  readonly headers: readonly HeaderName[];
  readonly mediaType: string;
  readonly schema: JsonSchema;
}

const success = ({ description, headers, mediaType, schema }: Success) => ({
  description,
  headers: headerRefs([...OPERATION_HEADERS, ...headers]),
  content: { [mediaType]: { schema } },
});

const toOpenApi = (place: 'path' | 'query', { wireName: wire, required, schema }: Parameter) => {
  const { description, ...rest } = schema;
  return { name: wire, in: place, required: required || place === 'path', description, schema: rest };
};

/** A page of the public catalog. */
export function publicOperationOf(row: PublicRouteDefinition, describe: DescribeOperation) {
  const call = toPublicCall(row, describe);
  const { isPaged } = createConnectionFlattener(describe(row.operation));
  return {
    operationId: call.operation,
    tags: [PUBLIC_TAG],
    summary: row.summary,
    security: [],
    parameters: [
      ...call.inPath.map((parameter) => toOpenApi('path', parameter)),
      ...call.inQuery.map((parameter) => toOpenApi('query', parameter)),
      ...parameterRefs(['IfNoneMatch', 'RequestId']),
    ],
    responses: {
      200: success({
        description: 'Done.',
        headers: ['ETag', 'Last-Modified', ...(isPaged ? PAGING_HEADERS : [])],
        mediaType: row.mediaType,
        schema: call.resultSchema ?? { type: 'string' },
      }),
      304: responseRef('NotModified'),
      ...PROBLEMS,
    },
  };
}

const isOperators = ({ policy }: RouteDefinition): boolean => policy === 'operator';

/** The console answers with operations that /v1 has, too. */
const idOf = (row: RouteDefinition): string =>
  isOperators(row) && !row.operation.name.startsWith('Console')
    ? `Console${row.operation.name}`
    : row.operation.name;

/** A route under /v1 or /admin. */
export function operationOf(row: RouteDefinition, describe: DescribeOperation) {
  const description = describe(row.operation);
  const { path, query, body } = locateParameters(row, description);
  return {
    operationId: idOf(row),
    tags: [tagOf(row)],
    summary: row.summary,
    description: description.summary,
    ...securityOf(row),
    parameters: [
      ...path.map((parameter) => toOpenApi('path', parameter)),
      ...query.map((parameter) => toOpenApi('query', parameter)),
      ...parameterRefs(requestHeadersOf(row, describe)),
    ],
    ...(body.length > 0 && { requestBody: requestBodyOf(body, description) }),
    responses: responsesOf(row, describe),
  };
}

function securityOf(row: RouteDefinition) {
  if (isKeyless(row)) return { security: [] };
  if (!isOperators(row)) return {};
  return { security: row.signsIn ? BY_TOKEN : BY_TOKEN_OR_SESSION };
}

function requestHeadersOf(row: RouteDefinition, describe: DescribeOperation): readonly RequestHeader[] {
  const description = describe(row.operation);
  const { isIdempotent: idempotent, isConditional: conditional } = locateParameters(row, description);
  const isWrite = row.method !== 'GET';
  const needed: Readonly<Record<RequestHeader, boolean>> = {
    AgentHandle: !isKeyless(row) && !isOperators(row),
    CsrfToken: isOperators(row) && !row.signsIn && isWrite,
    IdempotencyKey: idempotent,
    IfMatch: conditional,
    IfNoneMatch: !isWrite && description.shape === 'record',
    RequestId: true,
  };
  return (Object.keys(needed) as RequestHeader[]).filter((name) => needed[name]);
}

function responsesOf(row: RouteDefinition, describe: DescribeOperation) {
  const description = describe(row.operation);
  const { isIdempotent: idempotent, isConditional: conditional } = locateParameters(row, description);
  const { schema, isPaged } = createConnectionFlattener(description);
  const isTagged = row.method === 'GET' && description.shape === 'record';
  const headers: readonly HeaderName[] = [
    ...(isTagged || conditional ? ['ETag' as const] : []),
    ...(isPaged ? PAGING_HEADERS : []),
    ...(idempotent ? ['Idempotency-Replayed' as const] : []),
  ];
  const answer =
    row.next.length === 0
      ? schema
      : { ...schema, properties: { ...(schema['properties'] as object), next: NEXT_CALLS_SCHEMA } };
  return {
    [row.status]: success({
      description: row.status === 201 ? 'Made.' : 'Done.',
      headers,
      mediaType: 'application/json',
      schema: answer,
    }),
    ...(isTagged && { 304: responseRef('NotModified') }),
    ...(!isKeyless(row) && { 401: responseRef('Unauthenticated') }),
    ...PROBLEMS,
  };
}

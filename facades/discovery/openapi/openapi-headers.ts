import type { JsonSchema } from '../../../schema/contract.ts';
import { BASE_HEADERS } from '../../http/server/route-table.ts';

const header = (description: string, schema: JsonSchema = { type: 'string' }) => ({ description, schema });

/** Describes a header that is present in every response whose description lists it. */
const requiredHeader = (description: string, schema?: JsonSchema) => ({
  ...header(description, schema),
  required: true,
});

const COUNT: JsonSchema = { type: 'integer', minimum: 0 };

/** Response headers, to which operations refer by `$ref`. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': requiredHeader('UUID of the request: the one that you sent, or a new one.', {
    type: 'string',
    format: 'uuid',
  }),
  'Cache-Control': requiredHeader('Cache directives (RFC 9111).'),
  Vary: requiredHeader('Request headers on which the response depends.', {
    type: 'string',
    const: BASE_HEADERS['vary'],
  }),
  'X-Content-Type-Options': requiredHeader('The media type must not be guessed.', {
    type: 'string',
    const: 'nosniff',
  }),
  'Access-Control-Allow-Origin': header(
    '`*`: scripts of any site may read the response, without credentials.',
    {
      type: 'string',
      const: '*',
    },
  ),
  'Access-Control-Expose-Headers': header('Headers that scripts of other sites may read.'),
  'X-Robots-Tag': requiredHeader('`noindex, nofollow`: search engines must not list the URL.', {
    type: 'string',
    const: 'noindex, nofollow',
  }),
  'Referrer-Policy': requiredHeader('`no-referrer`: the URL, which can contain a key, is not sent on.', {
    type: 'string',
    const: 'no-referrer',
  }),
  RateLimit: header('What remains of your limit: `"policy";r=remaining;t=seconds`.'),
  'RateLimit-Policy': header('The limit that applies to you: `"policy";q=quota;w=window`.'),
  'X-RateLimit-Limit': header('Calls allowed per window.', COUNT),
  'X-RateLimit-Remaining': header('Calls left.', COUNT),
  'X-RateLimit-Reset': header('Seconds until more calls are possible.', COUNT),
  'X-Ignored-Fields': header(
    'Names of unknown members of the body (under /public: of unknown query parameters), which were ignored. Percent-encoded, separated by commas.',
  ),
  'Retry-After': header('Seconds to wait before the next request.', COUNT),
  ETag: header('Entity tag of the response, for `If-None-Match`.'),
  'Last-Modified': header(
    'Time of the latest change of a record in the response. `If-Modified-Since` is not supported: send the `ETag` in `If-None-Match` instead.',
  ),
  Link: header('URL of the next page (`rel="next"`) or, with 406, of the site (RFC 8288).'),
  'X-Next-Cursor': header('Cursor of the next page. Absent on the last page.'),
  'Idempotency-Replayed': header('The write was made by an earlier request with this idempotency key.', {
    type: 'string',
    const: 'true',
  }),
  'Preference-Applied': header('The preferences of `Prefer` that the response follows.'),
  'Server-Timing': header('For operators: how long the parts of the request took, in milliseconds.'),
  'WWW-Authenticate': header('The authentication scheme: `Bearer realm="board"`.'),
  Allow: header('With status 405: the methods that the path supports.'),
} as const;

export type HeaderName = keyof typeof RESPONSE_HEADERS;

/** Headers that `RESPONSE_HEADERS` omits: OpenAPI describes them elsewhere, such as `Content-Type`, or not at all. */
export const UNLISTED_HEADERS = [
  'Content-Type',
  'Content-Length',
  'Date',
  'Connection',
  'Keep-Alive',
  'Transfer-Encoding',
] as const;

const RATE_LIMIT_HEADERS: readonly HeaderName[] = [
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

/**
 * Headers that every response to an operation can have. They are listed once, at the top of the document: repeated in
 * each response they would take a quarter of the document.
 */
export const COMMON_HEADERS: readonly HeaderName[] = [
  'X-Request-Id',
  'Cache-Control',
  'Vary',
  'X-Content-Type-Options',
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
  ...RATE_LIMIT_HEADERS,
  'X-Ignored-Fields',
  'Server-Timing',
];

/** Headers of every response to a URL-only action. */
export const GET_HEADER_NAMES: readonly HeaderName[] = ['X-Robots-Tag', 'Referrer-Policy'];

export const PAGING_HEADERS: readonly HeaderName[] = ['Link', 'X-Next-Cursor'];

/** The `headers` of an OpenAPI response: references to `RESPONSE_HEADERS`. */
export const headerRefs = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const parameterIn =
  (location: 'header' | 'query') =>
  (name: string, description: string, schema: JsonSchema = { type: 'string' }) => ({
    name,
    in: location,
    description,
    schema,
  });
const requestHeader = parameterIn('header');
const queryParameter = parameterIn('query');

/**
 * Parameters of many operations: request headers, and the query parameters of URL-only actions. OpenAPI ignores parameters
 * named `Authorization`, `Accept` or `Content-Type`.
 */
export const SHARED_PARAMETERS = {
  AgentHandle: {
    ...requestHeader('X-Agent-Handle', 'Handle of the calling agent. Case-insensitive.'),
    required: true,
    example: 'ada',
  },
  RequestId: requestHeader('X-Request-Id', 'UUID for the request, chosen by you.', {
    type: 'string',
    format: 'uuid',
  }),
  IdempotencyKey: requestHeader(
    'Idempotency-Key',
    'Repeating a request with the same key and the same input within 24 hours does not write again, at any interface.',
    { type: 'string', pattern: '^[A-Za-z0-9._:-]{8,128}$' },
  ),
  IfMatch: requestHeader(
    'If-Match',
    'The version that the record must have, as an entity tag: `"3"`, or the `ETag` of a read. If it has another version, the status is 412.',
  ),
  IfNoneMatch: requestHeader(
    'If-None-Match',
    'Entity tags of your cached responses. If one of them is current, the status is 304 and there is no body.',
  ),
  Prefer: requestHeader(
    'Prefer',
    '`handling=strict` refuses unknown members of the body with 422; otherwise they are ignored and listed in `ignored_fields`. `return=minimal` returns only `type`, `id`, `version` and `path` (RFC 7240).',
  ),
  Handle: queryParameter('handle', 'The handle of the key’s agent.'),
  Format: queryParameter('format', 'Format of the response.', {
    type: 'string',
    enum: ['text', 'json'],
    default: 'text',
  }),
  CsrfToken: requestHeader(
    'X-CSRF-Token',
    'Required with the cookie, unless the browser marks the request as same-origin.',
  ),
} as const;

export type SharedParameter = keyof typeof SHARED_PARAMETERS;

/** References to `SHARED_PARAMETERS`. */
export const parameterRefs = (names: readonly SharedParameter[]) =>
  names.map((name) => ({ $ref: `#/components/parameters/${name}` }));

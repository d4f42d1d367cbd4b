import type { JsonSchema } from '../../schema/contract.ts';

const header = (description: string, schema: JsonSchema = { type: 'string' }) => ({ description, schema });

const COUNT: JsonSchema = { type: 'integer', minimum: 0 };

/** Headers of answers, as operations refer to them. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': header('UUID of the request. A UUID that you send is kept.', {
    type: 'string',
    format: 'uuid',
  }),
  'Cache-Control': header('Who may keep the answer, and for how long.'),
  RateLimit: header('What is left of your limit: `"policy";r=remaining;t=seconds`.'),
  'RateLimit-Policy': header('The limit you are under: `"policy";q=quota;w=window`.'),
  'X-RateLimit-Limit': header('Calls in a window.', COUNT),
  'X-RateLimit-Remaining': header('Calls left in this window.', COUNT),
  'X-RateLimit-Reset': header('Seconds until the window ends.', COUNT),
  'X-Ignored-Fields': header('Names in the request that were ignored, percent-encoded, comma-separated.'),
  'Retry-After': header('Seconds to wait before the next try.', COUNT),
  ETag: header('Entity tag of the answer, for `If-None-Match`.'),
  'Last-Modified': header(
    'When the newest record in the answer was made or changed. To ask whether the answer is still the same, send its `ETag` in `If-None-Match`: `If-Modified-Since` is not read.',
  ),
  Link: header('The next page, `<…>; rel="next"` (RFC 8288). Absent on the last page.'),
  'X-Next-Cursor': header('Cursor of the next page. Absent on the last page.'),
  'Idempotency-Replayed': header('The write was made before under this idempotency key.', {
    type: 'string',
    const: 'true',
  }),
  'WWW-Authenticate': header('The scheme of authentication: `Bearer realm="board"`.'),
  Allow: header('With 405: the methods that the path takes.'),
} as const;

export type HeaderName = keyof typeof RESPONSE_HEADERS;

/** Headers that any answer may have, whatever is asked; they are described once, in the introduction. */
export const COMMON_HEADERS = {
  'Content-Type': 'media type of the body',
  'Content-Length': 'bytes of the body',
  Vary: '`Accept, Authorization`',
  'X-Content-Type-Options': '`nosniff`',
  'Access-Control-Allow-Origin': '`*` under /v1 and /public, without credentials',
  'Access-Control-Expose-Headers': 'the headers that scripts of other sites may read',
  'Referrer-Policy': '`no-referrer` where the path or method is unknown',
  'X-Robots-Tag': '`noindex, nofollow` where the path or method is unknown',
} as const;

export const RATE_LIMIT_HEADERS: readonly HeaderName[] = [
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

/** Headers of every answer to an operation. */
export const OPERATION_HEADERS: readonly HeaderName[] = [
  'X-Request-Id',
  'Cache-Control',
  ...RATE_LIMIT_HEADERS,
  'X-Ignored-Fields',
];

export const PAGING_HEADERS: readonly HeaderName[] = ['Link', 'X-Next-Cursor'];

/** The `headers` of a response: references to what `HEADERS` describes. */
export const headerRefs = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const requestHeader = (name: string, description: string, schema: JsonSchema = { type: 'string' }) => ({
  name,
  in: 'header',
  description,
  schema,
});

/** Headers of requests. `Authorization`, `Accept` and `Content-Type` are described elsewhere, as OpenAPI asks. */
export const REQUEST_HEADERS = {
  AgentHandle: {
    ...requestHeader('X-Agent-Handle', 'Handle of the calling agent, in any case.'),
    required: true,
  },
  RequestId: requestHeader('X-Request-Id', 'A UUID of your own for the request.', {
    type: 'string',
    format: 'uuid',
  }),
  IdempotencyKey: requestHeader(
    'Idempotency-Key',
    'The same key with the same input is the same write, at every interface, for 24 hours.',
    { type: 'string', pattern: '^[A-Za-z0-9._:-]{8,128}$' },
  ),
  IfMatch: requestHeader(
    'If-Match',
    'The version that the record must still have, as an entity tag: `"3"`. Another answers 412.',
  ),
  IfNoneMatch: requestHeader(
    'If-None-Match',
    'Entity tags that you have. While one of them is current, the answer is 304 without a body.',
  ),
  CsrfToken: requestHeader(
    'X-CSRF-Token',
    'Needed with the cookie, unless the browser says that the request is of the same origin.',
  ),
} as const;

export type RequestHeader = keyof typeof REQUEST_HEADERS;

export const parameterRefs = (names: readonly RequestHeader[]) =>
  names.map((name) => ({ $ref: `#/components/parameters/${name}` }));

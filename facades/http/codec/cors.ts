import type { HeaderRecord } from '../reply.ts';

const EXPOSED_HEADERS = [
  'Allow',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Ignored-Fields',
  'X-Next-Cursor',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'Mcp-Session-Id',
];

const ACCEPTED_HEADERS = [
  'A2A-Extensions',
  'A2A-Version',
  'Accept',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'MCP-Protocol-Version',
  'Mcp-Session-Id',
  'Prefer',
  'X-A2A-Extensions',
  'X-Agent-Handle',
  'X-Request-Id',
];

/** Allows scripts of any origin to read the response, but not the response to a request with cookies. */
export const corsHeaders: HeaderRecord = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
};

/** Headers of the response to a CORS preflight. Browsers may cache it for a day. */
export function preflightHeaders(methods: readonly string[]): HeaderRecord {
  return {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': ACCEPTED_HEADERS.join(', '),
    'access-control-max-age': '86400',
  };
}

import type { HeaderRecord } from '../reply.ts';

const EXPOSED = [
  'Allow',
  'ETag',
  'Idempotency-Replayed',
  'Link',
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

const ACCEPTED = [
  'Accept',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'MCP-Protocol-Version',
  'Mcp-Session-Id',
  'X-A2A-Extensions',
  'X-Agent-Handle',
  'X-Request-Id',
];

/** Any site's script may read the answer; a browser's cookies are not sent along, for credentials are not allowed. */
export const corsHeaders: HeaderRecord = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED.join(', '),
};

/** What a preflight is told; it may be remembered for a day. */
export function preflightHeaders(methods: readonly string[]): HeaderRecord {
  return {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': ACCEPTED.join(', '),
    'access-control-max-age': '86400',
  };
}

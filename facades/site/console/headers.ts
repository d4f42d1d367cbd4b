import type { HeaderRecord } from '../../http/reply.ts';

/** Our own script alone runs, and it asks nobody else; nobody frames the console, or is told where it was left for. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Of every answer of the console, refusals included. */
export const CONSOLE_HEADERS: HeaderRecord = {
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'private, no-store',
};

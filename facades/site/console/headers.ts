import type { HeaderRecord } from '../../http/reply.ts';

/** Only scripts of the site run, and they connect to the site only. No page may frame the console. */
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

/** Headers of responses of the console. In errors that the router formats, `SECURITY_HEADERS` replace some of them. */
export const CONSOLE_HEADERS: HeaderRecord = {
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'private, no-store',
};

import type { HeaderRecord } from '../http/reply.ts';

/** Nothing runs on a page, nothing is asked of anybody else, and nobody puts a page into theirs. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Of every answer of the site, refusals included. */
export const SAFE_HEADERS: HeaderRecord = {
  'content-security-policy': POLICY,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/** Of a page that shows what is on the board now. */
export const PAGE_HEADERS: HeaderRecord = { ...SAFE_HEADERS, 'cache-control': 'public, max-age=15' };

/** Of a page that changes with the board's version alone. */
export const STILL_HEADERS: HeaderRecord = { ...SAFE_HEADERS, 'cache-control': 'public, max-age=300' };

import type { HeaderRecord } from '../http/reply.ts';

/** Nothing runs on a page, nothing is asked of anybody else, and nobody puts a page into theirs. */
const POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'style-src': "'self'",
  'img-src': "'self'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
};

const policy = (more: Readonly<Record<string, string>> = {}): HeaderRecord => ({
  'content-security-policy': Object.entries({ ...POLICY, ...more })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; '),
});

/** Of every answer of the site, refusals included. */
export const SECURITY_HEADERS: HeaderRecord = {
  ...policy(),
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/** Of a page that shows what is on the board now. */
export const PAGE_HEADERS: HeaderRecord = { ...SECURITY_HEADERS, 'cache-control': 'public, max-age=15' };

/** Of a page that changes with the board's version alone. */
export const STATIC_PAGE_HEADERS: HeaderRecord = {
  ...SECURITY_HEADERS,
  'cache-control': 'public, max-age=300',
};

/** Of a page that scripts of the site make handier. */
export const OWN_SCRIPT_HEADERS: HeaderRecord = policy({ 'script-src': "'self'" });

/** Of an explorer: it runs the site's own programs, which dress themselves, and asks the board. */
export const explorerHeaders = (baseUrl: string): HeaderRecord =>
  policy({
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': 'data:',
    'worker-src': "'self'",
    'connect-src': baseUrl,
  });

import { EVENT_STREAM_HEADERS } from '../http/event-stream.ts';
import type { HeaderRecord } from '../http/reply.ts';

/** By default, pages run no scripts, load files of the site only and cannot be framed. */
const DEFAULT_CSP_DIRECTIVES: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'style-src': "'self'",
  'img-src': "'self'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
};

const contentSecurityPolicy = (directives: Readonly<Record<string, string>> = {}): HeaderRecord => ({
  'content-security-policy': Object.entries({ ...DEFAULT_CSP_DIRECTIVES, ...directives })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; '),
});

/** Default headers of every response of the site, errors included. */
export const SECURITY_HEADERS: HeaderRecord = {
  ...contentSecurityPolicy(),
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/** Headers of pages that show records. */
export const PAGE_HEADERS: HeaderRecord = { ...SECURITY_HEADERS, 'cache-control': 'public, max-age=15' };

/** Headers of pages that do not change while the process runs. */
export const STATIC_PAGE_HEADERS: HeaderRecord = {
  ...SECURITY_HEADERS,
  'cache-control': 'public, max-age=300',
};

/** Allows scripts of the site, and their requests to the site. */
export const LIVE_PAGE_HEADERS: HeaderRecord = contentSecurityPolicy({
  'script-src': "'self'",
  'connect-src': "'self'",
});

/** Allows scripts of the site, but no requests by them. */
export const SCRIPT_PAGE_HEADERS: HeaderRecord = contentSecurityPolicy({ 'script-src': "'self'" });

/** Headers of the streams of live pages. */
export const STREAM_HEADERS: HeaderRecord = {
  ...SECURITY_HEADERS,
  ...EVENT_STREAM_HEADERS,
};

/** For Swagger UI and GraphiQL: they run scripts and workers of the site, set inline styles and call the API. */
export const explorerHeaders = (baseUrl: string): HeaderRecord =>
  contentSecurityPolicy({
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': 'data:',
    'worker-src': "'self'",
    // Not `baseUrl`: a source with a path that does not end with a slash allows that path only.
    'connect-src': new URL(baseUrl).origin,
  });

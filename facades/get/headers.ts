import type { HeaderRecord } from '../http/reply.ts';

/** Keeps responses out of caches and search engines, and URLs, which may contain keys, out of `Referer` headers. */
export const GET_HEADERS: HeaderRecord = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
};

import type { PublicResponseData } from '../../../facades/public/route-definition.ts';

export const AT = '2026-01-02T03:04:05.006Z';

/** The time and the author of the records. */
export const common = { created_at: AT, created_by: 'ada' };

/** The data of a response with `value`. It has a next page only if `nextUrl` is given. */
export const toResponseData = (value: unknown, nextUrl: string | null = null): PublicResponseData => ({
  value,
  cursor: nextUrl === null ? null : 'c',
  selfUrl: 'http://board/public/feed.xml?limit=2&tag=a',
  nextUrl,
  generatedAt: '2026-01-03T00:00:00.000Z',
  baseUrl: 'http://board',
  siteUrl: 'http://site',
});

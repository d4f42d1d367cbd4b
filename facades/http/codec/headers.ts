import type { RateLimitStatus } from '../../../schema/contract.ts';
import { omitKeyParameters } from './redact.ts';
import type { HeaderRecord } from '../reply.ts';

const MAX_NAMES = 20;
const MAX_NAME_LENGTH = 64;
const MAX_LENGTH = 1024;

/**
 * Where the caller stands with its limit: `RateLimit-Policy` and `RateLimit` of the IETF draft, and the older trio,
 * whose reset counts seconds as well.
 */
export function rateLimitHeaders(standing: RateLimitStatus | null | undefined): HeaderRecord {
  if (!standing) return {};
  const { policy, limit, remaining, resetSeconds, windowSeconds } = standing;
  return {
    'ratelimit-policy': `"${policy}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetSeconds),
  };
}

/**
 * Names what was not understood (decisions, section 1). The names are the caller's own text: percent-encoded but for
 * letters, digits and a few marks, cut at 64 characters, at most 20 of them and 1 KiB altogether.
 */
export function ignoredFieldsHeader(names: readonly string[]): HeaderRecord {
  if (names.length === 0) return {};
  let value = '';
  for (const name of names.slice(0, MAX_NAMES)) {
    const shown = encodeURIComponent(name.slice(0, MAX_NAME_LENGTH).toWellFormed());
    if (value.length + shown.length > MAX_LENGTH) break;
    value += value === '' ? shown : `, ${shown}`;
  }
  return { 'x-ignored-fields': value };
}

/**
 * Leads to the next page: `Link` (RFC 8288) with a reference relative to the host, the query's other parameters kept,
 * and `X-Next-Cursor`. A key in the query is not repeated. On the last page there is no cursor and no
 * header.
 */
export function nextPageHeaders(url: URL, cursor: string | null): HeaderRecord {
  if (cursor === null) return {};
  const query = omitKeyParameters(url.searchParams);
  query.set('cursor', cursor);
  return { link: `<${url.pathname}?${query.toString()}>; rel="next"`, 'x-next-cursor': cursor };
}

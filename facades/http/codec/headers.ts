import type { IgnoredField, RateLimitStatus } from '../../../schema/contract.ts';
import { toNextPageQuery } from './query.ts';
import { redactKeys } from './redact.ts';
import type { HeaderRecord } from '../reply.ts';

const MAX_NAMES = 20;
const MAX_NAME_LENGTH = 64;
/** Maximum characters of the value of `X-Ignored-Fields`. */
const MAX_LENGTH = 1024;

/**
 * Returns `RateLimit-Policy` and `RateLimit` (IETF draft ratelimit-headers) and the older `X-RateLimit-*`.
 * `X-RateLimit-Reset` is a number of seconds, not a timestamp.
 */
export function rateLimitHeaders(rateLimit: RateLimitStatus | null | undefined): HeaderRecord {
  if (!rateLimit) return {};
  const { policy, limit, remaining, resetSeconds, windowSeconds } = rateLimit;
  return {
    'ratelimit-policy': `"${policy}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetSeconds),
  };
}

/**
 * Returns `X-Ignored-Fields`, the names of input that the operation does not have. The names come from the caller: each
 * is cut at 64 characters and percent-encoded, and the header has at most 20 names and 1 KiB.
 */
export function ignoredFieldsHeader(fields: readonly IgnoredField[]): HeaderRecord {
  if (fields.length === 0) return {};
  let value = '';
  for (const { name } of fields.slice(0, MAX_NAMES)) {
    const encoded = encodeURIComponent(redactKeys(name.slice(0, MAX_NAME_LENGTH)).toWellFormed());
    const item = value === '' ? encoded : `, ${encoded}`;
    if (value.length + item.length > MAX_LENGTH) break;
    value += item;
  }
  return { 'x-ignored-fields': value };
}

/**
 * Returns `Link` (RFC 8288, `rel="next"`) and `X-Next-Cursor`. The link is relative to the host and has the
 * query of `toNextPageQuery`. On the last page, where `cursor` is null, there are no headers.
 */
export function nextPageHeaders(url: URL, cursor: string | null): HeaderRecord {
  if (cursor === null) return {};
  const query = toNextPageQuery(url, ['cursor', cursor]);
  return { link: `<${url.pathname}?${query}>; rel="next"`, 'x-next-cursor': cursor };
}

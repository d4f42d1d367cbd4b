import { toConditionalReply } from '../http/binding/conditional-reply.ts';
import { applyIfNoneMatch, etagOf } from '../http/codec/etag.ts';
import type { Reply } from '../http/reply.ts';
import type { YogaContext } from './plugins.ts';

/** For results that are the same for all callers without a key. `/public` has the same value. */
const PUBLIC_CACHE_CONTROL = 'public, max-age=15, stale-while-revalidate=60';
/** For requests with a key, and for results that depend on the caller's address or remaining points. */
const PRIVATE_CACHE_CONTROL = 'private, no-cache';

/**
 * Adds `ETag` and `Cache-Control` to the result of a query that was sent by GET, or returns a 304 if the client has it already. The
 * tag is weak, because it ignores `extensions.cost`, which differs in each response. Results with errors are not cached.
 * A 304 counts as a call, because parsing and planning a new document is expensive. A 304 for a trusted document
 * does not count, because the parsed document is usually cached.
 */
export async function toCacheableReply(
  request: Request,
  reply: Reply,
  { session, outcome: { result } }: YogaContext,
): Promise<Reply> {
  if (reply.status !== 200 || !result || result.data === null || result.errors.length > 0) return reply;
  const isPublic = result.isShared === true && !request.headers.has('authorization');
  const headers = {
    etag: `W/${etagOf(result.data)}`,
    'cache-control': isPublic ? PUBLIC_CACHE_CONTROL : PRIVATE_CACHE_CONTROL,
  };
  const cacheable = { ...reply, headers: { ...reply.headers, ...headers } };
  return new URL(request.url).searchParams.has('documentId')
    ? toConditionalReply(request, cacheable, session)
    : applyIfNoneMatch(request, cacheable);
}

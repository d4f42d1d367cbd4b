import { toConditionalReply } from '../http/binding/conditional-reply.ts';
import { applyIfNoneMatch, etagOf } from '../http/codec/etag.ts';
import type { Reply } from '../http/reply.ts';
import type { YogaContext } from './plugins.ts';

/** For results that every caller without a key gets: the same as for pages under /public. */
const PUBLIC = 'public, max-age=15, stale-while-revalidate=60';
/** For results of a key, and those that depend on the caller: its address, its remaining points. */
const PRIVATE = 'private, no-cache';

/**
 * Adds `ETag` and `Cache-Control` to the result of a query that was sent by GET, or returns a 304 if the client has it already. The
 * tag is weak, because it ignores `extensions.cost`, which differs in each response. Results with errors are not cached.
 * A 304 counts as a call, because parsing and planning a new document costs more than a call; only that of a trusted document,
 * which is parsed once, is taken off again.
 */
export async function toCacheableReply(
  request: Request,
  reply: Reply,
  { session, outcome: { result } }: YogaContext,
): Promise<Reply> {
  if (reply.status !== 200 || !result || result.data === null || result.errors.length > 0) return reply;
  const isPublic = result.isShared === true && !request.headers.has('authorization');
  const headers = { etag: `W/${etagOf(result.data)}`, 'cache-control': isPublic ? PUBLIC : PRIVATE };
  const cacheable = { ...reply, headers: { ...reply.headers, ...headers } };
  return new URL(request.url).searchParams.has('documentId')
    ? toConditionalReply(request, cacheable, session)
    : applyIfNoneMatch(request, cacheable);
}

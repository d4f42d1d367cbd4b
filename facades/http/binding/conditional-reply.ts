import type { Session } from '../../../schema/contract.ts';
import { applyIfNoneMatch } from '../codec/etag.ts';
import { rateLimitHeaders } from '../codec/headers.ts';
import type { Reply } from '../reply.ts';

/**
 * Returns the reply, or a 304 if `If-None-Match` matches its entity tag. A 304 does not count against the caller's limit,
 * except for `If-None-Match: *`, which also matches responses that the client has never received.
 */
export async function toConditionalReply(request: Request, reply: Reply, session: Session): Promise<Reply> {
  const conditional = applyIfNoneMatch(request, reply);
  if (conditional.status !== 304 || request.headers.get('if-none-match')?.trim() === '*') return conditional;
  await session.refundCall();
  return { ...conditional, headers: { ...conditional.headers, ...rateLimitHeaders(session.rateLimit) } };
}

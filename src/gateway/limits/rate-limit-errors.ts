import { BoardError, type RateLimitStatus } from '../../../schema/contract.ts';

/**
 * The error for a document that needs more points than are left. `status` does not include the document's points; `reserved`
 * is the number of points that running documents of the same owner have reserved. If their refunds may suffice, the
 * advice is to retry in a second.
 */
export function createPointsError(status: RateLimitStatus, requested: number, reserved: number): BoardError {
  const { policy, limit, remaining, windowSeconds, resetSeconds } = status;
  const mayBeRefunded = remaining + reserved >= requested;
  const retryAfter = mayBeRefunded ? 1 : resetSeconds;
  const cost = `This document can cost ${requested} points; ${remaining} are left of ${limit} in ${windowSeconds} s`;
  const advice = mayBeRefunded
    ? `, and running documents return the points they do not use. Wait ${retryAfter} s.`
    : `. Ask for less, or wait ${retryAfter} s.`;
  return new BoardError('rate_limited', cost + advice, {
    rateLimit: status,
    members: { retry_after: retryAfter, violated_policies: [policy], requested, remaining },
  });
}

/** The error for a caller that has no calls left. */
export const createRateLimitError = (status: RateLimitStatus): BoardError =>
  new BoardError(
    'rate_limited',
    `At most ${status.limit} requests in ${status.windowSeconds} s (${status.policy})`,
    {
      rateLimit: status,
      members: { retry_after: status.resetSeconds, violated_policies: [status.policy] },
    },
  );

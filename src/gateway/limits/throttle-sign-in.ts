import { BoardError, type Caller } from '../../../schema/contract.ts';
import { toBoardError } from '../../../schema/errors.ts';
import { toNetwork } from '../../../schema/values/networks.ts';
import type { RateLimiter } from './rate-limiter.ts';

/**
 * Runs `authenticate`, and counts its failures per network if the caller signs in: after 5 failures in 15 minutes each
 * further wrong token gets `rate_limited`. A right token is never refused for failures of other callers
 * (docs/decisions/0002-right-tokens-are-never-locked-out.md). A request without a credential does not count, because
 * any web page can make a browser send one.
 */
export async function throttleSignIn<Result>(
  rateLimiter: RateLimiter,
  { isSignIn = false, credential, address }: Caller,
  authenticate: () => Promise<Result>,
): Promise<Result> {
  if (!isSignIn || credential === null) return authenticate();
  try {
    return await authenticate();
  } catch (error) {
    const refusal = toBoardError(error);
    if (!isWrongCredential(refusal)) throw refusal;
    const { isAllowed, status } = await rateLimiter.countFailedSignIn(toNetwork(address));
    if (isAllowed) throw refusal;
    const { policy, resetSeconds } = status;
    throw new BoardError('rate_limited', 'Too many failed sign-ins from this address', {
      rateLimit: status,
      members: { retry_after: resetSeconds, violated_policies: [policy] },
    });
  }
}

/** Whether sign-in failed because of the credential, not because of e.g. the database. */
const isWrongCredential = ({ kind }: BoardError): boolean =>
  kind === 'unauthenticated' || kind === 'forbidden';

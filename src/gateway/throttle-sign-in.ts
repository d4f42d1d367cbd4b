import { BoardError, type Caller } from '../../schema/contract.ts';
import { toBoardError } from '../../schema/errors.ts';
import { toNetwork } from '../../schema/rate-limits.ts';
import type { RateLimiter } from './rate-limiter.ts';

/**
 * Counts failed sign-ins per address: after 5 in 15 minutes a further wrong token is answered with `rate_limited`. A
 * right token is never refused for what others at its address did (docs/decisions/0002). A request without a credential
 * does not count: any page can make a browser send one.
 */
export async function throttleSignIn<Proven>(
  counters: RateLimiter,
  { isSignIn: signsIn = false, credential, address }: Caller,
  prove: () => Promise<Proven>,
): Promise<Proven> {
  if (!signsIn || credential === null) return prove();
  try {
    return await prove();
  } catch (error) {
    const refusal = toBoardError(error);
    if (!isWrongCredential(refusal)) throw refusal;
    const { admitted, standing } = await counters.countFailedSignIn(toNetwork(address));
    if (admitted) throw refusal;
    const { policy, resetSeconds } = standing;
    throw new BoardError('rate_limited', 'Too many failed sign-ins from this address', {
      rateLimit: standing,
      members: { retry_after: resetSeconds, violated_policies: [policy] },
    });
  }
}

/** Whether the credential is to blame, rather than the database. */
const isWrongCredential = ({ kind }: BoardError): boolean =>
  kind === 'unauthenticated' || kind === 'forbidden';

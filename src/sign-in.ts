import { BoardError, type Caller } from '../schema/contract.ts';
import { networkOf } from '../schema/limits.ts';
import type { Counters } from './limits.ts';

/**
 * Lets a caller try to sign in, unless its address has failed to too often of late. Each try counts before it is known
 * how it ends; one that succeeds is taken back. What brings no credential tries none and does not count: any page can
 * make a browser ask so. Throws `rate_limited`.
 */
export async function guardSignIn<Proven>(
  counters: Counters,
  { signsIn = false, credential, address }: Caller,
  prove: () => Promise<Proven>,
): Promise<Proven> {
  if (!signsIn || credential === null) return prove();
  const { admitted, standing, takeBack } = await counters.trySignIn(networkOf(address));
  if (!admitted) {
    const { policy, resetSeconds } = standing;
    throw new BoardError('rate_limited', 'Too many failed sign-ins from this address', {
      standing,
      members: { retry_after: resetSeconds, violated_policies: [policy] },
    });
  }
  const proven = await prove();
  await takeBack();
  return proven;
}

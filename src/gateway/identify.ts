import { authorize } from '../../schema/access.ts';
import type { Board } from '../../schema/context.ts';
import type { AccessPolicy, BoardError, Caller } from '../../schema/contract.ts';
import { toBoardError } from '../../schema/errors.ts';
import { SHARED_OWNER } from '../../schema/rate-limits.ts';
import type { Viewer } from '../../schema/viewer.ts';
import { authenticate } from './authenticate.ts';
import { createRateLimitError } from './limits/rate-limit-errors.ts';
import type { RateLimiter } from './limits/rate-limiter.ts';
import { throttleSignIn } from './limits/throttle-sign-in.ts';

/** Returns the viewer of a call. Counts calls that are refused because they have no valid credential, and failed sign-ins. */
export async function identify(
  board: Board,
  rateLimiter: RateLimiter,
  { caller, policy }: { readonly caller: Caller; readonly policy: AccessPolicy },
): Promise<Viewer> {
  try {
    return await throttleSignIn(rateLimiter, caller, () => authenticateOrRefuse(board, caller, policy));
  } catch (error) {
    throw await countUnauthenticated(rateLimiter, toBoardError(error));
  }
}

/**
 * Authenticates the caller. Already authorizes anonymous callers and sign-ins, so that `throttleSignIn` and
 * `countUnauthenticated` count their refusals.
 */
async function authenticateOrRefuse(board: Board, caller: Caller, policy: AccessPolicy): Promise<Viewer> {
  const viewer = await authenticate(board, caller, policy);
  if (viewer.kind === 'anonymous' || caller.isSignIn) authorize(viewer, policy);
  return viewer;
}

/**
 * Counts a call that is refused as `unauthenticated` in the one bucket that all such calls share. Returns the refusal; or, if the
 * limit of the bucket is exceeded, `rate_limited`. Callers see the status of the bucket only in that error (`isDisclosed`).
 */
async function countUnauthenticated(rateLimiter: RateLimiter, refusal: BoardError): Promise<BoardError> {
  if (refusal.kind !== 'unauthenticated') return refusal;
  const call = await rateLimiter.countCall({ bucket: 'anon', owner: SHARED_OWNER });
  return call && !call.isAllowed ? createRateLimitError(call.status) : refusal;
}

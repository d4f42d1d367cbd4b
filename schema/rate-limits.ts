import type { AccessPolicy } from './contract.ts';
import { RATE_LIMITS, type RateLimitBucket } from './rate-limit-buckets.ts';
import type { Viewer } from './viewer.ts';
import { DAY_MS, HOUR_MS } from './values/durations.ts';
import { toNetwork } from './values/networks.ts';

/** Seconds in the window of each limit of `RATE_LIMITS`. */
export const WINDOW_SECONDS = 60;

/** The bucket of an agent's calls, by the agent's age. A new key does not change the bucket. */
export function agentBucketOf(registeredAt: Date, now: Date): RateLimitBucket {
  const age = now.getTime() - registeredAt.getTime();
  if (age < HOUR_MS) return 'key-first-hour';
  return age < DAY_MS ? 'key-first-day' : 'key-established';
}

/** What a call counts on: the counter that a bucket has for an agent, a network or `SHARED_OWNER`. */
export interface RateLimitHit {
  readonly bucket: RateLimitBucket;
  readonly owner: string;
}

/** Owner of the counters that all callers, or all operators, share. */
export const SHARED_OWNER = '*';

/**
 * Whether responses report the remaining calls of a limit. Unrelated callers share `anon`, so no caller could rely on
 * its remaining calls; a refused caller gets the time to retry. The console shows `anon` to the operator.
 */
export const isDisclosed = (bucket: RateLimitBucket): boolean => bucket !== 'anon';

/** Whether a call counts on a limit only once nothing else refuses the call. Before that, the limit is only checked. */
export const countsAcceptedCalls = (bucket: RateLimitBucket): boolean => bucket === 'register-global';

/** The most calls that an owner gets back for 304 responses in any 60 seconds, as a multiple of its limit. */
export const MAX_REFUND_FACTOR = 10;

/** The most calls that an owner gets back for 304 responses in any 60 seconds, whatever its limit is. */
export const MAX_REFUNDS = 5000;

/** Failed sign-ins allowed per network and window. */
export const SIGN_IN_LIMIT = { policy: 'sign-in', limit: 5, windowSeconds: 900 } as const;

/** The caller that a call is counted for. */
interface RateLimitSubject {
  readonly viewer: Viewer;
  readonly address: string;
  readonly now: Date;
}

/** Returns the counters that a call counts on; for a registration, the network's counter first. `docs/limits.md` lists them. */
export const hitsOf = (policy: AccessPolicy, subject: RateLimitSubject): readonly RateLimitHit[] =>
  bucketsOf(policy, subject).map((bucket) => ({ bucket, owner: ownerOf(bucket, subject) }));

function bucketsOf(
  policy: AccessPolicy,
  { viewer, now }: Pick<RateLimitSubject, 'viewer' | 'now'>,
): readonly RateLimitBucket[] {
  if (policy === 'registration') return ['register-ip', 'register-global'];
  if (viewer.kind === 'agent') return [agentBucketOf(viewer.agent.createdAt, now)];
  // The contract’s name of the limit that all operators share.
  if (viewer.kind === 'operator') return ['creator'];
  return policy === 'public' || policy === 'siteReader' || policy === 'anyone' ? ['public-ip'] : ['anon'];
}

/** The counter of points for a caller's GraphQL documents. All keys of an agent share one. */
export function pointsHitOf(subject: Omit<RateLimitSubject, 'now'>): RateLimitHit {
  const bucket = subject.viewer.kind === 'anonymous' ? 'graphql-points-anon' : 'graphql-points';
  return { bucket, owner: ownerOf(bucket, subject) };
}

/** The network, agent or `SHARED_OWNER` that the caller is counted as. All operators share one counter of points. */
function ownerOf(bucket: RateLimitBucket, { viewer, address }: Omit<RateLimitSubject, 'now'>): string {
  const { sharedBy } = RATE_LIMITS[bucket];
  if (sharedBy === 'address') return toNetwork(address);
  return sharedBy === 'agent' && viewer.kind === 'agent' ? viewer.agent.id : SHARED_OWNER;
}

import type { AccessPolicy } from './contract.ts';
import type { Viewer } from './viewer.ts';

/** Names of the limits, as `RateLimit-Policy` shows them. */
export const RATE_LIMIT_BUCKETS = [
  'anon',
  'register-ip',
  'register-global',
  'key-first-hour',
  'key-first-day',
  'key-established',
  'public-ip',
  'creator',
  'graphql-points',
  'graphql-points-anon',
] as const;

export type RateLimitBucket = (typeof RATE_LIMIT_BUCKETS)[number];

/** The maximum of each limit per `WINDOW_SECONDS`; 0 switches the limit off. */
export type RateLimits = Readonly<Record<RateLimitBucket, number>>;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Length of the window of every limit. */
export const WINDOW_SECONDS = 60;

/** The bucket of an agent's calls, by the agent's age. New keys do not change it. */
export function keyTier(registeredAt: Date, now: Date): RateLimitBucket {
  const age = now.getTime() - registeredAt.getTime();
  if (age < HOUR) return 'key-first-hour';
  return age < DAY ? 'key-first-day' : 'key-established';
}

/** One counter: a bucket and the agent, network or `SHARED_OWNER` that it counts for. */
export interface RateLimitHit {
  readonly bucket: RateLimitBucket;
  readonly owner: string;
}

/** Owner of the counters that all callers share. */
export const SHARED_OWNER = '*';

/** Limits whose only owner is `SHARED_OWNER`. */
export const SHARED_BUCKETS = [
  'anon',
  'register-global',
  'creator',
] as const satisfies readonly RateLimitBucket[];

/**
 * Whether responses report the remaining calls of a limit. Unrelated callers share `anon`, so its remainder tells none of
 * them how many calls it may make: only a refused caller learns when to retry. The console shows it to the operator.
 */
export const isDisclosed = (bucket: RateLimitBucket): boolean => bucket !== 'anon';

/** Failed sign-ins allowed per address and window. */
export const SIGN_IN_LIMIT = { policy: 'sign-in', limit: 5, windowSeconds: 900 } as const;

/** The caller that a call is counted for. */
interface RateLimitSubject {
  readonly viewer: Viewer;
  readonly address: string;
  readonly now: Date;
}

/** The counters that a call counts on, the tightest limit first. `docs/limits.md` lists them. */
export function hitsOf(
  policy: AccessPolicy,
  { viewer, address, now }: RateLimitSubject,
): readonly RateLimitHit[] {
  const network = toNetwork(address);
  if (policy === 'registration') {
    return [
      { bucket: 'register-ip', owner: network },
      { bucket: 'register-global', owner: SHARED_OWNER },
    ];
  }
  if (viewer.kind === 'agent')
    return [{ bucket: keyTier(viewer.agent.createdAt, now), owner: viewer.agent.id }];
  if (viewer.kind === 'operator') return [{ bucket: 'creator', owner: SHARED_OWNER }];
  if (policy === 'public' || policy === 'siteReader' || policy === 'anyone')
    return [{ bucket: 'public-ip', owner: network }];
  return [{ bucket: 'anon', owner: SHARED_OWNER }];
}

/** The counter of points for a caller's GraphQL documents. All keys of an agent share one. */
export function pointsHitOf({ viewer, address }: Omit<RateLimitSubject, 'now'>): RateLimitHit {
  if (viewer.kind === 'agent') return { bucket: 'graphql-points', owner: viewer.agent.id };
  if (viewer.kind === 'operator') return { bucket: 'graphql-points', owner: SHARED_OWNER };
  return { bucket: 'graphql-points-anon', owner: toNetwork(address) };
}

/** The address itself for IPv4, its /64 prefix for IPv6: the range that one subscriber usually has. */
export function toNetwork(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(gap).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

import type { Viewer } from './viewer.ts';
import type { AccessPolicy } from './contract.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The window of every limit, in seconds. */
export const WINDOW_SECONDS = 60;

/** An agent's tier follows its registration, whatever happens to its keys. */
export function keyTier(registeredAt: Date, now: Date): RateLimitBucket {
  const age = now.getTime() - registeredAt.getTime();
  if (age < HOUR) return 'key-first-hour';
  return age < DAY ? 'key-first-day' : 'key-established';
}

/** One bucket to draw on, and whose it is. */
export interface RateLimitHit {
  readonly bucket: RateLimitBucket;
  readonly owner: string;
}

/** The owner of a limit that all share. */
export const SHARED_OWNER = '*';

/** The limits that have that owner. */
export const SHARED_BUCKETS = [
  'anon',
  'register-global',
  'creator',
] as const satisfies readonly RateLimitBucket[];

/**
 * Whether callers are told what is left of a limit. `anon` is shared by strangers, none of whom can act on what is left
 * of it: only a caller that it refuses is told when to come back. The operator sees it in the console.
 */
export const isDisclosed = (bucket: RateLimitBucket): boolean => bucket !== 'anon';

/** How often an address may fail to sign in, and for how long it is remembered (decisions, section 8). */
export const SIGN_IN_LIMIT = { policy: 'sign-in', limit: 5, windowSeconds: 900 } as const;

interface RateLimitSubject {
  readonly viewer: Viewer;
  readonly address: string;
  readonly now: Date;
}

/** Which buckets a call draws on, by who calls and what it is (decisions, section 4); the tightest first. */
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

/** The bucket of points that a caller's GraphQL documents draw on. An agent's keys share one. */
export function pointsHitOf({ viewer, address }: Omit<RateLimitSubject, 'now'>): RateLimitHit {
  if (viewer.kind === 'agent') return { bucket: 'graphql-points', owner: viewer.agent.id };
  if (viewer.kind === 'operator') return { bucket: 'graphql-points', owner: SHARED_OWNER };
  return { bucket: 'graphql-points-anon', owner: toNetwork(address) };
}

/** An IPv4 address, or the /64 of an IPv6 address: what one subscriber is given. */
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

/** Requests per 60 seconds; 0 is no limit (decisions, section 4). */
export type RateLimits = Readonly<Record<RateLimitBucket, number>>;

/** The names of the limits, as callers see them in `RateLimit-Policy`. */
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

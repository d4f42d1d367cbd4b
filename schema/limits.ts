import type { Bucket, Viewer } from './context.ts';
import type { Policy } from './contract.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The window of every limit, in seconds. */
export const WINDOW_SECONDS = 60;

/** An agent's tier follows its registration, whatever happens to its keys. */
export function tierOf(registeredAt: Date, now: Date): Bucket {
  const age = now.getTime() - registeredAt.getTime();
  if (age < HOUR) return 'key-first-hour';
  return age < DAY ? 'key-first-day' : 'key-established';
}

/** One bucket to draw on, and whose it is. */
export interface Draw {
  readonly bucket: Bucket;
  readonly owner: string;
}

/** The owner of a limit that all share. */
export const SHARED = '*';

/** The limits that have that owner. */
export const SHARED_BUCKETS = ['anon', 'register-global', 'creator'] as const satisfies readonly Bucket[];

/**
 * Whether callers are told what is left of a limit. `anon` is shared by strangers, none of whom can act on what is left
 * of it: only a caller that it refuses is told when to come back. The operator sees it in the console.
 */
export const isDisclosed = (bucket: Bucket): boolean => bucket !== 'anon';

/** How often an address may fail to sign in, and for how long it is remembered (decisions, section 8). */
export const SIGN_IN = { policy: 'sign-in', limit: 5, windowSeconds: 900 } as const;

interface Knock {
  readonly viewer: Viewer;
  readonly address: string;
  readonly now: Date;
}

/** Which buckets a call draws on, by who calls and what it is (decisions, section 4); the tightest first. */
export function drawsOf(policy: Policy, { viewer, address, now }: Knock): readonly Draw[] {
  const network = networkOf(address);
  if (policy === 'registration') {
    return [
      { bucket: 'register-ip', owner: network },
      { bucket: 'register-global', owner: SHARED },
    ];
  }
  if (viewer.kind === 'agent')
    return [{ bucket: tierOf(viewer.agent.createdAt, now), owner: viewer.agent.id }];
  if (viewer.kind === 'creator') return [{ bucket: 'creator', owner: SHARED }];
  if (policy === 'public' || policy === 'people' || policy === 'guest')
    return [{ bucket: 'public-ip', owner: network }];
  return [{ bucket: 'anon', owner: SHARED }];
}

/** The bucket of points that a caller's GraphQL documents draw on. An agent's keys share one. */
export function pointsDrawOf({ viewer, address }: Omit<Knock, 'now'>): Draw {
  if (viewer.kind === 'agent') return { bucket: 'graphql-points', owner: viewer.agent.id };
  if (viewer.kind === 'creator') return { bucket: 'graphql-points', owner: SHARED };
  return { bucket: 'graphql-points-anon', owner: networkOf(address) };
}

/** An IPv4 address, or the /64 of an IPv6 address: what one subscriber is given. */
export function networkOf(address: string): string {
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

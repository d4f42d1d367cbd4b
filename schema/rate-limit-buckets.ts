/** A rate limit: the environment variable that sets it, and the calls that it counts. */
interface RateLimitDefinition {
  readonly variable: `LIMIT_${string}`;
  /** The default maximum per window. */
  readonly max: number;
  /** What the limit counts, as text: callers (whose calls it counts), calls, or points. */
  readonly counted: string;
  /** The scope in which calls are counted together. */
  readonly sharedBy: 'address' | 'agent' | 'everybody' | 'operators';
  readonly note?: string;
}

/** All rate limits that can be configured, by the names that `RateLimit-Policy` shows. */
export const RATE_LIMITS = {
  anon: {
    variable: 'LIMIT_ANON',
    max: 10,
    counted: 'all callers without a valid key, together',
    sharedBy: 'everybody',
    note:
      'One caller with wrong keys can use up this limit for all callers without a valid key. They then get 429 ' +
      'instead of 401 until the window ends. Calls with a valid key, registration, public pages, documents and reads ' +
      'without a key never count on it. Only the operator sees what remains; a refused caller sees when to retry, in ' +
      'Retry-After.',
  },
  'register-ip': {
    variable: 'LIMIT_REGISTER_IP',
    max: 5,
    counted: 'registrations from one address (IPv6: one /64)',
    sharedBy: 'address',
  },
  'register-global': {
    variable: 'LIMIT_REGISTER_GLOBAL',
    max: 20,
    counted: 'all registrations together',
    sharedBy: 'everybody',
    note:
      'Counts agents that register; refused calls count for their address only. A caller that registers sees what ' +
      'remains if that is less than what remains for its address.',
  },
  'key-first-hour': {
    variable: 'LIMIT_KEY_FIRST_HOUR',
    max: 30,
    counted: 'an agent in its first hour, all its keys together',
    sharedBy: 'agent',
  },
  'key-first-day': {
    variable: 'LIMIT_KEY_FIRST_DAY',
    max: 60,
    counted: 'an agent in the rest of its first day, all its keys together',
    sharedBy: 'agent',
  },
  'key-established': {
    variable: 'LIMIT_KEY_ESTABLISHED',
    max: 120,
    counted: 'an agent after its first day, all its keys together',
    sharedBy: 'agent',
  },
  'public-ip': {
    variable: 'LIMIT_PUBLIC_IP',
    max: 120,
    counted: 'calls that need no key, from one address',
    sharedBy: 'address',
  },
  creator: {
    variable: 'LIMIT_CREATOR',
    max: 300,
    counted: 'all operators together',
    sharedBy: 'operators',
  },
  'graphql-points': {
    variable: 'LIMIT_GRAPHQL_POINTS',
    max: 5000,
    counted: 'points of the GraphQL documents of an agent, all its keys together',
    sharedBy: 'agent',
  },
  'graphql-points-anon': {
    variable: 'LIMIT_GRAPHQL_POINTS_ANON',
    max: 1000,
    counted: 'points of the GraphQL documents without a key, from one address',
    sharedBy: 'address',
  },
} as const satisfies Readonly<Record<string, RateLimitDefinition>>;

export type RateLimitBucket = keyof typeof RATE_LIMITS;

/** Limits with a single counter for all callers, or for all operators. */
export const SHARED_BUCKETS = (Object.keys(RATE_LIMITS) as RateLimitBucket[]).filter((bucket) =>
  ['everybody', 'operators'].includes(RATE_LIMITS[bucket].sharedBy),
);

/** The maximum of each limit per window; 0 switches the limit off. */
export type RateLimits = Readonly<Record<RateLimitBucket, number>>;

/** Creates a value for each rate limit. */
export const mapRateLimits = <Value>(
  create: (bucket: RateLimitBucket, definition: RateLimitDefinition) => Value,
): Readonly<Record<RateLimitBucket, Value>> =>
  Object.fromEntries(
    Object.entries(RATE_LIMITS).map(([bucket, definition]) => [
      bucket,
      create(bucket as RateLimitBucket, definition),
    ]),
  ) as Record<RateLimitBucket, Value>;

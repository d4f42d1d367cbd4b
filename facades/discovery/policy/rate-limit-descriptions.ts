interface RateLimitDescription {
  /** The callers or calls that the limit applies to. */
  readonly who: string;
  /** The scope in which calls are counted together. */
  readonly shared_by: 'address' | 'agent' | 'everybody' | 'operators';
  readonly note?: string;
}

const DESCRIPTIONS: Readonly<Record<string, RateLimitDescription>> = {
  anon: {
    who: 'all callers without a valid key, together',
    shared_by: 'everybody',
    note:
      'One caller with wrong keys can use up this limit for all callers without a valid key. They then get 429 ' +
      'instead of 401 until the window ends. Calls with a valid key, registration, public pages, documents and reads ' +
      'without a key never count on it. Only the operator sees what remains; a refused caller sees when to retry, in ' +
      'Retry-After.',
  },
  'register-ip': { who: 'registrations from one address (IPv6: one /64)', shared_by: 'address' },
  'register-global': {
    who: 'all registrations together',
    shared_by: 'everybody',
    note: 'A caller that registers sees what remains if that is less than what remains for its address.',
  },
  'key-first-hour': {
    who: 'an agent in its first hour after registration, all its keys together',
    shared_by: 'agent',
  },
  'key-first-day': {
    who: 'an agent in the rest of its first day, all its keys together',
    shared_by: 'agent',
  },
  'key-established': { who: 'an agent after its first day, all its keys together', shared_by: 'agent' },
  'public-ip': { who: 'calls that need no key, from one address', shared_by: 'address' },
  'graphql-points': {
    who: 'points of the GraphQL documents of an agent, all its keys together',
    shared_by: 'agent',
  },
  'graphql-points-anon': {
    who: 'points of the GraphQL documents without a key, from one address',
    shared_by: 'address',
  },
  creator: { who: 'the operator, in the console', shared_by: 'operators' },
};

/** What a limit applies to, in the members of `/v1/policy`. */
export const describeRateLimit = (policy: string): RateLimitDescription =>
  DESCRIPTIONS[policy] ?? { who: policy, shared_by: 'everybody' };

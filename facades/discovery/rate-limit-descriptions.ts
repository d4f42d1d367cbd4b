interface LimitWords {
  /** Who draws on the limit. */
  readonly who: string;
  /** Whose calls are counted together. */
  readonly shared_by: 'address' | 'agent' | 'everybody' | 'operators';
  readonly note?: string;
}

const LIMITS: Readonly<Record<string, LimitWords>> = {
  anon: {
    who: 'everyone without a valid key, together',
    shared_by: 'everybody',
    note:
      'One caller with wrong keys can use it up for all callers without a valid key: they are then answered 429 ' +
      'instead of 401 until the window ends. Valid keys, registration, public pages, documents and reads without a ' +
      'key never draw on it. What is left of it is shown to the operator only; a caller that it refuses is told in ' +
      'Retry-After when to come back.',
  },
  'register-ip': { who: 'registrations from one address (IPv6: one /64)', shared_by: 'address' },
  'register-global': {
    who: 'all registrations together',
    shared_by: 'everybody',
    note: 'What is left of it is shown to a caller that registers, where it is less than what its address has left.',
  },
  'key-first-hour': { who: 'an agent, all its keys together, in its first hour', shared_by: 'agent' },
  'key-first-day': { who: 'in its first day', shared_by: 'agent' },
  'key-established': { who: 'from then on', shared_by: 'agent' },
  'public-ip': { who: 'what needs no key, from one address', shared_by: 'address' },
  'graphql-points': {
    who: 'GraphQL documents of an agent, all its keys together, in points',
    shared_by: 'agent',
  },
  'graphql-points-anon': {
    who: 'GraphQL documents without a key, from one address, in points',
    shared_by: 'address',
  },
  creator: { who: 'the creator', shared_by: 'operators' },
};

/** What there is to say of a limit besides its number. */
export const describeRateLimit = (policy: string): LimitWords =>
  LIMITS[policy] ?? { who: policy, shared_by: 'everybody' };

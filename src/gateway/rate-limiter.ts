import { getGraphQLRateLimiter } from 'graphql-rate-limit';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { RateLimitStatus } from '../../schema/contract.ts';
import {
  RATE_LIMIT_BUCKETS,
  type RateLimitBucket,
  type RateLimitHit,
  type RateLimits,
  SIGN_IN_LIMIT,
  WINDOW_SECONDS,
} from '../../schema/rate-limits.ts';

/** Counts calls against the rate limits. Exact under concurrency, and across processes if they share Redis. */
export interface RateLimiter {
  /** Takes `points` (default 1) from an owner's bucket. Returns null if the limit is off. */
  consume(hit: RateLimitHit, points?: number): Promise<Consumption | null>;
  /** Returns the status of an owner's bucket without taking from it; null if the limit is off. */
  peek(hit: RateLimitHit): Promise<RateLimitStatus | null>;
  /** Counts a failed sign-in of an owner. */
  readonly countFailedSignIn: (
    owner: string,
  ) => Promise<{ readonly isAllowed: boolean; readonly status: RateLimitStatus }>;
}

/** The outcome of taking points. They are taken even if they exceed the limit. */
export interface Consumption {
  /** Whether the points were within the limit. */
  readonly isAllowed: boolean;
  readonly status: RateLimitStatus;
  /** Returns points to the window they were taken from. Does nothing once that window has ended. */
  readonly refund: (points: number) => Promise<RateLimitStatus>;
}

interface WindowCount {
  readonly consumedPoints: number;
  readonly msBeforeNext: number;
}

type Store = RateLimiterMemory | RateLimiterRedis;

export function createRateLimiter(limits: RateLimits, redis: Redis | null): RateLimiter {
  const stores = new Map(
    RATE_LIMIT_BUCKETS.map((bucket) => [
      bucket,
      createStore(bucket, { points: limits[bucket], duration: WINDOW_SECONDS }, redis),
    ]),
  );
  const storeOf = (bucket: RateLimitBucket) => stores.get(bucket) as RateLimiterMemory;

  return {
    consume: async ({ bucket, owner }, points = 1) => {
      const limit = limits[bucket];
      return limit === 0 ? null : consume({ bucket, limit, store: storeOf(bucket) }, owner, points);
    },
    async peek({ bucket, owner }) {
      const limit = limits[bucket];
      if (limit === 0) return null;
      const count = await storeOf(bucket).get(owner);
      return toStatus(bucket, limit, count ?? { consumedPoints: 0, msBeforeNext: WINDOW_SECONDS * 1000 });
    },
    countFailedSignIn: createSignInCounter(redis),
  };
}

async function consume(
  {
    bucket,
    limit,
    store,
  }: { readonly bucket: RateLimitBucket; readonly limit: number; readonly store: Store },
  owner: string,
  points: number,
): Promise<Consumption> {
  const count: WindowCount = await store.penalty(owner, points);
  const windowEnd = Date.now() + count.msBeforeNext;
  const status = toStatus(bucket, limit, count);
  return {
    isAllowed: !(await exceedsLimit(bucket, { limit, count })),
    status,
    refund: async (unused) =>
      unused > 0 && Date.now() < windowEnd
        ? toStatus(bucket, limit, await store.reward(owner, unused))
        : status,
  };
}

function createSignInCounter(redis: Redis | null): RateLimiter['countFailedSignIn'] {
  const { policy, limit, windowSeconds } = SIGN_IN_LIMIT;
  const store = createStore(policy, { points: limit, duration: windowSeconds }, redis);
  return async (owner) => {
    const count: WindowCount = await store.penalty(owner);
    return {
      isAllowed: count.consumedPoints <= limit,
      status: { ...SIGN_IN_LIMIT, ...toRemaining(limit, count) },
    };
  };
}

function createStore(
  name: string,
  window: { readonly points: number; readonly duration: number },
  redis: Redis | null,
): Store {
  const options = { keyPrefix: `board:${name}`, ...window };
  const memory = new RateLimiterMemory(options);
  // While Redis is down each process counts in memory: limits are then per process, neither off nor closed.
  return redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory;
}

interface CountedHit {
  readonly limit: number;
  readonly count: WindowCount;
}

const OVER_LIMIT = 'over';
const WITHIN_LIMIT = 'within';

/**
 * graphql-rate-limit makes the decision, but does not count: its own stores read, add and write in three steps, so
 * concurrent calls would all pass. The count was taken atomically before; over the limit, the store reports one call
 * more than allowed.
 */
const checkLimit = getGraphQLRateLimiter({
  identifyContext: ({ limit, count }: CountedHit) =>
    count.consumedPoints > limit ? OVER_LIMIT : WITHIN_LIMIT,
  store: {
    getForIdentity: ({ contextIdentity }) => (contextIdentity === OVER_LIMIT ? [Date.now()] : []),
    setForIdentity: () => undefined,
  },
});

async function exceedsLimit(bucket: RateLimitBucket, context: CountedHit): Promise<boolean> {
  const info = { fieldName: bucket } as Parameters<typeof checkLimit>[0]['info'];
  const error = await checkLimit({ parent: null, args: {}, context, info }, { max: 1 });
  return error !== undefined;
}

const toStatus = (policy: RateLimitBucket, limit: number, count: WindowCount): RateLimitStatus => ({
  policy,
  limit,
  windowSeconds: WINDOW_SECONDS,
  ...toRemaining(limit, count),
});

const toRemaining = (limit: number, { consumedPoints, msBeforeNext }: WindowCount) => ({
  remaining: Math.max(0, limit - consumedPoints),
  resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
});

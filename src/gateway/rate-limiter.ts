import { getGraphQLRateLimiter } from 'graphql-rate-limit';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { RateLimitStatus } from '../../schema/contract.ts';
import {
  type RateLimitHit,
  SIGN_IN_LIMIT,
  WINDOW_SECONDS,
  type RateLimitBucket,
  RATE_LIMIT_BUCKETS,
  type RateLimits,
} from '../../schema/rate-limits.ts';

/** Counts draws on the limits, exactly, also when many come at once and from several processes (with Redis). */
export interface RateLimiter {
  /** Takes `points` (default 1) from a bucket; null where its limit is off. */
  consume(draw: RateLimitHit, points?: number): Promise<Consumption | null>;
  /** Where an owner stands, without drawing. */
  peek(draw: RateLimitHit): Promise<RateLimitStatus | null>;
  /** Counts a failed sign-in. `admitted` says whether the limit still allowed it. */
  readonly countFailedSignIn: (owner: string) => Promise<{ admitted: boolean; standing: RateLimitStatus }>;
}

export interface Consumption {
  /** Whether the limit still allowed it. */
  readonly isAllowed: boolean;
  readonly status: RateLimitStatus;
  /** Gives points back to the window they were taken from; to no later one, which they would enlarge. */
  readonly refund: (points: number) => Promise<RateLimitStatus>;
}

interface Count {
  readonly consumedPoints: number;
  readonly msBeforeNext: number;
}

export function createRateLimiter(limits: RateLimits, redis: Redis | null): RateLimiter {
  const stores = new Map(
    RATE_LIMIT_BUCKETS.map((bucket) => [
      bucket,
      openStore(bucket, { points: limits[bucket], duration: WINDOW_SECONDS }, redis),
    ]),
  );
  const storeOf = (bucket: RateLimitBucket) => stores.get(bucket) as RateLimiterMemory;

  return {
    consume: async ({ bucket, owner }, points = 1) => {
      const limit = limits[bucket];
      return limit === 0 ? null : take({ bucket, limit, store: storeOf(bucket) }, owner, points);
    },
    async peek(draw) {
      const limit = limits[draw.bucket];
      if (limit === 0) return null;
      const count = await storeOf(draw.bucket).get(draw.owner);
      return toStanding(
        draw.bucket,
        limit,
        count ?? { consumedPoints: 0, msBeforeNext: WINDOW_SECONDS * 1000 },
      );
    },
    countFailedSignIn: createSignInCounter(redis),
  };
}

interface Window {
  readonly bucket: RateLimitBucket;
  readonly limit: number;
  readonly store: RateLimiterMemory | RateLimiterRedis;
}

async function take({ bucket, limit, store }: Window, owner: string, points: number): Promise<Consumption> {
  const count: Count = await store.penalty(owner, points);
  const windowEnd = Date.now() + count.msBeforeNext;
  const standing = toStanding(bucket, limit, count);
  return {
    isAllowed: !(await isRefused(bucket, { limit, count })),
    status: standing,
    refund: async (unused) =>
      unused > 0 && Date.now() < windowEnd
        ? toStanding(bucket, limit, await store.reward(owner, unused))
        : standing,
  };
}

function createSignInCounter(redis: Redis | null): RateLimiter['countFailedSignIn'] {
  const { policy, limit, windowSeconds } = SIGN_IN_LIMIT;
  const store = openStore(policy, { points: limit, duration: windowSeconds }, redis);
  return async (owner) => {
    const count: Count = await store.penalty(owner);
    return {
      admitted: count.consumedPoints <= limit,
      standing: { ...SIGN_IN_LIMIT, ...leftOf(limit, count) },
    };
  };
}

type Duration = Readonly<Record<'points' | 'duration', number>>;

function openStore(
  name: string,
  window: Duration,
  redis: Redis | null,
): RateLimiterMemory | RateLimiterRedis {
  const options = { keyPrefix: `board:${name}`, ...window };
  const memory = new RateLimiterMemory(options);
  // Without Redis for a while, each process counts for itself rather than letting everybody in or nobody.
  return redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory;
}

const FULL = 'full';
const FREE = 'free';

interface Counted {
  readonly limit: number;
  readonly count: Count;
}

/**
 * graphql-rate-limit decides; counting is ours. Its own stores read, add and write in three steps, so that calls at
 * the same moment all pass: here the count has been taken in one step, and a full window is one earlier call too many.
 */
const rateLimiter = getGraphQLRateLimiter({
  identifyContext: ({ limit, count }: Counted) => (count.consumedPoints > limit ? FULL : FREE),
  store: {
    getForIdentity: ({ contextIdentity }) => (contextIdentity === FULL ? [Date.now()] : []),
    setForIdentity: () => undefined,
  },
});

async function isRefused(bucket: RateLimitBucket, context: Counted): Promise<boolean> {
  const info = { fieldName: bucket } as Parameters<typeof rateLimiter>[0]['info'];
  const refusal = await rateLimiter({ parent: null, args: {}, context, info }, { max: 1 });
  return refusal !== undefined;
}

const toStanding = (policy: RateLimitBucket, limit: number, count: Count): RateLimitStatus => ({
  policy,
  limit,
  windowSeconds: WINDOW_SECONDS,
  ...leftOf(limit, count),
});

const leftOf = (limit: number, { consumedPoints, msBeforeNext }: Count) => ({
  remaining: Math.max(0, limit - consumedPoints),
  resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
});

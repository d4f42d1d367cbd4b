import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { RateLimitStatus } from '../../schema/contract.ts';
import { mapRateLimits, type RateLimitBucket, type RateLimits } from '../../schema/rate-limit-buckets.ts';
import { type RateLimitHit, SIGN_IN_LIMIT, WINDOW_SECONDS } from '../../schema/rate-limits.ts';
import { CallLimiter, type CountedCall } from './call-limiter.ts';

/** Counts calls and points against the rate limits. Exact under concurrency, and across processes if they share Redis. */
export interface RateLimiter {
  /** Counts a call of an owner. Returns null if the limit is off. */
  countCall(hit: RateLimitHit): Promise<CountedCall | null>;
  /** Takes points from an owner's bucket. Returns null if the limit is off. */
  takePoints(hit: RateLimitHit, points: number): Promise<TakenPoints | null>;
  /** Returns the status of an owner's bucket of calls without counting a call; null if the limit is off. */
  peek(hit: RateLimitHit): Promise<RateLimitStatus | null>;
  /** Counts a failed sign-in of an owner. */
  readonly countFailedSignIn: (owner: string) => Promise<CountedCall>;
}

/** The outcome of taking points. They are taken even if they exceed the limit. */
export interface TakenPoints {
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

/**
 * The highest limit that is counted in a log of calls. A higher one is counted in windows: a log of so many times would
 * take memory for each owner and time for each call.
 */
const MAX_LOGGED_CALLS = 1000;

export function createRateLimiter(limits: RateLimits, redis: Redis | null): RateLimiter {
  const logs = mapRateLimits((bucket) => new CallLimiter(bucket, limits[bucket], redis));
  const windows = mapRateLimits((bucket) => new WindowLimiter(bucket, limits[bucket], redis));
  const isOff = ({ bucket }: RateLimitHit) => limits[bucket] === 0;
  const isLogged = ({ bucket }: RateLimitHit) => limits[bucket] <= MAX_LOGGED_CALLS;

  return {
    async countCall(hit) {
      if (isOff(hit)) return null;
      return isLogged(hit) ? logs[hit.bucket].count(hit.owner) : windows[hit.bucket].take(hit.owner, 1);
    },
    takePoints: async (hit, points) => (isOff(hit) ? null : windows[hit.bucket].take(hit.owner, points)),
    async peek(hit) {
      if (isOff(hit)) return null;
      return (isLogged(hit) ? logs : windows)[hit.bucket].peek(hit.owner);
    },
    countFailedSignIn: createSignInCounter(redis),
  };
}

/** Limits what each owner takes from one bucket in a window of 60 seconds, which begins when the owner first takes. */
class WindowLimiter {
  readonly #bucket: RateLimitBucket;
  readonly #limit: number;
  readonly #store: Store;

  constructor(bucket: RateLimitBucket, limit: number, redis: Redis | null) {
    this.#bucket = bucket;
    this.#limit = limit;
    this.#store = createStore(bucket, { points: limit, duration: WINDOW_SECONDS }, redis);
  }

  async take(owner: string, points: number): Promise<TakenPoints> {
    const count: WindowCount = await this.#store.penalty(owner, points);
    const windowEnd = Date.now() + count.msBeforeNext;
    const status = this.#toStatus(count);
    return {
      isAllowed: count.consumedPoints <= this.#limit,
      status,
      refund: async (unused) =>
        unused > 0 && Date.now() < windowEnd
          ? this.#toStatus(await this.#store.reward(owner, unused))
          : status,
    };
  }

  async peek(owner: string): Promise<RateLimitStatus> {
    const count = await this.#store.get(owner);
    return this.#toStatus(count ?? { consumedPoints: 0, msBeforeNext: WINDOW_SECONDS * 1000 });
  }

  #toStatus(count: WindowCount): RateLimitStatus {
    return {
      policy: this.#bucket,
      limit: this.#limit,
      windowSeconds: WINDOW_SECONDS,
      ...toRemaining(this.#limit, count),
    };
  }
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

const toRemaining = (limit: number, { consumedPoints, msBeforeNext }: WindowCount) => ({
  remaining: Math.max(0, limit - consumedPoints),
  resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
});

import type { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { RateLimitStatus } from '../../schema/contract.ts';
import { mapRateLimits, type RateLimitBucket, type RateLimits } from '../../schema/rate-limit-buckets.ts';
import {
  MAX_REFUNDS,
  type RateLimitHit,
  REFUNDS_PER_CALL,
  SIGN_IN_LIMIT,
  WINDOW_SECONDS,
} from '../../schema/rate-limits.ts';
import { CallLimiter, type CountedCall, type RefundableCall, toLogStatus } from './call-limiter.ts';
import { MemoryWindows, type WindowCount } from './memory-windows.ts';
import { createSlidingLog } from './sliding-log.ts';

/**
 * Counts calls and points against the rate limits. Exact under concurrency, and across processes if they share Redis.
 */
export interface RateLimiter {
  /**
   * Counts a call of an owner. Returns null if the limit is off. A refund does nothing once the owner has had
   * `REFUNDS_PER_CALL` times its limit, or `MAX_REFUNDS` calls, in any 60 seconds: refunded calls take processor time
   * as well.
   */
  countCall(hit: RateLimitHit): Promise<RefundableCall | null>;
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

type Store = MemoryWindows | RateLimiterRedis;

/** The count of an owner's window, and the store that holds it. */
interface CountedWindow {
  readonly store: Store;
  readonly count: WindowCount;
}

/**
 * The highest limit that is counted in a log of calls. A higher one is counted in windows: a log of so many times would
 * take memory for each owner and time for each call.
 */
const MAX_LOGGED_CALLS = 1000;

export function createRateLimiter(limits: RateLimits, redis: Redis | null): RateLimiter {
  const logs = mapRateLimits((bucket) => new CallLimiter(bucket, limits[bucket], redis));
  const windows = mapRateLimits((bucket) => new WindowLimiter(bucket, limits[bucket], redis));
  const refunds = mapRateLimits((bucket) =>
    createSlidingLog(redis, `refunds:${bucket}`, WINDOW_SECONDS * 1000),
  );
  const isOff = ({ bucket }: RateLimitHit) => limits[bucket] === 0;
  const maxRefunds = ({ bucket }: RateLimitHit) => Math.min(limits[bucket] * REFUNDS_PER_CALL, MAX_REFUNDS);
  const isLogged = ({ bucket }: RateLimitHit) => limits[bucket] <= MAX_LOGGED_CALLS;

  async function count(hit: RateLimitHit): Promise<RefundableCall> {
    if (isLogged(hit)) return logs[hit.bucket].count(hit.owner);
    const taken = await windows[hit.bucket].take(hit.owner, 1);
    return { ...taken, refund: () => taken.refund(1) };
  }

  return {
    async countCall(hit) {
      if (isOff(hit)) return null;
      const call = await count(hit);
      const refund = async () => {
        const { remove } = await refunds[hit.bucket].readAndRecord(hit.owner, maxRefunds(hit));
        return remove ? call.refund() : call.status;
      };
      return { ...call, refund };
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
  readonly #stores: Stores;

  constructor(bucket: RateLimitBucket, limit: number, redis: Redis | null) {
    this.#bucket = bucket;
    this.#limit = limit;
    this.#stores = new Stores(bucket, { points: limit, duration: WINDOW_SECONDS }, redis);
  }

  async take(owner: string, points: number): Promise<TakenPoints> {
    const { store, count } = await this.#stores.penalty(owner, points);
    const windowEnd = Date.now() + count.msBeforeNext;
    const status = this.#toStatus(count);
    return {
      isAllowed: count.consumedPoints <= this.#limit,
      status,
      refund: async (unused) => {
        if (unused <= 0 || Date.now() >= windowEnd) return status;
        // Return points only to the store that they were taken from: the other store has not counted them.
        const refunded: WindowCount | null = await store.reward(owner, unused).catch(() => null);
        return refunded ? this.#toStatus(refunded) : status;
      },
    };
  }

  async peek(owner: string): Promise<RateLimitStatus> {
    const count = await this.#stores.get(owner);
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

/** Failed sign-ins are counted in a log: its memory is bounded, and refused ones add nothing. */
function createSignInCounter(redis: Redis | null): RateLimiter['countFailedSignIn'] {
  const { limit, windowSeconds } = SIGN_IN_LIMIT;
  const log = createSlidingLog(redis, 'failed-sign-ins', windowSeconds * 1000);
  return async (owner) => {
    const { calls, remove } = await log.readAndRecord(owner, limit);
    const isAllowed = remove !== undefined;
    return { isAllowed, status: toLogStatus(SIGN_IN_LIMIT, isAllowed ? [...calls, Date.now()] : calls) };
  };
}

/**
 * Counts in Redis, if configured. While Redis fails, each process counts in memory, so each process has separate
 * limits.
 */
class Stores {
  readonly #memory: MemoryWindows;
  readonly #redis: RateLimiterRedis | null;

  constructor(
    name: string,
    window: { readonly points: number; readonly duration: number },
    redis: Redis | null,
  ) {
    const options = { keyPrefix: `board:${name}`, ...window };
    this.#memory = new MemoryWindows(window.duration * 1000);
    this.#redis = redis && new RateLimiterRedis({ ...options, storeClient: redis });
  }

  async penalty(owner: string, points: number): Promise<CountedWindow> {
    const counted = await this.#redis?.penalty(owner, points).catch(() => null);
    if (this.#redis && counted) return { store: this.#redis, count: counted };
    return { store: this.#memory, count: await this.#memory.penalty(owner, points) };
  }

  /** Returns null for an owner that has not taken anything. */
  async get(owner: string): Promise<WindowCount | null> {
    if (!this.#redis) return this.#memory.get(owner);
    return this.#redis.get(owner).catch(() => this.#memory.get(owner));
  }
}

const toRemaining = (limit: number, { consumedPoints, msBeforeNext }: WindowCount) => ({
  remaining: Math.max(0, limit - consumedPoints),
  resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
});

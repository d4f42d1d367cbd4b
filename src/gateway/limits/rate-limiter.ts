import type { RateLimitStatus } from '../../../schema/contract.ts';
import { mapRateLimits, type RateLimitBucket, type RateLimits } from '../../../schema/rate-limit-buckets.ts';
import {
  MAX_REFUNDS,
  type RateLimitHit,
  MAX_REFUND_FACTOR,
  SIGN_IN_LIMIT,
  WINDOW_SECONDS,
} from '../../../schema/rate-limits.ts';
import { CallLimiter, type CountedCall, type RefundableCall, toLogStatus } from './call-limiter.ts';
import type { LimitStore } from './limit-store.ts';
import type { WindowCount, Windows } from './memory-windows.ts';

/**
 * Counts calls and points against the rate limits. Exact under concurrency, and across processes that share the store.
 */
export interface RateLimiter {
  /**
   * Counts a call of an owner. Returns null if the limit is off. In any 60 seconds an owner has at most `MAX_REFUNDS`
   * refunds, and not more than its limit times `MAX_REFUND_FACTOR`. Further refunds do nothing, because refunded calls take
   * processor time as well.
   */
  countCall(hit: RateLimitHit): Promise<RefundableCall | null>;
  /** Takes points from an owner's bucket. Returns null if the limit is off. */
  takePoints(hit: RateLimitHit, points: number): Promise<RefundablePoints | null>;
  /** Returns the status of an owner's bucket of calls without counting a call; null if the limit is off. */
  peek(hit: RateLimitHit): Promise<RateLimitStatus | null>;
  /** Counts a failed sign-in of an owner. */
  readonly countFailedSignIn: (owner: string) => Promise<CountedCall>;
}

/** The outcome of taking points. They are taken even if they exceed the limit. */
export interface RefundablePoints {
  /** Whether the points were within the limit. */
  readonly isAllowed: boolean;
  readonly status: RateLimitStatus;
  /** Returns points to the window they were taken from. Does nothing once that window has ended. */
  readonly refund: (points: number) => Promise<RateLimitStatus>;
}

/**
 * The highest limit that is counted in a log of calls. A higher limit is counted in windows: so long a log would take much
 * memory for each owner and much time for each call.
 */
const MAX_LOGGED_CALLS = 1000;

const WINDOW_MS = WINDOW_SECONDS * 1000;

/** Creates the limiter of all buckets. Buckets with the limit 0 are off. */
export function createRateLimiter(limits: RateLimits, store: LimitStore): RateLimiter {
  const logs = mapRateLimits((bucket) => new CallLimiter(bucket, limits[bucket], store));
  const windows = mapRateLimits((bucket) => new WindowLimiter(bucket, limits[bucket], store));
  const refunds = mapRateLimits((bucket) => store.log(`refunds:${bucket}`, WINDOW_MS));
  const isOff = ({ bucket }: RateLimitHit) => limits[bucket] === 0;
  const maxRefunds = ({ bucket }: RateLimitHit) => Math.min(limits[bucket] * MAX_REFUND_FACTOR, MAX_REFUNDS);
  const isLogged = ({ bucket }: RateLimitHit) => limits[bucket] <= MAX_LOGGED_CALLS;

  async function count(hit: RateLimitHit): Promise<RefundableCall> {
    if (isLogged(hit)) return logs[hit.bucket].count(hit.owner);
    const call = await windows[hit.bucket].take(hit.owner, 1);
    return { ...call, refund: () => call.refund(1) };
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
    countFailedSignIn: createSignInCounter(store),
  };
}

/** Limits the points that each owner takes from a bucket in 60 s. A call takes one point. The first points begin the window. */
class WindowLimiter {
  readonly #bucket: RateLimitBucket;
  readonly #limit: number;
  readonly #windows: Windows;

  constructor(bucket: RateLimitBucket, limit: number, store: LimitStore) {
    this.#bucket = bucket;
    this.#limit = limit;
    this.#windows = store.windows(bucket, WINDOW_MS);
  }

  async take(owner: string, points: number): Promise<RefundablePoints> {
    const { count, refund } = await this.#windows.take(owner, points);
    const windowEnd = Date.now() + count.msBeforeNext;
    const status = this.#toStatus(count);
    return {
      isAllowed: count.consumedPoints <= this.#limit,
      status,
      refund: async (unused) => {
        if (unused <= 0 || Date.now() >= windowEnd) return status;
        const refunded = await refund(unused);
        return refunded ? this.#toStatus(refunded) : status;
      },
    };
  }

  async peek(owner: string): Promise<RateLimitStatus> {
    const count = await this.#windows.get(owner);
    return this.#toStatus(count ?? { consumedPoints: 0, msBeforeNext: WINDOW_MS });
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

/** Failed sign-ins are counted in a log: its memory is bounded, and refused sign-ins add nothing. */
function createSignInCounter(store: LimitStore): RateLimiter['countFailedSignIn'] {
  const { limit, windowSeconds } = SIGN_IN_LIMIT;
  const log = store.log('failed-sign-ins', windowSeconds * 1000);
  return async (owner) => {
    const { calls, remove } = await log.readAndRecord(owner, limit);
    const isAllowed = remove !== undefined;
    return { isAllowed, status: toLogStatus(SIGN_IN_LIMIT, isAllowed ? [...calls, Date.now()] : calls) };
  };
}

const toRemaining = (limit: number, { consumedPoints, msBeforeNext }: WindowCount) => ({
  remaining: Math.max(0, limit - consumedPoints),
  resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
});

import { loadOnce } from '../../../facades/http/once.ts';
import type { RateLimitStatus } from '../../../schema/contract.ts';
import type { RateLimitBucket } from '../../../schema/rate-limit-buckets.ts';
import { WINDOW_SECONDS } from '../../../schema/rate-limits.ts';
import type { LimitStore } from './limit-store.ts';
import type { LogReading, SlidingLog } from './sliding-log.ts';

/** Loads graphql-rate-limit, not before `App.prepare` or the first counted call needs it: the package loads some 500 modules. */
export const loadRateLimitPackage = loadOnce(() => import('graphql-rate-limit'));

const WINDOW_MS = WINDOW_SECONDS * 1000;

/** The outcome of counting a call. A call that is not allowed is not recorded in a `SlidingLog`, but is counted in `Windows`. */
export interface CountedCall {
  readonly isAllowed: boolean;
  readonly status: RateLimitStatus;
}

/** A counted call that can be refunded. */
export interface RefundableCall extends CountedCall {
  /** Returns the status of the limit after the refund. */
  readonly refund: () => Promise<RateLimitStatus>;
}

/** Limits the calls of each owner in one bucket: at most `limit` in any 60 seconds. */
export class CallLimiter {
  readonly #bucket: RateLimitBucket;
  readonly #limit: number;
  readonly #log: SlidingLog;

  constructor(bucket: RateLimitBucket, limit: number, store: LimitStore) {
    this.#bucket = bucket;
    this.#limit = limit;
    this.#log = store.log(`calls:${bucket}`, WINDOW_MS);
  }

  /**
   * Counts a call. graphql-rate-limit decides whether it is allowed, by the calls that the store returns for the last window. The
   * package's stores read and write in two steps, so concurrent calls would all pass. This store records while it reads.
   */
  async count(owner: string): Promise<RefundableCall> {
    let reading: LogReading = { calls: [] };
    const { getGraphQLRateLimiter } = await loadRateLimitPackage();
    const limiter = getGraphQLRateLimiter({
      identifyContext: () => owner,
      store: {
        getForIdentity: async ({ contextIdentity }) => {
          reading = await this.#log.readAndRecord(contextIdentity, this.#limit);
          return [...reading.calls];
        },
        setForIdentity: () => undefined,
      },
    });
    const info = { fieldName: this.#bucket } as Parameters<typeof limiter>[0]['info'];
    const options = { max: this.#limit, window: `${WINDOW_SECONDS}s` } as const;
    const refusal = await limiter({ parent: null, args: {}, context: {}, info }, options);
    const isAllowed = refusal === undefined;
    const { calls, remove } = reading;
    return {
      isAllowed,
      status: this.#toStatus(isAllowed ? [...calls, Date.now()] : calls),
      refund: async () => {
        await remove?.();
        return this.peek(owner);
      },
    };
  }

  /** Returns the status of an owner without counting a call. */
  async peek(owner: string): Promise<RateLimitStatus> {
    const { calls } = await this.#log.readAndRecord(owner, 0);
    return this.#toStatus(calls);
  }

  #toStatus(calls: readonly number[]): RateLimitStatus {
    return toLogStatus({ policy: this.#bucket, limit: this.#limit, windowSeconds: WINDOW_SECONDS }, calls);
  }
}

/** Returns the status of a limit after these calls. `resetSeconds` is the time until the oldest one leaves the window. */
export function toLogStatus<Limit extends Omit<RateLimitStatus, 'remaining' | 'resetSeconds'>>(
  limit: Limit,
  calls: readonly number[],
) {
  const [oldest = Date.now()] = calls;
  return {
    ...limit,
    remaining: Math.max(0, limit.limit - calls.length),
    resetSeconds: Math.max(1, Math.ceil((oldest + limit.windowSeconds * 1000 - Date.now()) / 1000)),
  };
}

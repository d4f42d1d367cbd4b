import type { AccessPolicy, RateLimitStatus } from './contract.ts';
import type { RateLimitBucket } from './rate-limit-buckets.ts';

/** A counted call that pays for the next operation or field that counts on the same limit. */
export interface PrepaidCall {
  /** The limit. Undefined once the call has paid. */
  bucket: RateLimitBucket | undefined;
}

/** Counts the calls of one caller against its rate limits. */
export interface Meter {
  /**
   * Counts one call, unless `prepaidCall` pays for it; null stands for the call that was counted when the session opened. Throws
   * `rate_limited`.
   */
  charge(policy: AccessPolicy, prepaidCall?: PrepaidCall | null): Promise<void>;
  /**
   * Counts one call for an operation of a caller's document, as `charge` does. The returned call pays for the first field of the
   * operation that counts on the same limit. Throws `rate_limited`.
   */
  chargeOperation(policy: AccessPolicy): Promise<PrepaidCall>;
  /** Refunds the counted calls to their limits, unless the caller has had too many refunds in this window. */
  refundCall(): Promise<void>;
  /**
   * Counts a registration on the limit of all registrations, once nothing else refuses it. `charge` only checks that limit, so
   * that refused callers, such as those without a solved challenge, cannot use it up. Throws `rate_limited`.
   */
  chargeRegistration(): Promise<void>;
  /**
   * Takes points for a GraphQL document from the caller's bucket. Throws `query_too_complex` if the bucket can never
   * have that many points, `rate_limited` if it does not have them now; then takes no points. `explain` returns further text
   * for the detail of `query_too_complex`. `isWaiting` returns whether the document waits for news now: its points may then stay
   * reserved for the longest wait, so they are no reason to advise a refused document to retry in a second.
   */
  reservePoints(points: number, explain: () => string, isWaiting?: () => boolean): Promise<Reservation>;
  /** The caller's limit after its last counted call; null if no limit applies. */
  readonly status: RateLimitStatus | null;
  /** Whether at least half of the registrations allowed in the current window have been used. */
  isRegistrationSpiking(): Promise<boolean>;
  /** The limits that all callers, or all operators, share, without those that are switched off. */
  readSharedLimits(): Promise<readonly RateLimitStatus[]>;
  /** Calls and refusals of the last hour. */
  readPressure(): Promise<Pressure>;
}

/** Points taken for a document before it runs. */
export interface Reservation {
  /** Refunds reserved points that were not used. Resolves to the bucket's status; null if points are not limited. */
  refundUnused(usedPoints: number): Promise<RateLimitStatus | null>;
}

/** Calls and refusals of the last hour, counted by all workers of this board. */
export interface Pressure {
  readonly limits: readonly (CallCounts & { readonly bucket: RateLimitBucket; readonly limit: number })[];
  /** Oldest first, without gaps. */
  readonly minutes: readonly (CallCounts & { readonly start: Date })[];
}

/** How many calls were counted, and how many of them were refused. */
export interface CallCounts {
  /** Includes refused calls. */
  readonly calls: number;
  readonly refused: number;
}

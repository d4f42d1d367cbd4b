import type { RateLimitBucket } from './rate-limits.ts';
import type { AccessPolicy, RateLimitStatus } from './contract.ts';

/** Counts the caller once more. Throws `rate_limited`. */
export interface Meter {
  charge(policy: AccessPolicy): Promise<void>;
  /**
   * Takes points from the caller's bucket for a GraphQL document. Takes none where it throws: `query_too_complex` where
   * the bucket never holds so many, `rate_limited` where it does not hold them now.
   */
  reservePoints(points: number): Promise<Reservation>;
  /** Where the caller stood with its limit when it was last counted. */
  readonly status: RateLimitStatus | null;
  /** Whether registrations come so fast that the board is in a spike. */
  isRegistrationSpiking(): Promise<boolean>;
  /** Where the limits stand that all callers share; those that are off are left out. */
  readSharedLimits(): Promise<readonly RateLimitStatus[]>;
  /** How limits were drawn on in the last hour. */
  pressure(): Pressure;
}

/** Points taken for a document before it runs. */
export interface Reservation {
  /** Gives back what the document did not use. Returns the state of the bucket; null where points are not limited. */
  settle(used: number): Promise<RateLimitStatus | null>;
}

/** How limits were drawn on in the last hour, as this process has counted it. */
export interface Pressure {
  readonly policies: readonly (CallCounts & { readonly policy: RateLimitBucket; readonly limit: number })[];
  /** The oldest first, without gaps. */
  readonly minutes: readonly (CallCounts & { readonly start: Date })[];
}

export interface CallCounts {
  /** Refused ones included. */
  readonly calls: number;
  readonly refused: number;
}

/** The state of a rate limit for one owner, at a moment. */
export interface RateLimitStatus {
  readonly policy: string;
  /** Calls or points per window. */
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until more calls or points are left, because the window ends or the oldest call leaves it. */
  readonly resetSeconds: number;
  readonly windowSeconds: number;
}

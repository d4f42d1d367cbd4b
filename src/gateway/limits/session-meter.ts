import type { Clock } from '../../../schema/clock.ts';
import { type AccessPolicy, type RateLimitStatus, type Repetition } from '../../../schema/contract.ts';
import type { Meter, PrepaidCall, Pressure, Reservation } from '../../../schema/meter.ts';
import { assertBound } from '../../../schema/query-cost/bounds.ts';
import { type RateLimits, SHARED_BUCKETS } from '../../../schema/rate-limit-buckets.ts';
import {
  countsAcceptedCalls,
  hitsOf,
  isDisclosed,
  pointsHitOf,
  type RateLimitHit,
  SHARED_OWNER,
} from '../../../schema/rate-limits.ts';
import type { Viewer } from '../../../schema/viewer.ts';
import { createPointsError, createRateLimitError } from './rate-limit-errors.ts';
import type { ObservedRateLimiter } from './rate-limit-pressure.ts';
import type { Reservations } from './reservations.ts';

interface MeteredCaller {
  readonly viewer: Viewer;
  readonly address: string;
  readonly clock: Clock;
  readonly limits: RateLimits;
  /** Shared by all sessions of the process. */
  readonly reservations: Reservations;
  /** Holds the call counted for a request, so that a repetition of the request is not counted. */
  readonly repetition: Repetition | null;
}

/**
 * Counts the calls of one session. A call is counted when the session opens, before the request is validated. That pays for the
 * first operation under the same limit; each further operation counts as another call. The call of an operation of a caller's
 * document pays for its first root field under the same limit; each further root field of a mutation counts as another call.
 */
export class SessionMeter implements Meter {
  readonly #rateLimiter: ObservedRateLimiter;
  readonly #caller: MeteredCaller;
  /** The call that was counted when the session opened. */
  readonly #sessionCall: PrepaidCall = { bucket: undefined };
  /** Functions that undo the counting of a call of this session. Each returns the status of its limit. */
  #refunds: (() => Promise<RateLimitStatus | null>)[] = [];
  status: RateLimitStatus | null = null;

  constructor(rateLimiter: ObservedRateLimiter, caller: MeteredCaller) {
    this.#rateLimiter = rateLimiter;
    this.#caller = caller;
  }

  /** Counts the call when the session opens. Throws `rate_limited`. */
  async prepay(policy: AccessPolicy): Promise<void> {
    const hits = this.#hitsOf(policy);
    const { repetition } = this.#caller;
    if (repetition?.isRepeated && repetition.countedCall) this.status = repetition.countedCall.rateLimit;
    else await this.#count(hits);
    if (repetition) repetition.countedCall = { rateLimit: this.status };
    this.#sessionCall.bucket = hits[0]?.bucket;
  }

  async charge(policy: AccessPolicy, prepaidCall: PrepaidCall | null = null): Promise<void> {
    const hits = this.#hitsOf(policy);
    const call = prepaidCall ?? this.#sessionCall;
    if (hits[0]?.bucket !== call.bucket) return this.#count(hits);
    call.bucket = undefined;
  }

  async chargeOperation(policy: AccessPolicy): Promise<PrepaidCall> {
    await this.charge(policy);
    return { bucket: this.#hitsOf(policy)[0]?.bucket };
  }

  async refundCall(): Promise<void> {
    const statuses = await Promise.all(this.#refunds.splice(0).map((refund) => refund()));
    this.status = statuses.reduce(lowerOf, null) ?? this.status;
    if (this.#caller.repetition) this.#caller.repetition.countedCall = null;
  }

  async chargeRegistration(): Promise<void> {
    for (const hit of this.#hitsOf('registration')) {
      if (!countsAcceptedCalls(hit.bucket)) continue;
      this.status = lowerOf(this.status, await this.#countCall(hit));
    }
  }

  async reservePoints(
    points: number,
    explain: () => string,
    isWaiting?: () => boolean,
  ): Promise<Reservation> {
    const hit = pointsHitOf(this.#caller);
    const limit = this.#caller.limits[hit.bucket];
    if (limit > 0) assertBound('points', points, limit, explain);
    // Reserve before taking: a document above the limit takes its points as well, and then refunds them. Meanwhile, concurrent
    // documents must see these points as reserved, so that they are advised to retry soon (`createPointsError`).
    const release = this.#caller.reservations.add(hit, points, isWaiting);
    const taken = await this.#rateLimiter.takePoints(hit, points).catch((error: unknown) => {
      release();
      throw error;
    });
    if (taken && !taken.isAllowed) {
      const status = await taken.refund(points).finally(release);
      throw createPointsError(status, points, this.#caller.reservations.of(hit));
    }
    return {
      refundUnused: async (used) => {
        try {
          return (await taken?.refund(points - used)) ?? null;
        } finally {
          release();
        }
      },
    };
  }

  async isRegistrationSpiking(): Promise<boolean> {
    const status = await this.#rateLimiter.peek({ bucket: 'register-global', owner: SHARED_OWNER });
    return status !== null && status.remaining * 2 <= status.limit;
  }

  async readSharedLimits(): Promise<readonly RateLimitStatus[]> {
    const peeks = SHARED_BUCKETS.map((bucket) => this.#rateLimiter.peek({ bucket, owner: SHARED_OWNER }));
    return (await Promise.all(peeks)).filter((status) => status !== null);
  }

  readPressure(): Promise<Pressure> {
    return this.#rateLimiter.readPressure();
  }

  #hitsOf(policy: AccessPolicy): readonly RateLimitHit[] {
    const { viewer, address, clock } = this.#caller;
    return hitsOf(policy, { viewer, address, now: clock.now() });
  }

  /**
   * Counts the call under all these limits; a limit that counts only accepted calls (`countsAcceptedCalls`) is only checked. Of the
   * limits that callers may see, keeps the status of the limit with the fewest calls left.
   */
  async #count(hits: readonly RateLimitHit[]): Promise<void> {
    let tightest: RateLimitStatus | null = null;
    for (const hit of hits) {
      const status = countsAcceptedCalls(hit.bucket)
        ? await this.#peekOrRefuse(hit)
        : await this.#countCall(hit);
      tightest = lowerOf(tightest, status);
    }
    this.status = tightest ?? this.status;
  }

  /** Counts a call. Returns the status of the limit if callers may see it. Throws `rate_limited`. */
  async #countCall(hit: RateLimitHit): Promise<RateLimitStatus | null> {
    const call = await this.#rateLimiter.countCall(hit);
    if (!call) return null;
    if (!call.isAllowed) this.#refuse(call.status);
    const disclose = (status: RateLimitStatus) => (isDisclosed(hit.bucket) ? status : null);
    this.#refunds.push(async () => disclose(await call.refund()));
    return disclose(call.status);
  }

  /** Returns the status of a limit without counting a call. Throws `rate_limited` if no calls are left. */
  async #peekOrRefuse(hit: RateLimitHit): Promise<RateLimitStatus | null> {
    const status = await this.#rateLimiter.peek(hit);
    if (status?.remaining !== 0) return status;
    this.#rateLimiter.reportRefusal(hit);
    return this.#refuse(status);
  }

  #refuse(status: RateLimitStatus): never {
    this.status = status;
    throw createRateLimitError(status);
  }
}

/** Returns the status with fewer calls left; null if both are null. */
function lowerOf(a: RateLimitStatus | null, b: RateLimitStatus | null): RateLimitStatus | null {
  if (!a || !b) return a ?? b;
  return b.remaining < a.remaining ? b : a;
}

import type { Meter, Pressure, Reservation } from '../../schema/meter.ts';
import type { Viewer } from '../../schema/viewer.ts';
import type { Clock } from '../../schema/clock.ts';
import { BoardError, type AccessPolicy, type RateLimitStatus } from '../../schema/contract.ts';
import {
  type RateLimitHit,
  hitsOf,
  isDisclosed,
  pointsHitOf,
  SHARED_OWNER,
  SHARED_BUCKETS,
  type RateLimitBucket,
  type RateLimits,
} from '../../schema/rate-limits.ts';
import { assertBound } from '../../schema/query-cost/bounds.ts';
import type { Consumption } from './rate-limiter.ts';
import type { ObservedRateLimiter } from './rate-limit-pressure.ts';
import type { Reservations } from '../reservations.ts';

interface Metered {
  readonly viewer: Viewer;
  readonly address: string;
  readonly clock: Clock;
  readonly limits: RateLimits;
  /** Shared by all sessions. */
  readonly reservations: Reservations;
}

/**
 * The meter of one session. The session draws once when it is opened, before anything of the request is looked at;
 * the first operation on that limit is thereby paid, every further one draws again.
 */
export class SessionMeter implements Meter {
  readonly #counters: ObservedRateLimiter;
  readonly #metered: Metered;
  #prepaid: RateLimitBucket | undefined;
  status: RateLimitStatus | null = null;

  constructor(counters: ObservedRateLimiter, metered: Metered) {
    this.#counters = counters;
    this.#metered = metered;
  }

  async prepay(policy: AccessPolicy): Promise<void> {
    const draws = this.#drawsOf(policy);
    await this.#draw(draws);
    this.#prepaid = draws[0]?.bucket;
  }

  async charge(policy: AccessPolicy): Promise<void> {
    const draws = this.#drawsOf(policy);
    if (draws[0]?.bucket !== this.#prepaid) return this.#draw(draws);
    this.#prepaid = undefined;
  }

  async reservePoints(points: number): Promise<Reservation> {
    const draw = pointsHitOf(this.#metered);
    const limit = this.#metered.limits[draw.bucket];
    if (limit > 0) assertBound('points', points, limit);
    // Before the points are taken: documents that are refused at one moment hold theirs until they have given them back.
    const release = this.#metered.reservations.add(draw, points);
    const drawn = await this.#counters.consume(draw, points).catch((error: unknown) => {
      release();
      throw error;
    });
    if (drawn && !drawn.isAllowed) throw await this.#refuse(draw, points, { drawn, release });
    return {
      settle: async (used) => {
        release();
        return (await drawn?.refund(points - used)) ?? null;
      },
    };
  }

  async #refuse(draw: RateLimitHit, points: number, { drawn, release }: Refused): Promise<BoardError> {
    release();
    const reserved = this.#metered.reservations.of(draw);
    return tooManyPoints(await drawn.refund(points), { requested: points, reserved });
  }

  async isRegistrationSpiking(): Promise<boolean> {
    const standing = await this.#counters.peek({ bucket: 'register-global', owner: SHARED_OWNER });
    return standing !== null && standing.remaining * 2 < standing.limit;
  }

  async readSharedLimits(): Promise<readonly RateLimitStatus[]> {
    const peeks = SHARED_BUCKETS.map((bucket) => this.#counters.peek({ bucket, owner: SHARED_OWNER }));
    return (await Promise.all(peeks)).filter((standing) => standing !== null);
  }

  pressure(): Pressure {
    return this.#counters.pressure();
  }

  #drawsOf(policy: AccessPolicy): readonly RateLimitHit[] {
    const { viewer, address, clock } = this.#metered;
    return hitsOf(policy, { viewer, address, now: clock.now() });
  }

  async #draw(draws: readonly RateLimitHit[]): Promise<void> {
    let nearest: RateLimitStatus | null = null;
    for (const draw of draws) {
      const drawn = await this.#counters.consume(draw);
      if (!drawn) continue;
      if (!drawn.isAllowed) {
        this.status = drawn.status;
        throw createRateLimitError(drawn.status);
      }
      if (!isDisclosed(draw.bucket)) continue;
      if (!nearest || drawn.status.remaining < nearest.remaining) nearest = drawn.status;
    }
    this.status = nearest ?? this.status;
  }
}

interface Refused {
  readonly drawn: Consumption;
  readonly release: () => void;
}

interface Points {
  readonly requested: number;
  /** By documents of the same owner that run. */
  readonly reserved: number;
}

/** The refusal of a document whose points the bucket does not hold now; `standing` is the bucket without it. */
function tooManyPoints(standing: RateLimitStatus, { requested, reserved }: Points): BoardError {
  const { policy, limit, remaining, windowSeconds, resetSeconds } = standing;
  const isMomentary = remaining + reserved >= requested;
  const retryAfter = isMomentary ? 1 : resetSeconds;
  const cost = `This document can cost ${requested} points; ${remaining} are left of ${limit} in ${windowSeconds} s`;
  const advice = isMomentary
    ? `, and documents that run give back what they do not use. Wait ${retryAfter} s.`
    : `. Ask for less, or wait ${retryAfter} s.`;
  return new BoardError('rate_limited', cost + advice, {
    rateLimit: standing,
    members: { retry_after: retryAfter, violated_policies: [policy], requested, remaining },
  });
}

/** The refusal of a caller who stands at nothing. */
export const createRateLimitError = (standing: RateLimitStatus): BoardError =>
  new BoardError(
    'rate_limited',
    `At most ${standing.limit} requests in ${standing.windowSeconds} s (${standing.policy})`,
    {
      rateLimit: standing,
      members: { retry_after: standing.resetSeconds, violated_policies: [standing.policy] },
    },
  );

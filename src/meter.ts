import type { Bucket, Clock, Limits, Meter, Pressure, Reservation, Viewer } from '../schema/context.ts';
import { BoardError, type Policy, type Standing } from '../schema/contract.ts';
import { type Draw, drawsOf, isDisclosed, pointsDrawOf, SHARED, SHARED_BUCKETS } from '../schema/limits.ts';
import { assertBound } from '../schema/query-cost/bounds.ts';
import type { Drawn } from './limits.ts';
import type { WatchedCounters } from './pressure.ts';
import type { Reservations } from './reservations.ts';

interface Metered {
  readonly viewer: Viewer;
  readonly address: string;
  readonly clock: Clock;
  readonly limits: Limits;
  /** Shared by all sessions. */
  readonly reservations: Reservations;
}

/**
 * The meter of one session. The session draws once when it is opened, before anything of the request is looked at;
 * the first operation on that limit is thereby paid, every further one draws again.
 */
export class SessionMeter implements Meter {
  readonly #counters: WatchedCounters;
  readonly #metered: Metered;
  #prepaid: Bucket | undefined;
  standing: Standing | null = null;

  constructor(counters: WatchedCounters, metered: Metered) {
    this.#counters = counters;
    this.#metered = metered;
  }

  async prepay(policy: Policy): Promise<void> {
    const draws = this.#drawsOf(policy);
    await this.#draw(draws);
    this.#prepaid = draws[0]?.bucket;
  }

  async charge(policy: Policy): Promise<void> {
    const draws = this.#drawsOf(policy);
    if (draws[0]?.bucket !== this.#prepaid) return this.#draw(draws);
    this.#prepaid = undefined;
  }

  async reserve(points: number): Promise<Reservation> {
    const draw = pointsDrawOf(this.#metered);
    const limit = this.#metered.limits[draw.bucket];
    if (limit > 0) assertBound('points', points, limit);
    // Before the points are taken: documents that are refused at one moment hold theirs until they have given them back.
    const release = this.#metered.reservations.add(draw, points);
    const drawn = await this.#counters.draw(draw, points).catch((error: unknown) => {
      release();
      throw error;
    });
    if (drawn && !drawn.admitted) throw await this.#refuse(draw, points, { drawn, release });
    return {
      settle: async (used) => {
        release();
        return (await drawn?.giveBack(points - used)) ?? null;
      },
    };
  }

  async #refuse(draw: Draw, points: number, { drawn, release }: Refused): Promise<BoardError> {
    release();
    const reserved = this.#metered.reservations.of(draw);
    return tooManyPoints(await drawn.giveBack(points), { requested: points, reserved });
  }

  async isSpiking(): Promise<boolean> {
    const standing = await this.#counters.peek({ bucket: 'register-global', owner: SHARED });
    return standing !== null && standing.remaining * 2 < standing.limit;
  }

  async shared(): Promise<readonly Standing[]> {
    const peeks = SHARED_BUCKETS.map((bucket) => this.#counters.peek({ bucket, owner: SHARED }));
    return (await Promise.all(peeks)).filter((standing) => standing !== null);
  }

  pressure(): Pressure {
    return this.#counters.pressure();
  }

  #drawsOf(policy: Policy): readonly Draw[] {
    const { viewer, address, clock } = this.#metered;
    return drawsOf(policy, { viewer, address, now: clock.now() });
  }

  async #draw(draws: readonly Draw[]): Promise<void> {
    let nearest: Standing | null = null;
    for (const draw of draws) {
      const drawn = await this.#counters.draw(draw);
      if (!drawn) continue;
      if (!drawn.admitted) {
        this.standing = drawn.standing;
        throw rateLimited(drawn.standing);
      }
      if (!isDisclosed(draw.bucket)) continue;
      if (!nearest || drawn.standing.remaining < nearest.remaining) nearest = drawn.standing;
    }
    this.standing = nearest ?? this.standing;
  }
}

interface Refused {
  readonly drawn: Drawn;
  readonly release: () => void;
}

interface Points {
  readonly requested: number;
  /** By documents of the same owner that run. */
  readonly reserved: number;
}

/** The refusal of a document whose points the bucket does not hold now; `standing` is the bucket without it. */
function tooManyPoints(standing: Standing, { requested, reserved }: Points): BoardError {
  const { policy, limit, remaining, windowSeconds, resetSeconds } = standing;
  const isMomentary = remaining + reserved >= requested;
  const retryAfter = isMomentary ? 1 : resetSeconds;
  const cost = `This document can cost ${requested} points; ${remaining} are left of ${limit} in ${windowSeconds} s`;
  const advice = isMomentary
    ? `, and documents that run give back what they do not use. Wait ${retryAfter} s.`
    : `. Ask for less, or wait ${retryAfter} s.`;
  return new BoardError('rate_limited', cost + advice, {
    standing,
    members: { retry_after: retryAfter, violated_policies: [policy], requested, remaining },
  });
}

/** The refusal of a caller who stands at nothing. */
export const rateLimited = (standing: Standing): BoardError =>
  new BoardError(
    'rate_limited',
    `At most ${standing.limit} requests in ${standing.windowSeconds} s (${standing.policy})`,
    {
      standing,
      members: { retry_after: standing.resetSeconds, violated_policies: [standing.policy] },
    },
  );

import type { Bucket, Clock, Limits, Meter, Pressure, Reservation, Viewer } from '../schema/context.ts';
import { BoardError, type Policy, type Standing } from '../schema/contract.ts';
import { type Draw, drawsOf, isDisclosed, pointsDrawOf, SHARED, SHARED_BUCKETS } from '../schema/limits.ts';
import { assertBound } from '../schema/query-cost/bounds.ts';
import type { WatchedCounters } from './pressure.ts';

interface Metered {
  readonly viewer: Viewer;
  readonly address: string;
  readonly clock: Clock;
  readonly limits: Limits;
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
    const drawn = await this.#counters.draw(draw, points);
    if (!drawn) return { settle: () => Promise.resolve(null) };
    if (!drawn.admitted) throw rateLimited(await drawn.giveBack(points));
    return { settle: (used) => drawn.giveBack(points - used) };
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

const unitOf = ({ policy }: Standing): string =>
  policy.startsWith('graphql-points') ? 'points of GraphQL documents' : 'requests';

/** The refusal of a caller who stands at nothing. */
export const rateLimited = (standing: Standing): BoardError =>
  new BoardError(
    'rate_limited',
    `At most ${standing.limit} ${unitOf(standing)} in ${standing.windowSeconds} s (${standing.policy})`,
    {
      standing,
      members: { retry_after: standing.resetSeconds, violated_policies: [standing.policy] },
    },
  );

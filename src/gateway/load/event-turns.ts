import { setImmediate } from 'node:timers/promises';
import { BusyError } from '../../../prisma/client.ts';
import type { SessionContext } from '../../../schema/context.ts';
import { toRegion } from '../../../schema/values/networks.ts';

/** Events that may cost more points are large: they may have more than 200 000 characters. */
const LARGE_POINTS = 100;

/** Large events of a region that are computed at the same time. */
const MAX_AT_ONCE = 4;

/**
 * Large events of subscriptions are computed four at a time for each region (an IPv4 /24 or IPv6 /48). News wake all subscriptions
 * of a topic at once: their events would be computed in a few iterations of the event loop, and all of them would be in memory
 * before the first one is sent (docs/decisions/0071-large-results-by-region.md). The first event is computed with the request,
 * which is admitted like any other.
 */
export class EventTurns {
  #events = 0;
  /** By region and lane: resolves when all turns that have begun or wait have ended. */
  readonly #ends = new Map<string, Promise<unknown>>();

  /**
   * Resolves when an event of at most this cost may be computed, to the function that ends its turn. Throws `BusyError` if the client
   * has disconnected meanwhile.
   */
  async begin(
    points: number,
    { address, connection }: Pick<SessionContext, 'address' | 'connection'>,
  ): Promise<() => void> {
    if (points <= LARGE_POINTS || !connection?.repetition?.isRepeated) return () => undefined;
    const lane = `${toRegion(address)} ${(this.#events += 1) % MAX_AT_ONCE}`;
    const turn = Promise.withResolvers<null>();
    const previous = this.#ends.get(lane);
    // The next event begins in a later iteration, after this one has been sent.
    const end = Promise.all([previous, turn.promise.then(() => setImmediate())]);
    this.#ends.set(lane, end);
    void end.then(() => this.#ends.get(lane) === end && this.#ends.delete(lane));
    await previous;
    if (!connection.isEnded) return () => turn.resolve(null);
    turn.resolve(null);
    throw new BusyError();
  }
}

import { setImmediate } from 'node:timers/promises';
import { BusyError } from '../../../prisma/client.ts';
import type { Context } from '../../../schema/context.ts';

/** Maximum large events of a region that are computed at the same time. */
const MAX_AT_ONCE = 4;

/**
 * Bounds how many large events of subscriptions are computed at the same time: four for each region (an IPv4 /24 or IPv6 /48). A
 * change wakes all subscriptions of a topic at once. Without the bound, all their events would be in memory before the first
 * one is sent (docs/decisions/0071-large-results-by-region.md). Admission bounds the first event of a stream, which is computed
 * with the request.
 */
export class EventTurns {
  /** How many large events have chosen a lane, of all regions. */
  #eventCount = 0;
  /**
   * The end of the last turn of each lane, by region and number of the lane. A region has `MAX_AT_ONCE` lanes, and a lane has one
   * turn at a time.
   */
  readonly #ends = new Map<string, Promise<unknown>>();

  /**
   * Waits until the event of a document may be computed. Returns the function that ends its turn. Throws `BusyError` if the client
   * has disconnected during the wait.
   */
  async begin({
    isLarge,
    region,
    connection,
  }: Pick<Context, 'isLarge' | 'region' | 'connection'>): Promise<() => void> {
    if (!isLarge || !connection?.repetition?.isRepeated) return () => undefined;
    const lane = this.#chooseLane(region);
    const turn = Promise.withResolvers<null>();
    const previousEnd = this.#ends.get(lane);
    // The next event begins in a later iteration, after this one has been sent.
    const end = Promise.all([previousEnd, turn.promise.then(() => setImmediate())]);
    this.#ends.set(lane, end);
    void end.then(() => this.#ends.get(lane) === end && this.#ends.delete(lane));
    await previousEnd;
    if (!connection.isEnded) return () => turn.resolve(null);
    turn.resolve(null);
    throw new BusyError();
  }

  /** A free lane of the region; if there is none, each lane in turn. */
  #chooseLane(region: string): string {
    const lanes = Array.from({ length: MAX_AT_ONCE }, (_, i) => `${region} ${i}`);
    const free = lanes.find((lane) => !this.#ends.has(lane));
    this.#eventCount += 1;
    return free ?? `${region} ${this.#eventCount % MAX_AT_ONCE}`;
  }
}

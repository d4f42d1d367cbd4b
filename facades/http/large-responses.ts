import { toRegion } from '../../schema/contract.ts';
import { passIterations } from './iterations.ts';
import { RegionQueue } from './region-queue.ts';
import type { ResultShares } from './result-shares.ts';
import { OVERLOADED } from './server/refusals.ts';
import type { TimeMeasure, TurnOwner } from './response-turns.ts';

/** Responses with more characters are built one after the other. */
const LARGE_CHARACTERS = 64 * 1024;

/**
 * Bounds the memory of results that have been serialized, until their responses are built
 * (docs/decisions/0071-large-results-by-region.md).
 */
export class LargeResponses {
  readonly #shares: ResultShares;
  readonly #measure: TimeMeasure;
  readonly #waiting = new RegionQueue<() => void>();
  #isServing = false;

  constructor(shares: ResultShares, measure: TimeMeasure) {
    this.#shares = shares;
    this.#measure = measure;
  }

  /**
   * Counts the result of a read until its response is built. From then on the bytes of the response count as unread
   * (`UnreadResponses`). Throws `unavailable` if the results of the region take too much memory.
   */
  hold(characters: number, { address, connection }: TurnOwner): void {
    const region = toRegion(address);
    if (!this.#shares.hasRoom(region, characters)) throw OVERLOADED;
    connection?.onServed(this.#shares.add(region, characters));
  }

  /**
   * Resolves when a response of this size may be built: at most one large response in an iteration of the event loop, so
   * that it can be sent before the next one takes memory. Otherwise all requests that wait for the same read would build their
   * responses in one iteration. The regions of the clients (an IPv4 /24 or IPv6 /48) take turns. The time to build a response is
   * counted for its client. Rejects with `unavailable` when the client disconnects: its result would stay in memory for a turn that
   * nobody needs.
   */
  async waitForTurn(
    characters: number,
    { address, connection }: Pick<TurnOwner, 'address'> & Partial<TurnOwner>,
  ): Promise<void> {
    if (characters <= LARGE_CHARACTERS) return;
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const remove = this.#waiting.add(toRegion(address), () => resolve(undefined));
    const removeEnd = connection?.onEnd(() => reject(OVERLOADED));
    if (!this.#isServing) void this.#serve();
    try {
      await promise;
    } finally {
      removeEnd?.();
      remove();
    }
    this.#measure.resume(address);
  }

  async #serve(): Promise<void> {
    this.#isServing = true;
    while (!this.#waiting.isEmpty) {
      await passIterations();
      this.#waiting.take()?.();
    }
    this.#isServing = false;
  }
}

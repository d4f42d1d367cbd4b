import { LRUCache } from 'lru-cache';

/** Maximum callers whose use is stored. Beyond it, the caller that was served longest ago is dropped. */
const MAX_CALLERS = 5_000;

/** The position of a work item in the queue. `comparePositions` compares two positions. */
type QueuePosition = readonly [number, number];

/**
 * The order of start-time fair queueing: a caller that has used less than its share is served next, even while many other callers
 * always have work. The use of a caller is the finish tag of its last work. The use of the queue is the start tag of the work
 * that was served last.
 */
export class UseShares {
  #use = 0;
  readonly #uses = new LRUCache<string, number>({ max: MAX_CALLERS });

  /** The use of the queue. Work that arrives starts no lower, so that an inactive caller does not accumulate a share. */
  get current(): number {
    return this.#use;
  }

  /**
   * Returns the position of a work item: its start tag, or with a known cost its finish tag, so that short work comes before long work.
   * Equal tags are ordered by the use of the caller. `arrivedAt` is the use of the queue when the work arrived.
   */
  positionOf(caller: string, arrivedAt: number, cost = 0): QueuePosition {
    const use = this.#uses.peek(caller) ?? -1;
    return [Math.max(arrivedAt, use) + cost, use];
  }

  /** Records that work starts. `arrivedAt` is the use of the queue when it arrived. */
  start(caller: string, arrivedAt: number): void {
    const start = Math.max(arrivedAt, this.#uses.get(caller) ?? 0);
    this.#use = Math.max(this.#use, start);
    this.#uses.set(caller, start);
  }

  /** Adds to the use of a caller. */
  charge(caller: string, amount: number): void {
    this.#uses.set(caller, (this.#uses.get(caller) ?? this.#use) + amount);
  }
}

/** Compares positions, as `toSorted` requires. */
export const comparePositions = (first: QueuePosition, second: QueuePosition): number =>
  first[0] - second[0] || first[1] - second[1];

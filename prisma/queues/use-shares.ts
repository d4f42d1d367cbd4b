import { LRUCache } from 'lru-cache';
import { maxEntries } from './max-entries.ts';

/** Maximum callers whose finish tag is stored. Beyond it, the tag of the caller that was served longest ago is dropped. */
const MAX_CALLERS = 5_000;

/** The position of a work item in the queue. `comparePositions` compares two positions. */
type QueuePosition = readonly [number, number];

/**
 * The order of start-time fair queueing: a caller that has used less than its share is served next, even while many other
 * callers always have work. Each caller has the finish tag of its last work, and the queue has a virtual time: the
 * largest start tag of the work that was served.
 */
export class UseShares {
  #virtualTime = 0;
  readonly #finishTags = new LRUCache<string, number>(maxEntries(MAX_CALLERS));

  /** The virtual time of the queue. It is the lowest start tag of arriving work: an inactive caller does not accumulate a share. */
  get virtualTime(): number {
    return this.#virtualTime;
  }

  /**
   * Returns the position of a work item: its start tag, or with a known cost its finish tag, so that short work comes before long
   * work. Equal tags are ordered by the finish tag of the caller. `virtualArrival` is the virtual time when the work arrived.
   */
  positionOf(caller: string, virtualArrival: number, cost = 0): QueuePosition {
    // A caller without a tag comes before callers with the tag 0.
    const finishTag = this.#finishTags.peek(caller) ?? -1;
    return [Math.max(virtualArrival, finishTag) + cost, finishTag];
  }

  /** Records that work starts. `virtualArrival` is the virtual time when the work arrived. */
  start(caller: string, virtualArrival: number): void {
    const startTag = Math.max(virtualArrival, this.#finishTags.get(caller) ?? 0);
    this.#virtualTime = Math.max(this.#virtualTime, startTag);
    this.#finishTags.set(caller, startTag);
  }

  /** Adds the cost of work to the finish tag of its caller. */
  charge(caller: string, cost: number): void {
    this.#finishTags.set(caller, (this.#finishTags.get(caller) ?? this.#virtualTime) + cost);
  }
}

/** Compares positions, as `toSorted` requires. */
export const comparePositions = (first: QueuePosition, second: QueuePosition): number =>
  first[0] - second[0] || first[1] - second[1];

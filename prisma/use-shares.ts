import { LRUCache } from 'lru-cache';

/** Callers whose use is remembered. Those that were served longest ago are forgotten. */
const MAX_CALLERS = 5_000;

/** When a caller's work comes: the lower use first. */
type Turn = readonly [number, number];

/**
 * Start-time fair queueing: who has used less than its share is served next, however many others always have work. The use of a
 * caller is where its next work begins (its finish tag), that of the whole queue where the work that was served last began
 * (its start tag).
 */
export class UseShares {
  #use = 0;
  readonly #uses = new LRUCache<string, number>({ max: MAX_CALLERS });

  /** The use of the queue, for work that arrives. A caller that has used less begins with it: rest is not saved up. */
  get current(): number {
    return this.#use;
  }

  /**
   * The order of a caller's work that arrived at this use: where it begins, or, if its cost is known, where it ends, so that short
   * work comes before long work; and of equals who has used less.
   */
  turnOf(caller: string, arrivedAt: number, cost = 0): Turn {
    const use = this.#uses.peek(caller) ?? -1;
    return [Math.max(arrivedAt, use) + cost, use];
  }

  /** Starts work of a caller that arrived at this use. */
  start(caller: string, arrivedAt: number): void {
    const start = Math.max(arrivedAt, this.#uses.get(caller) ?? 0);
    this.#use = Math.max(this.#use, start);
    this.#uses.set(caller, start);
  }

  charge(caller: string, amount: number): void {
    this.#uses.set(caller, (this.#uses.get(caller) ?? this.#use) + amount);
  }
}

/** Orders turns, for `toSorted`. */
export const compareTurns = (first: Turn, second: Turn): number =>
  first[0] - second[0] || first[1] - second[1];

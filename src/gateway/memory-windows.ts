import { LRUCache } from 'lru-cache';
import { MAX_OWNERS } from './sliding-log.ts';

/** What an owner has taken in its window. */
export interface WindowCount {
  readonly consumedPoints: number;
  readonly msBeforeNext: number;
}

/** Counts what each owner takes in a window that begins when it first takes, in the memory of this process. */
export class MemoryWindows {
  readonly #windowMs: number;
  /** `end` in milliseconds since 1970. */
  readonly #owners: LRUCache<string, { readonly points: number; readonly end: number }>;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
    // `max` would allocate memory for MAX_OWNERS at once.
    this.#owners = new LRUCache({ maxSize: MAX_OWNERS, sizeCalculation: () => 1 });
  }

  /** Takes points from an owner's window, or begins one. */
  penalty(owner: string, points: number): Promise<WindowCount> {
    const { points: earlier, end } = this.#find(owner) ?? { points: 0, end: Date.now() + this.#windowMs };
    const window = { points: earlier + points, end };
    this.#owners.set(owner, window);
    return Promise.resolve(toCount(window));
  }

  /** Returns points to an owner's window. */
  reward(owner: string, points: number): Promise<WindowCount> {
    return this.penalty(owner, -points);
  }

  /** Returns null for an owner without a window. */
  get(owner: string): Promise<WindowCount | null> {
    const window = this.#find(owner);
    return Promise.resolve(window ? toCount(window) : null);
  }

  #find(owner: string) {
    const window = this.#owners.get(owner);
    return window && window.end > Date.now() ? window : undefined;
  }
}

const toCount = ({ points, end }: { readonly points: number; readonly end: number }): WindowCount => ({
  consumedPoints: points,
  msBeforeNext: end - Date.now(),
});

import { LRUCache } from 'lru-cache';
import { maxEntries } from '../../../prisma/client.ts';
import { MAX_OWNERS } from './sliding-log.ts';

/** The points that an owner has taken in its window, and the end of the window. */
export interface WindowCount {
  readonly consumedPoints: number;
  /** Milliseconds until the window ends. */
  readonly msBeforeNext: number;
}

/** Points that were taken in an owner's window. */
export interface TakenPoints {
  readonly count: WindowCount;
  /** Returns points to the store that they were taken from. Resolves to null if that fails. */
  readonly refund: (points: number) => Promise<WindowCount | null>;
}

/** Counts the points that each owner takes in a window. The first points begin the window. */
export interface Windows {
  /** Takes points in an owner's window, or begins a window. */
  take(owner: string, points: number): Promise<TakenPoints>;
  /** Returns null for an owner without a window. */
  get(owner: string): Promise<WindowCount | null>;
}

/** Counts in the memory of this process. */
export class MemoryWindows implements Windows {
  readonly #windowMs: number;
  /** `end` in milliseconds since 1970. */
  readonly #owners: LRUCache<string, { readonly points: number; readonly end: number }>;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
    this.#owners = new LRUCache(maxEntries(MAX_OWNERS));
  }

  take(owner: string, points: number): Promise<TakenPoints> {
    const refund = (unused: number) => Promise.resolve(this.add(owner, -unused));
    return Promise.resolve({ count: this.add(owner, points), refund });
  }

  get(owner: string): Promise<WindowCount | null> {
    return Promise.resolve(this.peek(owner));
  }

  /**
   * Adds points to the count of an owner's window, or begins a window. Negative points are a refund. A sum below 0 becomes 0:
   * the window in which they were taken may have ended or been evicted.
   */
  add(owner: string, points: number): WindowCount {
    const { points: earlier, end } = this.#find(owner) ?? { points: 0, end: Date.now() + this.#windowMs };
    const window = { points: Math.max(0, earlier + points), end };
    this.#owners.set(owner, window);
    return toCount(window);
  }

  /** Returns null for an owner without a window. */
  peek(owner: string): WindowCount | null {
    const window = this.#find(owner);
    return window ? toCount(window) : null;
  }

  #find(owner: string) {
    const window = this.#owners.get(owner);
    const msLeft = (window?.end ?? 0) - Date.now();
    // A window that has more time left than its whole length began before the clock was set back.
    return msLeft > 0 && msLeft <= this.#windowMs ? window : undefined;
  }
}

const toCount = ({ points, end }: { readonly points: number; readonly end: number }): WindowCount => ({
  consumedPoints: points,
  msBeforeNext: end - Date.now(),
});

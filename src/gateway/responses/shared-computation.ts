import { setTimeout as pause } from 'node:timers/promises';

/** The age of a computation up to which requests of other callers wait for it. */
const MAX_AWAITED_AGE_MS = 1_000;

/**
 * The computation of a response, in the turns of the caller whose request came first
 * (docs/decisions/0071-large-results-by-region.md).
 */
export class SharedComputation {
  readonly #caller: string;
  readonly #startedAt = performance.now();
  #isPending = true;
  #isOverdue = false;
  /** Resolves when requests of other callers may not wait any longer. Undefined until one waits. */
  #whenOverdue: Promise<null> | undefined;
  #result: Promise<object | null> = Promise.resolve(null);

  constructor(caller: string) {
    this.#caller = caller;
  }

  /** Sets the result; null if it is not shareable. */
  set(result: Promise<object | null>): void {
    this.#result = result.finally(() => (this.#isPending = false));
  }

  /**
   * Whether an equal request of a caller may wait for the result. A computation of another caller may have to wait for a turn of
   * that caller, so the request waits for it only up to the age `MAX_AWAITED_AGE_MS`.
   */
  isAwaitable(caller: string): boolean {
    return !this.#isPending || caller === this.#caller || (!this.#isOverdue && this.#remainingMs() > 0);
  }

  /** Returns the result for an equal request: null if it is not shareable, or the request may not wait any longer. */
  resultFor(caller: string): Promise<object | null> {
    if (!this.#isPending || caller === this.#caller) return this.#result;
    this.#whenOverdue ??= this.#waitUntilOverdue();
    return Promise.race([this.#result, this.#whenOverdue]);
  }

  /**
   * Sets `#isOverdue`, because a timer may fire early, while `#remainingMs` is above 0. Without it, requests that retry would try
   * this computation again, get null at once, and each compute for itself instead of sharing a new computation.
   */
  async #waitUntilOverdue(): Promise<null> {
    await pause(this.#remainingMs(), null, { ref: false });
    this.#isOverdue = true;
    return null;
  }

  #remainingMs(): number {
    return Math.max(0, Math.ceil(this.#startedAt + MAX_AWAITED_AGE_MS - performance.now()));
  }
}

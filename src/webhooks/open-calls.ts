/** A call that takes longer is slow. */
const SLOW_MS = 2_000;

/** Slow calls that may be open at once. */
const MAX_SLOW = 256;

interface OpenCall {
  readonly startedAt: number;
  readonly controller: AbortController;
}

/**
 * The calls that have not ended. If too many of them are slow, the oldest slow calls are ended, so that there are always free slots
 * for endpoints that respond. The dispatcher repeats the ended calls later.
 */
export class OpenCalls {
  /** Oldest first. */
  readonly #calls = new Set<OpenCall>();
  readonly #now: () => number;

  /** `now` returns milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Makes a call, which must end when its signal is aborted. */
  async run<Result>(call: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const open: OpenCall = { startedAt: this.#now(), controller: new AbortController() };
    this.#calls.add(open);
    this.#endSlow();
    const timer = setTimeout(() => this.#endSlow(), SLOW_MS + 1).unref();
    try {
      return await call(open.controller.signal);
    } finally {
      clearTimeout(timer);
      this.#calls.delete(open);
    }
  }

  #endSlow(): void {
    const isSlow = ({ startedAt, controller }: OpenCall) =>
      this.#now() - startedAt > SLOW_MS && !controller.signal.aborted;
    const slow = [...this.#calls].filter(isSlow);
    for (const { controller } of slow.slice(0, Math.max(0, slow.length - MAX_SLOW))) controller.abort();
  }
}

/** A call that takes longer is slow. */
const SLOW_MS = 2_000;

/** Slow calls that may be open at once, and the bytes of the bodies of all open calls. */
const MAX_SLOW = 256;
const MAX_BYTES = 33_554_432;

interface OpenCall {
  readonly bytes: number;
  readonly startedAt: number;
  readonly controller: AbortController;
}

/**
 * The calls that have not ended. If there are too many slow ones, the oldest is ended: it is repeated later, and endpoints
 * that answer have places, whatever the others do.
 */
export class OpenCalls {
  /** Oldest first. */
  readonly #calls = new Set<OpenCall>();
  readonly #now: () => number;
  #bytes = 0;

  /** `now` returns milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Makes a call with a body of this size. The signal that it gets ends it. */
  async run<Result>(bytes: number, call: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const open: OpenCall = { bytes, startedAt: this.#now(), controller: new AbortController() };
    this.#calls.add(open);
    this.#bytes += bytes;
    this.#endSlow();
    try {
      return await call(open.controller.signal);
    } finally {
      this.#remove(open);
    }
  }

  #endSlow(): void {
    const slow = [...this.#calls].filter(({ startedAt }) => this.#now() - startedAt > SLOW_MS);
    let count = slow.length;
    for (const call of slow) {
      if (count <= MAX_SLOW && this.#bytes <= MAX_BYTES) return;
      this.#remove(call);
      call.controller.abort();
      count -= 1;
    }
  }

  #remove(call: OpenCall): void {
    if (this.#calls.delete(call)) this.#bytes -= call.bytes;
  }
}

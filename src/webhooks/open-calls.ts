/** A call that takes longer is slow. */
const SLOW_MS = 2_000;

/** Slow calls that may be open at once, and the bytes of the bodies of all open calls, each of which takes up to twelve times as much memory. */
const MAX_SLOW = 256;
const MAX_BYTES = 8_388_608;

interface OpenCall {
  readonly bytes: number;
  readonly startedAt: number;
  readonly controller: AbortController;
}

/**
 * The calls that have not ended. If too many of them are slow, the oldest slow call is ended and repeated later, so that there are
 * always places for endpoints that answer.
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
    const timer = setTimeout(() => this.#endSlow(), SLOW_MS + 1).unref();
    try {
      return await call(open.controller.signal);
    } finally {
      clearTimeout(timer);
      this.#calls.delete(open);
      this.#bytes -= bytes;
    }
  }

  #endSlow(): void {
    const isSlow = ({ startedAt, controller }: OpenCall) =>
      this.#now() - startedAt > SLOW_MS && !controller.signal.aborted;
    const slow = [...this.#calls].filter(isSlow);
    let [count, bytes] = [slow.length, this.#bytes];
    for (const call of slow) {
      if (count <= MAX_SLOW && bytes <= MAX_BYTES) return;
      call.controller.abort();
      count -= 1;
      bytes -= call.bytes;
    }
  }
}

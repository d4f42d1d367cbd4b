/** The time is counted in intervals of this length: the current one and the one before. */
const INTERVAL_MS = 5000;

/** Maximum number of networks in an interval. Further ones are not counted. */
const MAX_NETWORKS = 10_000;

/** A network is heavy if it used at least this share of the time of the network that used most. */
const HEAVY_SHARE = 0.5;

/**
 * Measures how long the main thread worked for each network in the last 5 to 10 s. Time counts for the network of the
 * last `attributeTo` until the next call or the end of the iteration of the event loop.
 */
export class MainThreadTime {
  readonly #now: () => number;
  #current = new Map<string, number>();
  #previous = new Map<string, number>();
  #intervalStart: number;
  /** The time of the heaviest network. */
  #maxMs = 0;
  #running: { readonly network: string; readonly since: number } | undefined;

  /** `now` returns milliseconds, for tests. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#intervalStart = now();
  }

  /** From now on the main thread works for `network`. Called whenever work for a request begins or continues. */
  attributeTo(network: string): void {
    // Immediates run at the end of the iteration.
    if (!this.#running) setImmediate(() => this.#stop());
    this.#stop();
    this.#running = { network, since: this.#now() };
  }

  /** Whether a network used at least half as much time as the network that used the most. */
  isHeavy(network: string): boolean {
    this.#startInterval();
    const ms = this.#of(network);
    return ms > 0 && ms >= this.#maxMs * HEAVY_SHARE;
  }

  #stop(): void {
    if (!this.#running) return;
    const { network, since } = this.#running;
    this.#running = undefined;
    this.#startInterval();
    if (!this.#current.has(network) && this.#current.size >= MAX_NETWORKS) return;
    this.#current.set(network, (this.#current.get(network) ?? 0) + this.#now() - since);
    this.#maxMs = Math.max(this.#maxMs, this.#of(network));
  }

  /** Starts a new interval if the current one has ended. */
  #startInterval(): void {
    const now = this.#now();
    const age = now - this.#intervalStart;
    if (age < INTERVAL_MS) return;
    this.#previous = age < 2 * INTERVAL_MS ? this.#current : new Map<string, number>();
    this.#current = new Map();
    this.#intervalStart = now;
    this.#maxMs = this.#previous.values().reduce((max, ms) => Math.max(max, ms), 0);
  }

  #of(network: string): number {
    return (this.#current.get(network) ?? 0) + (this.#previous.get(network) ?? 0);
  }
}

/** The time is counted in intervals of this length: the current one and the one before. */
const INTERVAL_MS = 5000;

/** Maximum number of regions in an interval. Further ones are not counted. */
const MAX_REGIONS = 10_000;

/** A region is heavy if it used at least this share of the time that the heaviest region used. */
const HEAVY_SHARE = 0.5;

/**
 * Measures how long the main thread worked for each region in the last 5 to 10 s. Time counts for the region of the
 * last `attributeTo` until the next call or the end of the iteration of the event loop.
 */
export class MainThreadTime {
  readonly #now: () => number;
  #current = new Map<string, number>();
  #previous = new Map<string, number>();
  #intervalStart: number;
  /** The time of the heaviest region. */
  #maxMs = 0;
  #running: { readonly region: string; readonly since: number } | undefined;

  /** `now` returns milliseconds, for tests. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#intervalStart = now();
  }

  /** From now on the main thread works for `region`. Called whenever work for a request begins or continues. */
  attributeTo(region: string): void {
    // Immediates run at the end of the iteration.
    if (!this.#running) setImmediate(() => this.#stop());
    this.#stop();
    this.#running = { region, since: this.#now() };
  }

  /** Whether a region used at least half as much time as the heaviest region. */
  isHeavy(region: string): boolean {
    this.#startInterval();
    const ms = this.#of(region);
    return ms > 0 && ms >= this.#maxMs * HEAVY_SHARE;
  }

  #stop(): void {
    if (!this.#running) return;
    const { region, since } = this.#running;
    this.#running = undefined;
    this.#startInterval();
    if (!this.#current.has(region) && this.#current.size >= MAX_REGIONS) return;
    this.#current.set(region, (this.#current.get(region) ?? 0) + this.#now() - since);
    this.#maxMs = Math.max(this.#maxMs, this.#of(region));
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

  #of(region: string): number {
    return (this.#current.get(region) ?? 0) + (this.#previous.get(region) ?? 0);
  }
}

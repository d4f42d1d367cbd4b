/** The time is counted in intervals of at least this length: the current one and the one before. */
const INTERVAL_MS = 5000;

/** Maximum number of regions in an interval. Further ones are not counted. */
const MAX_REGIONS = 10_000;

/** A region is heavy if it used at least this share of the time that the heaviest region used. */
const HEAVY_SHARE = 0.5;

/**
 * Measures how long the main thread worked for each region, in the current interval and the one before. Time counts for the region
 * of the last `attributeTo` until the next call or the end of the iteration of the event loop.
 */
export class MainThreadTime {
  readonly #now: () => number;
  #currentMs = new Map<string, number>();
  #previousMs = new Map<string, number>();
  #intervalStart: number;
  /** The time of the heaviest region in both intervals. */
  #maxMs = 0;
  #currentWork: { readonly region: string; readonly since: number } | undefined;

  /** `now` returns milliseconds, for tests. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#intervalStart = now();
  }

  /** From now on the main thread works for `region`. Called whenever work for a request begins or continues. */
  attributeTo(region: string): void {
    // Immediates run at the end of the iteration.
    if (!this.#currentWork) setImmediate(() => this.#endWork());
    this.#endWork();
    this.#currentWork = { region, since: this.#now() };
  }

  /** Whether a region used at least half as much time as the heaviest region. */
  isHeavy(region: string): boolean {
    this.#startInterval();
    const ms = this.#msOf(region);
    return ms > 0 && ms >= this.#maxMs * HEAVY_SHARE;
  }

  #endWork(): void {
    if (!this.#currentWork) return;
    const { region, since } = this.#currentWork;
    this.#currentWork = undefined;
    this.#startInterval();
    if (!this.#currentMs.has(region) && this.#currentMs.size >= MAX_REGIONS) return;
    this.#currentMs.set(region, (this.#currentMs.get(region) ?? 0) + this.#now() - since);
    this.#maxMs = Math.max(this.#maxMs, this.#msOf(region));
  }

  /** Starts a new interval if the current one has ended. */
  #startInterval(): void {
    const now = this.#now();
    const age = now - this.#intervalStart;
    if (age < INTERVAL_MS) return;
    this.#previousMs = age < 2 * INTERVAL_MS ? this.#currentMs : new Map<string, number>();
    this.#currentMs = new Map();
    this.#intervalStart = now;
    this.#maxMs = this.#previousMs.values().reduce((max, ms) => Math.max(max, ms), 0);
  }

  #msOf(region: string): number {
    return (this.#currentMs.get(region) ?? 0) + (this.#previousMs.get(region) ?? 0);
  }
}

import { RegionQueue } from '../../../facades/http/region-queue.ts';

/** An iteration of the event loop begins no further request when it has worked on requests for this time. */
const MAX_ITERATION_MS = 50;

/** The same for an iteration that has accepted a connection, and for the next one: more connections may wait to be accepted. */
const MAX_ACCEPTING_ITERATION_MS = 10;

/** An iteration of the event loop begins this many health checks at once. */
const MAX_HEALTH_CHECKS = 20;

/** A request that has waited for longer when its turn comes does not run. */
const MAX_WAIT_MS = 2000;

/**
 * Distributes admitted requests over iterations of the event loop. An iteration accepts one connection. Without
 * turns, ten new connections would wait for ten iterations, each as long as the requests of all open connections take
 * (docs/decisions/0064-turns-of-requests.md). The regions of waiting requests take turns.
 */
export class RequestTurns {
  readonly #now: () => number;
  readonly #waitingRequests = new RegionQueue<() => void>();
  /** When the first request of this iteration began; null before it. */
  #beganAt: number | null = null;
  #hasAccepted = false;
  /** How many health checks have arrived in this iteration. */
  #healthChecks = 0;
  #maxMs = MAX_ITERATION_MS;

  /** `now` returns milliseconds, for tests. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Called for each connection that is accepted. */
  readonly onConnection = (): void => {
    this.#hasAccepted = true;
    this.#maxMs = MAX_ACCEPTING_ITERATION_MS;
  };

  /**
   * Returns null if a request of a region may run at once. Otherwise resolves to true when it may run, in a later iteration, or to
   * false if it has waited too long.
   */
  wait(region: string): Promise<boolean> | null {
    return this.#waitingRequests.isEmpty && this.#hasTime() ? null : this.#wait(region);
  }

  /**
   * As `wait`, for a health check: it may always run, however long it has waited. The first ones of an iteration run at once, so that
   * they respond in time while many requests wait.
   */
  waitForHealthCheck(region: string): Promise<true> | null {
    this.#beginIteration();
    this.#healthChecks += 1;
    if (this.#healthChecks <= MAX_HEALTH_CHECKS) return null;
    return this.wait(region)?.then(() => true) ?? null;
  }

  async #wait(region: string): Promise<boolean> {
    const since = this.#now();
    await new Promise<void>((resolve) => {
      this.#waitingRequests.add(region, resolve);
      setImmediate(this.#beginNext);
    });
    return this.#now() - since <= MAX_WAIT_MS;
  }

  /** One immediate for each waiting request: the synchronous work of a request has ended when the next one begins. */
  readonly #beginNext = (): void => {
    if (this.#hasTime()) this.#waitingRequests.take()?.();
    else setImmediate(this.#beginNext);
  };

  #hasTime(): boolean {
    return this.#now() - this.#beginIteration() < this.#maxMs;
  }

  /** Returns when the first request of this iteration began. */
  #beginIteration(): number {
    if (this.#beganAt === null) {
      this.#beganAt = this.#now();
      // Scheduled before the immediates of waiting requests, so that these count for the next iteration.
      setImmediate(this.#endIteration);
    }
    return this.#beganAt;
  }

  readonly #endIteration = (): void => {
    this.#beganAt = null;
    this.#healthChecks = 0;
    this.#maxMs = this.#hasAccepted ? MAX_ACCEPTING_ITERATION_MS : MAX_ITERATION_MS;
    this.#hasAccepted = false;
  };
}

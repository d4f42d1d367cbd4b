/** There is no room for the work now, or it waited too long for it. Nothing of it was done. */
export class BusyError extends Error {}

interface Bounds {
  /** Work that runs at one time. One caller holds all of it but one, so that the next caller need not wait for it to end. */
  readonly running: number;
  /** Work that waits. One caller holds at most half of it. */
  readonly waiting: number;
  /** How long work may wait. */
  readonly waitMs: number;
}

interface Waiting {
  readonly start: () => void;
  readonly giveUp: () => void;
}

/** What one caller has in the queue. */
interface Caller {
  running: number;
  readonly waiting: Set<Waiting>;
}

/** Runs a bounded amount of work at one time, in turns: each caller with waiting work has one started before any has two. */
export class FairQueue {
  readonly #bounds: Bounds;
  /** In the order of their turns. */
  readonly #callers = new Map<string, Caller>();
  #running = 0;
  #waiting = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Throws `BusyError` where the work is not started. */
  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    await this.#turnOf(name);
    try {
      return await work();
    } finally {
      this.#leave(name);
    }
  }

  #turnOf(name: string): Promise<void> {
    const caller = this.#callers.get(name) ?? { running: 0, waiting: new Set() };
    this.#callers.set(name, caller);
    if (caller.waiting.size === 0 && this.#hasRoomFor(caller)) {
      this.#enter(caller);
      return Promise.resolve();
    }
    const { waiting } = this.#bounds;
    if (this.#waiting >= waiting || caller.waiting.size >= waiting / 2)
      return Promise.reject(new BusyError());
    return this.#wait(name, caller);
  }

  #wait(name: string, caller: Caller): Promise<void> {
    this.#waiting += 1;
    return new Promise((resolve, reject) => {
      const remove = () => {
        clearTimeout(timer);
        caller.waiting.delete(one);
        this.#waiting -= 1;
      };
      const one: Waiting = {
        start: () => {
          remove();
          this.#enter(caller);
          resolve();
        },
        giveUp: () => {
          remove();
          this.#forget(name, caller);
          reject(new BusyError());
        },
      };
      const timer = setTimeout(() => one.giveUp(), this.#bounds.waitMs);
      caller.waiting.add(one);
    });
  }

  #hasRoomFor({ running }: Caller): boolean {
    const max = this.#bounds.running;
    return this.#running < max && running < Math.max(1, max - 1);
  }

  #enter(caller: Caller): void {
    this.#running += 1;
    caller.running += 1;
  }

  #leave(name: string): void {
    const caller = this.#callers.get(name);
    if (!caller) return;
    this.#running -= 1;
    caller.running -= 1;
    this.#forget(name, caller);
    this.#startNext();
  }

  #startNext(): void {
    for (const [name, caller] of this.#callers) {
      const [next] = caller.waiting;
      if (!next || !this.#hasRoomFor(caller)) continue;
      // Its next turn comes after those of all the others.
      this.#callers.delete(name);
      this.#callers.set(name, caller);
      next.start();
      return;
    }
  }

  #forget(name: string, { running, waiting }: Caller): void {
    if (running === 0 && waiting.size === 0) this.#callers.delete(name);
  }
}

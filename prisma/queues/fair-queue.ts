import { type Locks, RecordLocks } from './record-locks.ts';
import { comparePositions, UseShares } from './use-shares.ts';

/**
 * Work was not started: its queue is full, it waited too long, or its result is no longer awaited. The readiness check throws this
 * error too, if running writes do not end.
 */
export class BusyError extends Error {}

export interface QueueLimits {
  /** Maximum work items that run at the same time. */
  readonly maxRunning: number;
  /**
   * Maximum work items of one caller that run at the same time. Default: one less than `maxRunning` (at least 1), so that one
   * caller cannot block all other callers.
   */
  readonly maxRunningPerCaller?: number;
  /**
   * Maximum work items that wait; half of it for one caller. When the queue is full, the newest item of the caller with the
   * most waiting items is refused.
   */
  readonly maxWaiting: number;
  /** How long a work item may wait, in milliseconds. */
  readonly maxWaitMs: number;
  /**
   * Serves callers by their shares (`UseShares`). The cost of a work item is 1 with `number`, and the time that it took with
   * `time`. Default: round robin.
   */
  readonly sharedBy?: 'number' | 'time';
}

interface WaitingWork {
  /** `UseShares.virtualTime` when the work arrived; 0 for round robin. */
  readonly virtualArrival: number;
  /** Ids of the records that the work locks. */
  readonly records: readonly string[];
  readonly start: () => void;
  readonly giveUp: () => void;
}

interface FoundWork {
  /** The name of the caller. */
  readonly name: string;
  readonly work: WaitingWork;
}

interface CallerQueue {
  running: number;
  readonly waiting: Set<WaitingWork>;
}

/**
 * Runs a bounded amount of work at the same time, and serves the callers by round robin or by their shares.
 * Work that needs resources (`Locks`), by default records, waits until they are free; until then other work may start.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  readonly #locks: Locks;
  /** In the order of the round robin. */
  readonly #callers = new Map<string, CallerQueue>();
  #running = 0;
  #waiting = 0;
  /** Null for round robin. */
  readonly #shares: UseShares | null;

  constructor(limits: QueueLimits, locks: Locks = new RecordLocks()) {
    this.#limits = limits;
    this.#shares = limits.sharedBy === undefined ? null : new UseShares();
    this.#locks = locks;
    locks.addQueue(this);
  }

  /** The number of callers with running or waiting work. */
  get callers(): number {
    return this.#callers.size;
  }

  /** The number of running work items. */
  get running(): number {
    return this.#running;
  }

  /** The number of waiting work items. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Runs the work when it is the caller's turn. Throws `BusyError` if the work cannot start. */
  async run<Result>(
    caller: string,
    work: () => Promise<Result>,
    records: readonly string[] = [],
  ): Promise<Result> {
    await this.#waitForTurn(caller, records);
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      if (this.#limits.sharedBy === 'time') this.#shares?.charge(caller, performance.now() - startedAt);
      this.#finish(caller, records);
    }
  }

  #waitForTurn(name: string, records: readonly string[]): Promise<void> {
    const caller = this.#callers.get(name) ?? { running: 0, waiting: new Set() };
    if (this.#canStart(caller) && this.#locks.areFree(records)) {
      this.#callers.set(name, caller);
      this.#chargeStart(name, this.#shares?.virtualTime);
      this.#start(caller, records);
      return Promise.resolve();
    }
    const { maxWaiting } = this.#limits;
    const isFull = () => this.#waiting >= maxWaiting && !this.#refuseNewestBeyond(caller.waiting.size + 1);
    if (caller.waiting.size >= maxWaiting / 2 || isFull()) return Promise.reject(new BusyError());
    this.#callers.set(name, caller);
    return this.#enqueue(name, caller, records);
  }

  /** Refuses the newest work of the caller with the most waiting work, if that is more than `size`; returns whether it did. */
  #refuseNewestBeyond(size: number): boolean {
    let longest: CallerQueue['waiting'] = new Set();
    for (const { waiting } of this.#callers.values()) if (waiting.size > longest.size) longest = waiting;
    if (longest.size <= size) return false;
    [...longest].at(-1)?.giveUp();
    return true;
  }

  #enqueue(name: string, caller: CallerQueue, records: readonly string[]): Promise<void> {
    this.#waiting += 1;
    return new Promise((resolve, reject) => {
      const remove = () => {
        clearTimeout(timer);
        caller.waiting.delete(work);
        this.#waiting -= 1;
      };
      const work: WaitingWork = {
        virtualArrival: this.#shares?.virtualTime ?? 0,
        records,
        start: () => {
          remove();
          this.#start(caller, records);
          resolve();
        },
        giveUp: () => {
          remove();
          this.#deleteIfIdle(name, caller);
          reject(new BusyError());
        },
      };
      const timer = setTimeout(() => work.giveUp(), this.#limits.maxWaitMs).unref();
      caller.waiting.add(work);
    });
  }

  #canStart({ running }: CallerQueue): boolean {
    const { maxRunning, maxRunningPerCaller = Math.max(1, maxRunning - 1) } = this.#limits;
    return this.#running < maxRunning && running < maxRunningPerCaller;
  }

  #start(caller: CallerQueue, records: readonly string[]): void {
    this.#running += 1;
    caller.running += 1;
    this.#locks.lock(records);
  }

  #finish(name: string, records: readonly string[]): void {
    const caller = this.#callers.get(name);
    if (!caller) return;
    this.#running -= 1;
    caller.running -= 1;
    this.#deleteIfIdle(name, caller);
    this.#locks.unlock(records, this);
  }

  /** Starts the waiting work that can start. */
  startWaiting(): void {
    for (let next = this.#findNext(); next !== null; next = this.#findNext()) {
      const { name, work } = next;
      const caller = this.#callers.get(name) as CallerQueue;
      this.#chargeStart(name, work.virtualArrival);
      // Move the caller to the end: its next turn comes after the turns of all other callers.
      this.#callers.delete(name);
      this.#callers.set(name, caller);
      work.start();
    }
  }

  /** The next caller that can start work, and this work; null if there is none. */
  #findNext(): FoundWork | null {
    if (this.#waiting === 0 || this.#running >= this.#limits.maxRunning) return null;
    let found: FoundWork | null = null;
    let first: readonly [number, number] = [Infinity, Infinity];
    for (const [name, caller] of this.#callers) {
      const work = this.#canStart(caller) ? this.#findUnlocked(caller) : undefined;
      if (!work) continue;
      if (!this.#shares) return { name, work };
      const position = this.#shares.positionOf(name, work.virtualArrival);
      if (comparePositions(position, first) < 0) [found, first] = [{ name, work }, position];
    }
    return found;
  }

  #findUnlocked({ waiting }: CallerQueue): WaitingWork | undefined {
    for (const work of waiting) if (this.#locks.areFree(work.records)) return work;
    return undefined;
  }

  /** Records work of a caller that starts now, and its cost if it is known. */
  #chargeStart(name: string, virtualArrival = 0): void {
    this.#shares?.start(name, virtualArrival);
    if (this.#limits.sharedBy === 'number') this.#shares?.charge(name, 1);
  }

  #deleteIfIdle(name: string, { running, waiting }: CallerQueue): void {
    if (running === 0 && waiting.size === 0) this.#callers.delete(name);
  }
}

import { LRUCache } from 'lru-cache';
import { RecordLocks } from './record-locks.ts';

/** The queue is full, or the work waited too long in it. The work was not started. */
export class BusyError extends Error {}

interface QueueLimits {
  /** Work that runs at the same time. */
  readonly maxRunning: number;
  /**
   * Work of one caller that runs at the same time. Default: one less than `maxRunning`, so that one caller cannot block
   * all others.
   */
  readonly maxRunningPerCaller?: number;
  /**
   * Work that waits. One caller gets at most half. When it is full, the caller with the most waiting work loses its
   * newest.
   */
  readonly maxWaiting: number;
  /** How long work may wait, in milliseconds. */
  readonly maxWaitMs: number;
  /**
   * Callers come in the order of what they have used (start-time fair queueing), so that one that uses less than its share is
   * served next, however many others always have work. `number`: the use is the number of works, `time`: the time that
   * they have taken. Default: callers come in turn.
   */
  readonly sharedBy?: 'number' | 'time';
}

/** Callers whose use is remembered. Those that were served longest ago are forgotten. */
const MAX_USES = 5_000;

interface WaitingWork {
  /** The use of the queue when it arrived. */
  readonly arrivedAt: number;
  /** Ids of the records that it locks. */
  readonly records: readonly string[];
  readonly start: () => void;
  readonly giveUp: () => void;
}

interface FoundWork {
  /** The caller. */
  readonly name: string;
  readonly work: WaitingWork;
}

interface CallerQueue {
  running: number;
  readonly waiting: Set<WaitingWork>;
}

/**
 * Runs a bounded amount of work at the same time, and serves the callers in turn (round robin), or by what they have used.
 * Work that locks a record waits until no other work locks it; until then other work may start.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  readonly #locks: RecordLocks;
  /** In the order of their turns. */
  readonly #callers = new Map<string, CallerQueue>();
  #running = 0;
  #waiting = 0;
  /** With `sharedBy`: the use of the queue, which is that of the caller that was served last (its start tag). */
  #use = 0;
  /** The use of each caller (its finish tag). A caller that has used less than the queue starts with the use of the queue. */
  readonly #uses = new LRUCache<string, number>({ max: MAX_USES });

  constructor(limits: QueueLimits, locks = new RecordLocks()) {
    this.#limits = limits;
    this.#locks = locks;
    locks.addQueue(this);
  }

  /** The number of callers with running or waiting work. */
  get callers(): number {
    return this.#callers.size;
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
      if (this.#limits.sharedBy === 'time') this.#charge(caller, performance.now() - startedAt);
      this.#finish(caller, records);
    }
  }

  #waitForTurn(name: string, records: readonly string[]): Promise<void> {
    const caller = this.#callers.get(name) ?? { running: 0, waiting: new Set() };
    if (this.#canStart(caller) && this.#locks.areFree(records)) {
      this.#callers.set(name, caller);
      this.#startUse(name, this.#use);
      this.#start(caller, records);
      return Promise.resolve();
    }
    const { maxWaiting } = this.#limits;
    const isFull = () => this.#waiting >= maxWaiting && !this.#refuseNewestBeyond(caller.waiting.size + 1);
    if (caller.waiting.size >= maxWaiting / 2 || isFull()) return Promise.reject(new BusyError());
    this.#callers.set(name, caller);
    return this.#enqueue(name, caller, records);
  }

  /** Refuses the newest work of the caller with the most waiting work, if it has more than `size`. */
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
        arrivedAt: this.#use,
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
      this.#startUse(name, work.arrivedAt);
      // Move the caller to the end: its next turn comes after the turns of all other callers.
      this.#callers.delete(name);
      this.#callers.set(name, caller);
      work.start();
    }
  }

  /** The next caller that can start work, and this work; null if there is none. */
  #findNext(): FoundWork | null {
    if (this.#waiting === 0 || this.#running >= this.#limits.maxRunning) return null;
    let [found, first]: [FoundWork | null, readonly [number, number]] = [null, [Infinity, Infinity]];
    for (const [name, caller] of this.#callers) {
      const work = this.#canStart(caller) ? this.#findUnlocked(caller) : undefined;
      if (!work) continue;
      if (this.#limits.sharedBy === undefined) return { name, work };
      // Of equals, those that have not been served for longest come first.
      const use = this.#uses.peek(name) ?? -1;
      const turn = [Math.max(work.arrivedAt, use), use] as const;
      if (turn[0] < first[0] || (turn[0] === first[0] && turn[1] < first[1]))
        [found, first] = [{ name, work }, turn];
    }
    return found;
  }

  #findUnlocked({ waiting }: CallerQueue): WaitingWork | undefined {
    for (const work of waiting) if (this.#locks.areFree(work.records)) return work;
    return undefined;
  }

  /** Counts work of a caller that starts now. `arrivedAt` is the use of the queue when it arrived. */
  #startUse(name: string, arrivedAt: number): void {
    const { sharedBy } = this.#limits;
    if (sharedBy === undefined) return;
    const start = Math.max(arrivedAt, this.#uses.get(name) ?? 0);
    this.#use = Math.max(this.#use, start);
    this.#uses.set(name, start);
    if (sharedBy === 'number') this.#charge(name, 1);
  }

  #charge(name: string, amount: number): void {
    this.#uses.set(name, (this.#uses.get(name) ?? this.#use) + amount);
  }

  #deleteIfIdle(name: string, { running, waiting }: CallerQueue): void {
    if (running === 0 && waiting.size === 0) this.#callers.delete(name);
  }
}

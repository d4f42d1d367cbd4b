/** A queue that can start its waiting work. */
export interface WaitingQueue {
  startWaiting(): void;
}

/** The resources that work needs besides a free place in its queue, by name: for example the records that it locks. */
export interface Locks {
  /** Adds a queue whose waiting work may start when a resource becomes free. */
  addQueue(queue: WaitingQueue): void;
  areFree(names: readonly string[]): boolean;
  lock(names: readonly string[]): void;
  /** Unlocks the resources of work that has ended in a queue, and starts the waiting work that can start. */
  unlock(names: readonly string[], endedIn: WaitingQueue): void;
}

/**
 * The records that running transactions of this process lock: at most one transaction locks a record at a time. Without
 * this, transactions for one record would wait for its row lock on connections that writes of other records need.
 */
export class RecordLocks implements Locks {
  readonly #locked = new Set<string>();
  readonly #queues: WaitingQueue[] = [];

  addQueue(queue: WaitingQueue): void {
    this.#queues.push(queue);
  }

  areFree(records: readonly string[]): boolean {
    return !records.some((id) => this.#locked.has(id));
  }

  lock(records: readonly string[]): void {
    for (const id of records) this.#locked.add(id);
  }

  /**
   * Unlocks the records of work that has ended. The queue of that work starts its waiting work last, so that each queue
   * in turn can lock the record.
   */
  unlock(records: readonly string[], endedIn: WaitingQueue): void {
    for (const id of records) this.#locked.delete(id);
    const nextIndex = this.#queues.indexOf(endedIn) + 1;
    for (const queue of [...this.#queues.slice(nextIndex), ...this.#queues.slice(0, nextIndex)])
      queue.startWaiting();
  }
}

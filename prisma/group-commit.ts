import type { RunTransaction, TransactionWork } from './database.ts';
import { isConnectionLost, isTimeout } from './errors.ts';

/** Work that waits for a group, and how to settle its promise. */
interface Member {
  readonly work: TransactionWork<unknown>;
  readonly caller: string | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Group transactions that run at the same time. While they run, the next group fills up. */
export const MAX_CONCURRENT_GROUPS = 2;

const MAX_GROUP_SIZE = 32;

/**
 * Runs work that arrives at the same time in one transaction (group commit): one commit, and so one flush to disk, for
 * many writes. If any member fails, the transaction is rolled back and each member runs again in its own transaction,
 * so a failure affects only the member that caused it; callers take turns then. If a statement of the group timed out, one
 * member may be slow: its members run again on a small pool of their own, so that they do not delay other transactions.
 */
export class GroupCommitQueue {
  readonly #run: Readonly<Record<'group' | 'single' | 'slow', RunTransaction>>;
  readonly #waiting: Member[] = [];
  #running = 0;

  constructor(run: Readonly<Record<'group' | 'single' | 'slow', RunTransaction>>) {
    this.#run = run;
  }

  readonly run: RunTransaction = <Result>(work: TransactionWork<Result>, caller?: string) =>
    new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ work, caller, resolve: resolve as Member['resolve'], reject });
      // All work that arrives in the same turn of the event loop joins the same group.
      setImmediate(() => this.#start());
    });

  #start(): void {
    while (this.#running < MAX_CONCURRENT_GROUPS && this.#waiting.length > 0) {
      this.#running += 1;
      void this.#commit(this.#waiting.splice(0, MAX_GROUP_SIZE)).then(() => {
        this.#running -= 1;
        this.#start();
      });
    }
  }

  async #commit(members: readonly Member[]): Promise<void> {
    try {
      const results = await this.#run.group((tx) => Promise.all(members.map(({ work }) => work(tx))));
      members.forEach(({ resolve }, i) => resolve(results[i]));
    } catch (error) {
      if (isConnectionLost(error)) this.#rejectAll(members, error);
      else this.#runSeparately(members, isTimeout(error) ? this.#run.slow : this.#run.single);
    }
  }

  #runSeparately(members: readonly Member[], run: RunTransaction): void {
    for (const { work, caller, resolve, reject } of members) run(work, caller).then(resolve, reject);
  }

  /**
   * The outcome of the commit is unknown: rejects every member and the queue. A client that repeats its request under
   * the same idempotency key gets the stored result if the write was committed.
   */
  #rejectAll(members: readonly Member[], error: unknown): void {
    for (const { reject } of [...members, ...this.#waiting.splice(0)]) reject(error);
  }
}

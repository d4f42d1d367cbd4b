import { isConnectionLost } from './errors.ts';
import type { RunTransaction, TransactionWork } from './transactions.ts';

/** Somebody’s work that waits for a transaction. */
interface Member {
  readonly work: TransactionWork<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Transactions that are shared at one time: while the database is at them, the next one gathers. */
export const MAX_CONCURRENT_GROUPS = 2;

/** Members of one transaction. */
const MOST = 32;

/**
 * Lets work that comes at the same time share a transaction: `together` runs it once for all of them. Whatever any of
 * them fails with undoes it, and each is run again `alone`: what one does wrong is no other’s failure.
 */
export class GroupCommitQueue {
  readonly #together: RunTransaction;
  readonly #alone: RunTransaction;
  readonly #waiting: Member[] = [];
  #running = 0;

  constructor(together: RunTransaction, alone: RunTransaction) {
    this.#together = together;
    this.#alone = alone;
  }

  readonly run: RunTransaction = <Result>(work: TransactionWork<Result>) =>
    new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as Member['resolve'], reject });
      // What comes in the same turn of the event loop is together already.
      setImmediate(() => this.#start());
    });

  #start(): void {
    while (this.#running < MAX_CONCURRENT_GROUPS && this.#waiting.length > 0) {
      this.#running += 1;
      void this.#runTogether(this.#waiting.splice(0, MOST)).then(() => {
        this.#running -= 1;
        this.#start();
      });
    }
  }

  async #runTogether(members: readonly Member[]): Promise<void> {
    try {
      const results = await this.#together((tx) => Promise.all(members.map(({ work }) => work(tx))));
      members.forEach(({ resolve }, i) => resolve(results[i]));
    } catch (error) {
      if (isConnectionLost(error)) this.#giveUp(members, error);
      else this.#runApart(members);
    }
  }

  #runApart(members: readonly Member[]): void {
    for (const { work, resolve, reject } of members) this.#alone(work).then(resolve, reject);
  }

  /** Nobody knows whether it was committed: who asks again with the same key is told. And who waits, waits in vain. */
  #giveUp(members: readonly Member[], error: unknown): void {
    for (const { reject } of [...members, ...this.#waiting.splice(0)]) reject(error);
  }
}

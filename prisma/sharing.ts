import { isLost } from './failure.ts';
import type { Run, Work } from './transactions.ts';

/** Somebody’s work that waits for a transaction. */
interface Member {
  readonly work: Work<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Transactions that are shared at one time: while the database is at them, the next gathers. */
const LANES = Number(process.env['LANES'] ?? 2);

/** Members of one transaction. */
const MOST = Number(process.env['MOST'] ?? 64);

/**
 * Lets work that comes at the same time share a transaction: `together` runs it once for all of them. Whatever any of
 * them fails with undoes it, and each is run again `alone`: what one does wrong is no other’s failure.
 */
export function createSharing(together: Run, alone: Run): Run {
  const waiting: Member[] = [];
  let running = 0;

  async function runMembers(members: readonly Member[]): Promise<void> {
    try {
      const results = await together((tx) => Promise.all(members.map(({ work }) => work(tx))));
      members.forEach(({ resolve }, i) => resolve(results[i]));
    } catch (error) {
      for (const { work, resolve, reject } of members) {
        // Nobody knows then whether it was committed: who asks again with the same key is told.
        if (isLost(error)) reject(error);
        else void alone(work).then(resolve, reject);
      }
    }
  }

  function start(): void {
    while (running < LANES && waiting.length > 0) {
      running += 1;
      void runMembers(waiting.splice(0, MOST)).finally(() => {
        running -= 1;
        start();
      });
    }
  }

  return <Result>(work: Work<Result>) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as Member['resolve'], reject });
      setImmediate(start);
    });
}

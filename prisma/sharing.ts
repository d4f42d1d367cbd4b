import { isLost, isOutage } from './failure.ts';
import type { Work } from './transactions.ts';

type Run = <Result>(work: Work<Result>) => Promise<Result>;

/** Somebody’s work that waits for a transaction. */
interface Member {
  readonly work: Work<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Transactions that are shared at one time: while the database is at one, the next gathers. */
const LANES = 2;

/** Members of one transaction. */
const MOST = 64;

/**
 * Lets work that comes at the same time share a transaction: `together` runs it once for all of them. Whatever any of
 * them fails with undoes it, and each is run again `alone`: what one does wrong is no other’s failure.
 */
export function createSharing(together: Run, alone: Run): Run {
  const waiting: Member[] = [];
  let running = 0;

  const start = (): void => {
    while (running < LANES && waiting.length > 0) {
      running += 1;
      void runMembers(waiting.splice(0, MOST), together, alone).finally(() => {
        running -= 1;
        start();
      });
    }
  };
  return <Result>(work: Work<Result>) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as Member['resolve'], reject });
      setImmediate(start);
    });
}

async function runMembers(members: readonly Member[], together: Run, alone: Run): Promise<void> {
  try {
    const results = await together((tx) => all(members.map(({ work }) => work(tx))));
    members.forEach(({ resolve }, i) => resolve(results[i]));
  } catch (error) {
    // Nobody knows then whether it was committed: who asks again with the same key is told.
    const isFinal = isLost(error) || (members.length === 1 && !isOutage(error));
    for (const { work, resolve, reject } of members) {
      if (isFinal) reject(error);
      else alone(work).then(resolve, reject);
    }
  }
}

/** As `Promise.all`, but with nothing left running when it fails: a transaction ends when nobody uses it any more. */
async function all<Result>(running: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(running);
  return Promise.all(running);
}

import type { Database, OpenTransaction } from '../../../prisma/client.ts';

/** Writes that are held before their commit. */
export interface HeldCommits<Value> {
  /** Lets the writes commit and returns their result. */
  readonly release: () => Promise<Value>;
}

/**
 * Calls `write`, which must start `count` transactions, and resolves when all these transactions are held.
 * Later transactions are not held.
 */
export async function holdCommits<Value>(
  database: Database,
  count: number,
  write: () => Promise<Value>,
): Promise<HeldCommits<Value>> {
  const { transaction, longTransaction, groupCommit } = database;
  const gate = Promise.withResolvers<undefined>();
  const reached = Promise.withResolvers<undefined>();
  let heldTransactions = 0;
  const hold = <Result>(work: (tx: OpenTransaction) => Promise<Result>) => {
    return async (tx: OpenTransaction): Promise<Result> => {
      const result = await work(tx);
      heldTransactions += 1;
      if (heldTransactions === count) reached.resolve(undefined);
      await gate.promise;
      return result;
    };
  };
  database.transaction = (work) => transaction(hold(work));
  database.longTransaction = (work) => longTransaction(hold(work));
  database.groupCommit = (work) => groupCommit(hold(work));
  const outcome = write();
  try {
    await Promise.race([
      reached.promise,
      outcome.then((early) => Promise.reject(createFinishedEarlyError(early))),
    ]);
  } finally {
    Object.assign(database, { transaction, longTransaction, groupCommit });
  }
  return {
    release: () => {
      gate.resolve(undefined);
      return outcome;
    },
  };
}

const createFinishedEarlyError = (outcome: unknown) =>
  new Error(`the write finished before it was held: ${JSON.stringify(outcome)}`);

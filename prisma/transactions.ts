import { setTimeout } from 'node:timers/promises';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import type { Transaction } from './client.ts';
import { createSharing } from './sharing.ts';

export type Work<Result> = (tx: Transaction) => Promise<Result>;

/** The two ways to write: in a transaction of one's own, or in one with others that come at the same time. */
export interface Transactions {
  transaction<Result>(this: void, work: Work<Result>): Promise<Result>;
  shared<Result>(this: void, work: Work<Result>): Promise<Result>;
}

/**
 * Whose transaction waits for another writer keeps those waiting who share it: they give up soon, and each goes on by
 * itself.
 */
const BEGIN_SHARED = `begin; set local lock_timeout = '100ms'`;

/** Opens transactions on the connections of a pool, which must send statements without waiting for answers. */
export function createTransactions(pool: Pool, on: (client: PoolClient) => Transaction): Transactions {
  const inTransaction = createBracket(pool, on);
  const transaction: Transactions['transaction'] = (work) =>
    retryConflicts(() => inTransaction('begin', work));
  const together: Transactions['transaction'] = (work) => inTransaction(BEGIN_SHARED, work);
  return { transaction, shared: createSharing(together, transaction) };
}

const createBracket =
  (pool: Pool, on: (client: PoolClient) => Transaction) =>
  async <Result>(begin: string, work: Work<Result>): Promise<Result> => {
    const client = await pool.connect();
    let broken = false;
    try {
      // Sent along with the first statement; where it fails, so does all that follows.
      const begun = client.query(begin);
      begun.catch(() => undefined);
      const result = await work(on(client));
      await begun;
      const { command } = await client.query('commit');
      // What a transaction that failed is told to commit it rolls back, and calls that no error.
      if (command !== 'COMMIT') throw new Error('a statement failed, and its transaction went on as if it had not');
      return result;
    } catch (error) {
      // A connection that cannot even roll back is not given to the next one.
      await client.query('rollback').catch(() => (broken = true));
      throw error;
    } finally {
      client.release(broken);
    }
  };

const mostAttempts = 4;

async function retryConflicts<T>(run: () => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (attempt === mostAttempts || !isConflict(error)) throw error;
    // Not all of them at once again.
    await setTimeout(Math.random() * 20 * attempt);
    return retryConflicts(run, attempt + 1);
  }
}

/** Serialization failure or deadlock: nothing was written, and the same work may well succeed now. */
const isConflict = (error: unknown) =>
  error instanceof DatabaseError && (error.code === '40001' || error.code === '40P01');

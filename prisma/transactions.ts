import { setTimeout } from 'node:timers/promises';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import type { Database, OpenTransaction, Sql, Transaction } from './client.ts';
import { GroupCommitQueue } from './group-commit.ts';

export type TransactionWork<Result> = (tx: OpenTransaction) => Promise<Result>;
export type RunTransaction = <Result>(work: TransactionWork<Result>) => Promise<Result>;

type On = (client: PoolClient) => Transaction;

/**
 * Two ways to write, in a transaction of one's own or in one with others that come at the same time, on the connections
 * of pools that send statements without waiting for answers.
 */
export function createTransactions(
  { writers, sharers }: Readonly<Record<'writers' | 'sharers', Pool>>,
  on: On,
): Pick<Database, 'transaction' | 'groupCommit'> {
  const carryOut =
    (pool: Pool, isShared: boolean): RunTransaction =>
    (work) =>
      onClient(pool, (client) => allOrNothing(client, { work, on, isShared }));
  const once = carryOut(writers, false);
  const alone: RunTransaction = (work) => retryConflicts(() => once(work));
  const { run: shared } = new GroupCommitQueue(carryOut(sharers, true), alone);
  return { transaction: alone, groupCommit: shared };
}

interface Plan<Result> {
  readonly work: TransactionWork<Result>;
  readonly on: On;
  readonly isShared: boolean;
}

/** Takes as few turns to the server and back as can be. */
async function allOrNothing<Result>(
  client: PoolClient,
  { work, on, isShared }: Plan<Result>,
): Promise<Result> {
  const tx = new Open(on(client), isShared);
  // Sent along with the first statement; where it fails, so does the commit.
  const begun = client.query('begin');
  begun.catch(() => undefined);
  try {
    const result = await work(tx);
    const lasts = tx.sendLasts();
    const [{ command }] = await Promise.all([client.query('commit'), begun, ...lasts]);
    // What a transaction that failed is told to commit it rolls back, and calls that no error.
    if (command !== 'COMMIT') throw new Error('a statement failed, and its transaction went on all the same');
    return result;
  } finally {
    tx.hasEnded = true;
  }
}

interface Last {
  readonly statement: (items: readonly unknown[]) => Sql;
  readonly items: unknown[];
}

class Open implements OpenTransaction {
  readonly isGroup: boolean;
  hasEnded = false;
  readonly #on: Transaction;
  readonly #lasts = new Map<unknown, Last>();

  constructor(on: Transaction, isShared: boolean) {
    this.#on = on;
    this.isGroup = isShared;
  }

  /** What goes on when its transaction has failed must not reach the next one on the connection. */
  async rows<Row>(statement: Sql, planned?: 'once' | 'anew'): Promise<Row[]> {
    if (this.hasEnded) throw new Error('the transaction has ended');
    return this.#on.rows(statement, planned);
  }

  beforeCommit<Item>(statement: (items: readonly Item[]) => Sql, item: Item): void {
    const last = this.#lasts.get(statement) ?? { statement: statement as Last['statement'], items: [] };
    this.#lasts.set(statement, last);
    last.items.push(item);
  }

  sendLasts(): Promise<unknown>[] {
    return Array.from(this.#lasts.values(), ({ statement, items }) => this.#on.rows(statement(items)));
  }
}

async function onClient<Result>(pool: Pool, run: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let broken = false;
  try {
    return await run(client);
  } catch (error) {
    // A connection that cannot even roll back is not given to the next one.
    await client.query('rollback').catch(() => (broken = true));
    throw error;
  } finally {
    client.release(broken);
  }
}

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

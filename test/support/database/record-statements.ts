import { setImmediate as immediate } from 'node:timers/promises';
import pg, { type QueryArrayConfig, type QueryArrayResult } from 'pg';
import type { Database, OpenTransaction, Sql, StatementPlanning } from '../../../prisma/client.ts';

/** A statement that the board sent. */
export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly planning: StatementPlanning;
  /** Whether the statement ran on a connection for expensive reads. */
  readonly isExpensive?: true;
}

/** Calls `run` and records the statements that are sent to the database outside transactions. */
export async function recordStatements<Value>(database: Database, run: () => Promise<Value>) {
  const sent: RecordedStatement[] = [];
  const { expensiveRows } = database;
  const rows = database.rows.bind(database);
  database.rows = (statement: Sql, planning = 'prepared') => {
    sent.push({ text: statement.text, values: statement.values, planning });
    return rows(statement, planning);
  };
  database.expensiveRows = (statement, caller, planning = 'prepared', isAwaited = () => true) =>
    expensiveRows(statement, caller, planning, () => {
      if (!isAwaited()) return false;
      sent.push({ text: statement.text, values: statement.values, planning, isExpensive: true });
      return true;
    });
  const stopPrisma = onPrismaQuery(({ text, values = [] }) => {
    sent.push({ text, values, planning: 'unprepared' });
  });
  try {
    return { sent, value: await run() };
  } finally {
    stopPrisma();
    Object.assign(database, { rows, expensiveRows });
  }
}

type PoolQuery = (this: pg.Pool, query: QueryArrayConfig<readonly unknown[]>) => Promise<QueryArrayResult>;

/** Calls `listener` with each statement of Prisma Client, on any database, until the returned function is called. */
function onPrismaQuery(
  listener: (query: QueryArrayConfig<readonly unknown[]>, result: Promise<QueryArrayResult>) => void,
) {
  const pool = pg.Pool.prototype as unknown as { query: PoolQuery };
  const { query } = pool;
  pool.query = function (config) {
    const result = query.call(this, config);
    // Only Prisma's driver adapter reads rows as arrays.
    if ((config as Partial<typeof config>).rowMode === 'array') listener(config, result);
    return result;
  };
  return () => void (pool.query = query);
}

/** Calls `run` and returns the statements of each transaction except long ones, without BEGIN and COMMIT. */
export async function recordTransactions(
  database: Database,
  run: () => Promise<unknown>,
): Promise<string[][]> {
  const { transaction, groupCommit } = database;
  const recorders = new Map<OpenTransaction, TransactionRecorder>();
  const record = (tx: OpenTransaction): OpenTransaction => {
    const recorder = recorders.get(tx) ?? new TransactionRecorder(tx);
    recorders.set(tx, recorder);
    return recorder;
  };
  database.transaction = (work) => transaction((tx) => work(record(tx)));
  database.groupCommit = (work) => groupCommit((tx) => work(record(tx)));
  try {
    await run();
    return Array.from(recorders.values(), ({ statements }) => statements);
  } finally {
    Object.assign(database, { transaction, groupCommit });
  }
}

class TransactionRecorder implements OpenTransaction {
  readonly statements: string[] = [];
  readonly isGroup: boolean;
  readonly #tx: OpenTransaction;
  readonly #deferredStatements = new Set<unknown>();

  constructor(tx: OpenTransaction) {
    this.#tx = tx;
    this.isGroup = tx.isGroup;
  }

  rows<Row>(statement: Sql, planning?: StatementPlanning): Promise<Row[]> {
    this.statements.push(statement.text);
    return this.#tx.rows<Row>(statement, planning);
  }

  extendTimeout(milliseconds: number): Promise<void> {
    return this.#tx.extendTimeout(milliseconds);
  }

  beforeCommit<Item>(statement: (items: readonly Item[]) => Sql, item: Item): void {
    if (!this.#deferredStatements.has(statement)) this.statements.push(statement([item]).text);
    this.#deferredStatements.add(statement);
    this.#tx.beforeCommit(statement, item);
  }
}

/**
 * Calls `run` and counts the rows that `rows` and Prisma Client read meanwhile. A failing GraphQL document responds while its other
 * fields are still being read, so this waits for pending reads.
 */
export async function countRowsRead<Value>(database: Database, run: () => Promise<Value>) {
  const readRows = database.rows.bind(database);
  const pendingReads = new Set<Promise<unknown>>();
  let rows = 0;
  const count = <Result>(reading: Promise<Result>, rowsOf: (result: Result) => readonly unknown[]) => {
    const counting = reading.then((result) => void (rows += rowsOf(result).length));
    pendingReads.add(counting);
    const remove = () => pendingReads.delete(counting);
    counting.then(remove, remove);
  };
  database.rows = <Row>(...[statement, planning]: Parameters<Database['rows']>) => {
    const pendingRead = readRows<Row>(statement, planning);
    count(pendingRead, (result) => result);
    return pendingRead;
  };
  const stopPrisma = onPrismaQuery((_query, reading) => count(reading, (result) => result.rows));
  try {
    const value = await run();
    for (
      let idleIterations = 0;
      idleIterations < 3;
      idleIterations = pendingReads.size > 0 ? 0 : idleIterations + 1
    ) {
      await Promise.allSettled(pendingReads);
      await immediate();
    }
    return { rows, value };
  } finally {
    stopPrisma();
    database.rows = readRows;
  }
}

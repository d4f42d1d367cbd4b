import { setImmediate as immediate } from 'node:timers/promises';
import pg, { type QueryArrayConfig } from 'pg';
import type { Database, OpenTransaction, Sql } from '../../../prisma/client.ts';

/** A statement that the board sent, and whether it was prepared. */
export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly planned: 'prepared' | 'unprepared';
}

/** Calls `run` and records the statements that are sent to the database outside transactions. */
export async function recordStatements<Value>(database: Database, run: () => Promise<Value>) {
  const sent: RecordedStatement[] = [];
  const { expensiveRows } = database;
  const rows = database.rows.bind(database);
  database.rows = (statement: Sql, planned = 'prepared') => {
    sent.push({ text: statement.text, values: statement.values, planned });
    return rows(statement, planned);
  };
  database.expensiveRows = (statement, caller) => {
    sent.push({ text: statement.text, values: statement.values, planned: 'prepared' });
    return expensiveRows(statement, caller);
  };
  const stopPrisma = onPrismaQuery(({ text, values = [] }) => {
    sent.push({ text, values, planned: 'unprepared' });
  });
  try {
    return { sent, value: await run() };
  } finally {
    stopPrisma();
    Object.assign(database, { rows, expensiveRows });
  }
}

/** Calls `listener` with each statement that Prisma Client sends, of any database, until the returned function is called. */
function onPrismaQuery(listener: (query: QueryArrayConfig<readonly unknown[]>, result: unknown) => void) {
  const { prototype } = pg.Pool;
  // Prisma's driver adapter calls the pool with one argument and reads rows as arrays.
  const query = prototype.query as (this: pg.Pool, ...args: unknown[]) => unknown;
  const watched = function (this: pg.Pool, ...args: unknown[]) {
    const result = query.apply(this, args);
    const [config] = args as [Partial<QueryArrayConfig<readonly unknown[]>>];
    if (config.rowMode === 'array') listener(config as QueryArrayConfig<readonly unknown[]>, result);
    return result;
  };
  Object.assign(prototype, { query: watched });
  return () => void Object.assign(prototype, { query });
}

/** Calls `run` and returns the statements of each transaction, without BEGIN and COMMIT. */
export async function recordTransactions(
  database: Database,
  run: () => Promise<unknown>,
): Promise<string[][]> {
  const { transaction, groupCommit } = database;
  const written = new Map<OpenTransaction, Watched>();
  const watch = (tx: OpenTransaction): OpenTransaction => {
    const watched = written.get(tx) ?? new Watched(tx);
    written.set(tx, watched);
    return watched;
  };
  database.transaction = (work) => transaction((tx) => work(watch(tx)));
  database.groupCommit = (work) => groupCommit((tx) => work(watch(tx)));
  try {
    await run();
    return Array.from(written.values(), ({ sent }) => sent);
  } finally {
    Object.assign(database, { transaction, groupCommit });
  }
}

class Watched implements OpenTransaction {
  readonly sent: string[] = [];
  readonly isGroup: boolean;
  readonly #tx: OpenTransaction;
  readonly #lasts = new Set<unknown>();

  constructor(tx: OpenTransaction) {
    this.#tx = tx;
    this.isGroup = tx.isGroup;
  }

  rows<Row>(statement: Sql, planned?: 'prepared' | 'unprepared'): Promise<Row[]> {
    this.sent.push(statement.text);
    return this.#tx.rows<Row>(statement, planned);
  }

  beforeCommit<Item>(statement: (items: readonly Item[]) => Sql, item: Item): void {
    if (!this.#lasts.has(statement)) this.sent.push(statement([item]).text);
    this.#lasts.add(statement);
    this.#tx.beforeCommit(statement, item);
  }
}

/**
 * Calls `run` and counts the rows read meanwhile. A failing GraphQL document responds while its other fields are still being
 * read, so this waits for pending reads.
 */
export async function countRowsRead<Value>(database: Database, run: () => Promise<Value>) {
  const read = database.rows.bind(database);
  const pending = new Set<Promise<unknown>>();
  let rows = 0;
  database.rows = <Row>(...[statement, planned]: Parameters<Database['rows']>) => {
    const reading = read<Row>(statement, planned).then((found) => {
      rows += found.length;
      return found;
    });
    pending.add(reading);
    const forget = () => pending.delete(reading);
    reading.then(forget, forget);
    return reading;
  };
  try {
    const value = await run();
    for (let idle = 0; idle < 3; idle = pending.size > 0 ? 0 : idle + 1) {
      await Promise.allSettled(pending);
      await immediate();
    }
    return { rows, value };
  } finally {
    database.rows = read;
  }
}

import { PrismaPg } from '@prisma/adapter-pg';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { FairQueue } from './fair-queue.ts';
import { Prisma, PrismaClient } from './generated/client/client.ts';
import { createWritableCheck, READINESS_POOL } from './readiness.ts';
import { MAX_CONCURRENT_GROUPS } from './group-commit.ts';
import { createTransactions } from './transactions.ts';
import { typeParsers } from './type-parsers.ts';

export const { sql, join, empty, raw } = Prisma;
export type Sql = Prisma.Sql;
export { BusyError } from './fair-queue.ts';
export type * from './generated/client/client.ts';
export { columns, type ColumnSet, selectLists, type SelectLists, toColumnName } from './columns.ts';
export { isOutage, isReadOnly } from './errors.ts';
export { toViolation, type Violation } from './violation.ts';

/** What may be asked inside a transaction. */
export interface Transaction {
  /**
   * One statement, prepared once per connection, so its text must not vary with its values. Select
   * `columns(model)` and rows have the shape of the model. `count(*)` is a bigint, which arrives as text: cast it.
   * One that is planned `anew` is not prepared: its text may vary, and it is planned for the values it has.
   */
  rows<Row>(statement: Sql, planned?: 'once' | 'anew'): Promise<Row[]>;
}

/** A transaction while work is done in it. */
export interface OpenTransaction extends Transaction {
  /** Whether others share it. */
  readonly isGroup: boolean;
  /** Leaves an item to a statement that is sent along with the commit, once for all items left to it. */
  beforeCommit<Item>(statement: (items: readonly Item[]) => Sql, item: Item): void;
}

/** The store, as the law sees it. */
export interface Database extends Transaction {
  /**
   * A statement that may read much, in a small share of the connections, so that all others stay quick: few run at one
   * time, by turns of their callers, and none for long. Throws `BusyError` where too many wait.
   */
  expensiveRows: <Row>(statement: Sql, caller: string) => Promise<Row[]>;
  /** For what is not hot. Not inside a transaction. */
  readonly prisma: PrismaClient;
  /**
   * All or nothing, read committed. `work` must use only the transaction it is given and may run again: a
   * deadlock or a serialization failure is tried a few times.
   */
  transaction: <T>(work: (tx: OpenTransaction) => Promise<T>) => Promise<T>;
  /**
   * The same, in one transaction with such work of others as comes at the same time; it may run again, by itself.
   * `work` must not count on its locks to keep those others out.
   */
  groupCommit: <T>(work: (tx: OpenTransaction) => Promise<T>) => Promise<T>;
  /** Throws where no write could be made now. Answers within seconds, however busy the other connections are. */
  assertWritable: () => Promise<void>;
  close(): Promise<void>;
}

const poolDefaults = {
  application_name: 'agent-board',
  types: typeParsers,
  max: 8,
  connectionTimeoutMillis: 5_000,
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
} satisfies PoolConfig;

/** Connections of expensive reads, and how long each may take. */
const EXPENSIVE_POOL = { max: 4, statement_timeout: 5_000 } satisfies PoolConfig;

/** Expensive reads that wait for a connection; those that wait for longer are refused. */
const EXPENSIVE_QUEUE = { running: EXPENSIVE_POOL.max, waiting: 200, waitMs: 3_000 };

/** A write that waits longer for another is told that the board is busy. */
const LOCK_TIMEOUT_MS = 3_000;

/** Who waits for another writer keeps those waiting who share the transaction: it is soon given up. */
const SHARED_LOCK_TIMEOUT_MS = 100;

/** Opens a pool on the server; `onConnectionLost` hears of connections that broke while nobody was waiting. */
export function openDatabase(config: PoolConfig, onConnectionLost?: (error: Error) => void): Database {
  const pool = openPool(config, onConnectionLost);
  // Transactions may wait for one another; who only reads must not wait for them, so each has a pool of its own.
  const openWriters = (more: PoolConfig) =>
    openPool({ ...config, ...more, pipeline: true }, onConnectionLost);
  const writers = openWriters({ lock_timeout: LOCK_TIMEOUT_MS });
  const sharers = openWriters({ lock_timeout: SHARED_LOCK_TIMEOUT_MS, max: MAX_CONCURRENT_GROUPS });
  const expensive = openPool({ ...config, ...EXPENSIVE_POOL }, onConnectionLost);
  const queue = new FairQueue(EXPENSIVE_QUEUE);
  const readiness = openPool({ ...config, ...READINESS_POOL }, onConnectionLost);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  const namedBy = { once: createStatementNames(), anew: () => undefined };
  const on = (target: Pool | PoolClient): Transaction => ({
    rows: (statement, planned = 'once') => runStatement(target, statement, namedBy[planned]),
  });
  return {
    prisma,
    ...on(pool),
    expensiveRows: (statement, caller) => queue.run(caller, () => on(expensive).rows(statement)),
    ...createTransactions({ writers, sharers }, on),
    assertWritable: createWritableCheck(readiness),
    close: async () => {
      await prisma.$disconnect();
      await Promise.all([pool, expensive, writers, sharers, readiness].map((each) => each.end()));
    },
  };
}

function openPool(config: PoolConfig, onConnectionLost: (error: Error) => void = () => undefined): Pool {
  const pool = new Pool({ ...poolDefaults, ...config });
  // An error event nobody listens to would end the process. The pool repeats what its idle connections say, so
  // listening on the connections reports each loss once, whether the connection was idle or in a transaction.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', onConnectionLost));
  return pool;
}

type NameOf = (text: string) => string | undefined;

async function runStatement<Row>(target: Pool | PoolClient, statement: Sql, nameOf: NameOf): Promise<Row[]> {
  const { text, values } = statement;
  const name = nameOf(text);
  const result = await target.query({ text, values, ...(name !== undefined && { name }) });
  return result.rows as Row[];
}

const mostNames = 500;

/** Names are never given twice, for a connection keeps what it prepared; past the limit statements go unprepared. */
function createStatementNames(): NameOf {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= mostNames) return known;
    const name = `board_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}

import type { PrismaClient } from './generated/client/client.ts';
import type { Sql } from './sql.ts';
import type { TopicChannel } from './topic-channel.ts';
import type { DatabaseUsage } from './usage.ts';

/** Runs statements: in one transaction, or on a pool, each in a separate transaction. */
export interface Transaction {
  /**
   * Runs one statement and returns its rows. Select `columns(model)` to get rows in the shape of the model. Cast
   * `count(*)` to `int`: PostgreSQL returns it as bigint, which arrives as text.
   *
   * A `prepared` statement (the default) is prepared once per connection and must have the same text whatever its
   * values. An `unprepared` statement may vary in text and is planned for its actual values.
   */
  rows<Row>(statement: Sql, planning?: StatementPlanning): Promise<Row[]>;
}

export type StatementPlanning = 'prepared' | 'unprepared';

/** A transaction that is running. */
export interface OpenTransaction extends Transaction {
  /** Whether other work may commit in the same transaction (`Database.groupCommit`). */
  readonly isGroup: boolean;
  /** Sets the time limit of the transaction, by default 45 s, and of each later statement, by default the limit of its pool. */
  extendTimeout(milliseconds: number): Promise<void>;
  /**
   * Adds an item to a statement that is sent together with the commit. Items of the same `statement` function are
   * collected, and the function is called once for all of them.
   */
  beforeCommit<Item>(statement: (items: readonly Item[]) => Sql, item: Item): void;
}

export type TransactionWork<Result> = (tx: OpenTransaction) => Promise<Result>;

/** The entry of a transaction in the queues for connections. Callers take turns, and one caller cannot take all connections. */
export interface QueueEntry {
  readonly caller: string;
  /** The region of the caller (`toRegion`): long transactions queue by region, not by caller. */
  readonly region: string;
  /** Bytes of the input, as an estimate of how long the work takes. */
  readonly bytes: number;
  /** Ids of the records that the work may lock. The work waits for other work of this process that locks any of these. */
  readonly records: readonly string[];
}

/**
 * Runs work in a transaction, at isolation level read committed: either all of its statements take effect or none. The
 * work must use only the transaction it is given, and must be safe to run again. Work that took more than 45 s is
 * rolled back with `TransactionTimeoutError`. `transaction` and `longTransaction` queue work with an `entry`, and throw
 * `BusyError` if it waits for more than 5 s or the queue is full.
 */
export type RunTransaction = <Result>(work: TransactionWork<Result>, entry?: QueueEntry) => Promise<Result>;

/** The reads of one server. */
export type Reads = Pick<Database, 'rows' | 'takeTurn' | 'expensiveRows'>;

/**
 * A standby on which computations read. When a read fails on the standby, all these computations continue on the primary. The rows
 * of the primary may be newer.
 */
export interface ReadTarget {
  readonly reads: Reads;
  /**
   * The newest snapshot of the primary that a computation has needed. The standby has replayed all transactions of the snapshot.
   * Null while the primary cannot be reached.
   */
  readonly snapshot: string | null;
  /** Whether computations no longer read on the standby. */
  readonly isRetired: boolean;
}

/** A state of the primary. While it cannot be reached, the state of a standby. */
export interface DatabaseState {
  /** A position in the WAL, in bytes: the commits of all visible transactions are before it. */
  readonly position: number;
  /** The transactions that are visible: a `pg_snapshot` as text; null on a standby. */
  readonly snapshot: string | null;
  /** The time at which the server started, which identifies the server until it restarts. */
  readonly server: string;
}

/** The board's database. */
export interface Database extends Transaction {
  /**
   * Runs a statement that may read many rows. It runs on a small separate pool, so that other reads stay fast. Callers take turns;
   * a statement is cancelled after 5 s. Throws `BusyError` after a wait of 3 s, if too many statements are waiting, or if its
   * turn comes and `isAwaited` returns false.
   */
  expensiveRows: <Row>(
    statement: Sql,
    caller: string,
    planning?: StatementPlanning,
    isAwaited?: () => boolean,
  ) => Promise<Row[]>;
  /**
   * Runs reads when it is the caller's turn: one caller holds at most half of the connections for reads. Throws
   * `BusyError` after a wait of 5 s or if too many reads are waiting.
   */
  takeTurn: <Result>(caller: string, read: () => Promise<Result>) => Promise<Result>;
  /**
   * Prisma Client, for queries that are not on a hot path (docs/decisions/0009-prepared-sql-and-prisma.md). It is
   * loaded on first use, and is not part of any transaction.
   */
  prisma: () => Promise<PrismaClient>;
  /** Runs work in a transaction. Deadlocks and serialization failures are retried up to 3 times. */
  transaction: RunTransaction;
  /** Like `transaction`, on a separate small pool, for work that takes long: it does not delay short work. */
  longTransaction: RunTransaction;
  /**
   * Runs work in one transaction together with other work that arrives at the same time. If any member fails, each
   * member runs again in a separate transaction: in a `longTransaction` if a statement took more than 2 s. If the connection
   * breaks, all members and all waiting work fail. Throws `BusyError` after a wait of 5 s. The work must not rely on its locks to
   * exclude other members.
   */
  groupCommit: RunTransaction;
  /**
   * Chooses a standby that has replayed a state of the primary, for a computation to read on (`readOn`). Returns null if the
   * computation must read on the primary. `chooseTarget` is null without standbys.
   */
  readonly chooseTarget: ((state: DatabaseState) => Promise<ReadTarget | null>) | null;
  /** Subscribes to the topics that triggers announce for committed transactions (`announce` in the migrations). */
  readonly topics: Pick<TopicChannel, 'subscribe' | 'start'>;
  /**
   * Throws if a write would fail now: the server does not accept writes, its disk is full, or writes do not end. Checks at
   * most once a second, on a separate connection; connecting and each statement of the check take at most 2 s.
   */
  assertReady: () => Promise<void>;
  readonly usage: () => DatabaseUsage;
  close(): Promise<void>;
}

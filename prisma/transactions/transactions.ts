import { DatabaseError, type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import type { TransactionPool } from '../connections/local-settings.ts';
import { type Pools, RESPONSE_TIMEOUT_MS } from '../connections/pools.ts';
import type {
  Database,
  OpenTransaction,
  RunTransaction,
  StatementPlanning,
  Transaction,
  TransactionWork,
  QueueEntry,
} from '../database.ts';
import { FairQueue } from '../queues/fair-queue.ts';
import { GroupCommitQueue } from './group-commit.ts';
import { TransactionTimeoutError } from '../errors.ts';
import { observe, type Part } from '../observation.ts';
import { DiskSpace } from '../readiness.ts';
import { RecordLocks } from '../queues/record-locks.ts';
import { retryConflicts } from './retry-conflicts.ts';
import { type Sql, sql } from '../sql.ts';
import { type DatabaseUsage, usageOf } from '../usage.ts';
import { NO_TIMEOUT_MS, UnansweredCommitError, UnansweredCommits } from './unanswered-commits.ts';

/**
 * A transaction that ran longer is rolled back: readers of the feed find a record only if it is committed within a
 * minute of its time (schema/feed/checkpoints.ts). The rest of the minute is for the commit and for clocks that differ.
 */
const MAX_TRANSACTION_MS = 45_000;

/** `queryTimeout` limits the wait for the response to each statement, in milliseconds. */
type StatementsOn = (client: PoolClient, queryTimeout?: number) => Transaction;

/** Limits of the queues for connections. Short transactions queue by caller, long ones by the caller's region. */
const QUEUE = { maxWaiting: 1_000, maxWaitMs: 5_000 };
const LONG_QUEUE = { ...QUEUE, maxRunningPerCaller: 1, sharedBy: 'time' } as const;

/** The limits of the queue for short transactions. One caller leaves at least one of several connections to other callers. */
const limitShortQueue = (maxRunning: number) => ({
  ...QUEUE,
  maxRunning,
  maxRunningPerCaller: Math.max(1, Math.min(2, maxRunning - 1)),
});

interface Transactions extends Pick<Database, 'transaction' | 'longTransaction' | 'groupCommit'> {
  readonly transactionUsage: () => Pick<DatabaseUsage, 'pools' | 'groupCommit'>;
  /** Whether writes do not end: all groups have been running for too long, or a commit gets no response. */
  readonly isStuck: () => boolean;
  readonly diskSpace: DiskSpace;
}

/**
 * Creates the functions that run a transaction: alone on a connection for short work (`single`) or for long work (`long`), or
 * together with concurrent work (`group`). All pools pipeline: statements are sent without waiting for the results of
 * earlier ones. Work for a record waits without a connection while other work of this process locks the record.
 */
export function createTransactions(
  { single, group, long, readiness }: Pick<Pools, 'single' | 'group' | 'long' | 'readiness'>,
  statementsOn: StatementsOn,
  announce: (topics: readonly string[]) => void,
): Transactions {
  const failures = { unanswered: new UnansweredCommits(readiness), diskSpace: new DiskSpace() };
  const runOn = createRunner(failures, statementsOn, announce);
  const locks = new RecordLocks();
  const inQueue = (
    target: TransactionPool,
    queue: FairQueue,
    { part, keyOf }: { readonly part: Part; readonly keyOf: (entry: QueueEntry) => string },
  ): RunTransaction => {
    const runOnce = runOn(target, { isGroup: false });
    return (work, entry) => {
      const run = () => retryConflicts(() => runOnce(work));
      return observe(part, () => (entry === undefined ? run() : queue.run(keyOf(entry), run, entry.records)));
    };
  };
  const shortQueue = new FairQueue(limitShortQueue(single.pool.options.max), locks);
  const longQueue = new FairQueue({ ...LONG_QUEUE, maxRunning: long.pool.options.max }, locks);
  const transaction = inQueue(single, shortQueue, { part: SINGLE_PART, keyOf: ({ caller }) => caller });
  const longTransaction = inQueue(long, longQueue, { part: LONG_PART, keyOf: ({ region }) => region });
  const groups = new GroupCommitQueue(
    { group: runOn(group, { isGroup: true }), single: transaction, long: longTransaction },
    locks,
    group.pool.options.max,
  );
  return {
    ...{ transaction, longTransaction, groupCommit: groups.run },
    isStuck: () => groups.isStuck() || failures.unanswered.size > 0,
    diskSpace: failures.diskSpace,
    transactionUsage: () => ({
      pools: [
        usageOf('single', single.pool, shortQueue),
        usageOf('group', group.pool, groups),
        usageOf('long', long.pool, longQueue),
      ],
      groupCommit: groups.totals,
    }),
  };
}

/** Creates a function that runs work in a transaction on a connection of a pool. */
const createRunner =
  (failures: ServerFailures, statementsOn: StatementsOn, announce: (topics: readonly string[]) => void) =>
  ({ pool, begin }: TransactionPool, { isGroup }: { readonly isGroup: boolean }): RunTransaction =>
  (work) =>
    withClient(pool, failures, (client) =>
      runInTransaction(
        client,
        new PgTransaction((queryTimeout) => statementsOn(client, queryTimeout), isGroup),
        { begin, work, announce },
      ),
    );

const SINGLE_PART = { kind: 'transaction', queue: 'single' } as const;
const LONG_PART = { kind: 'transaction', queue: 'long' } as const;
const COMMIT_PART = { kind: 'statement', text: 'commit' } as const;

/** Uses as few round trips as possible: `begin` is sent with the first statement, deferred statements with `commit`. */
async function runInTransaction<Result>(
  client: PoolClient,
  tx: PgTransaction,
  {
    begin,
    work,
    announce,
  }: {
    readonly begin: string;
    readonly work: TransactionWork<Result>;
    readonly announce: (topics: readonly string[]) => void;
  },
): Promise<Result> {
  // Not awaited yet. If `begin` fails, the commit fails too.
  const begun = client.query(begin);
  begun.catch(() => undefined);
  try {
    const result = await work(tx);
    tx.assertInTime();
    const deferred = tx.sendDeferred();
    const announced = tx.readTopics();
    // If an earlier statement fails, this one fails too. Its error is used only if no other error is thrown.
    announced.catch(() => undefined);
    const committed = observe(COMMIT_PART, () => sendCommit(client, tx.responseTimeoutMs));
    const [{ command }] = await Promise.all([committed, begun, ...deferred]);
    // PostgreSQL answers the commit of a failed transaction with ROLLBACK, and reports no error.
    if (command !== 'COMMIT') throw await announced.then(toRollbackError, toRollbackError);
    const topics = await announced;
    if (topics.length > 0) announce(topics);
    return result;
  } finally {
    tx.hasEnded = true;
  }
}

/**
 * Returns the error of a transaction that was rolled back at its commit, from the outcome of its last statement: the error of that
 * statement, or a general error if it succeeded, or failed (25P02) only because an earlier statement had failed.
 */
const toRollbackError = (outcome: unknown): Error =>
  outcome instanceof DatabaseError && outcome.code !== '25P02'
    ? outcome
    : new Error('a statement failed, so the server rolled the transaction back at its commit', {
        cause: outcome,
      });

/** The types of the driver omit `query_timeout`. */
const COMMIT_QUERY: QueryConfig & { readonly query_timeout: number } = {
  text: 'commit',
  query_timeout: NO_TIMEOUT_MS,
};

/** Throws `UnansweredCommitError` if there is no response in time. */
async function sendCommit(client: PoolClient, timeoutMs: number): Promise<QueryResult> {
  const commit = client.query(COMMIT_QUERY);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new UnansweredCommitError(commit)), timeoutMs);
  return Promise.race([commit, late]).finally(() => clearTimeout(timer));
}

interface DeferredStatement {
  readonly statement: (items: readonly unknown[]) => Sql;
  readonly items: unknown[];
}

class PgTransaction implements OpenTransaction {
  readonly isGroup: boolean;
  hasEnded = false;
  readonly #statementsWithin: (queryTimeout?: number) => Transaction;
  #statements: Transaction;
  /** How long to wait for the response to the commit. */
  responseTimeoutMs = RESPONSE_TIMEOUT_MS;
  readonly #deferred = new Map<unknown, DeferredStatement>();
  readonly #startedAt = performance.now();
  #maxMs = MAX_TRANSACTION_MS;

  constructor(statementsWithin: (queryTimeout?: number) => Transaction, isGroup: boolean) {
    this.#statementsWithin = statementsWithin;
    this.#statements = statementsWithin();
    this.isGroup = isGroup;
  }

  /** Throws once the transaction has ended: a late statement would run in the next transaction on the connection. */
  async rows<Row>(statement: Sql, planning?: StatementPlanning): Promise<Row[]> {
    if (this.hasEnded) throw new Error('the transaction has ended');
    return this.#statements.rows(statement, planning);
  }

  beforeCommit<Item>(statement: (items: readonly Item[]) => Sql, item: Item): void {
    const deferred = this.#deferred.get(statement) ?? {
      statement: statement as DeferredStatement['statement'],
      items: [],
    };
    this.#deferred.set(statement, deferred);
    deferred.items.push(item);
  }

  async extendTimeout(milliseconds: number): Promise<void> {
    this.#maxMs = milliseconds;
    this.#statements = this.#statementsWithin(milliseconds);
    this.responseTimeoutMs = milliseconds;
    await this.rows(sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`);
  }

  assertInTime(): void {
    if (performance.now() - this.#startedAt > this.#maxMs) throw new TransactionTimeoutError();
  }

  /** The topics that the triggers of the transaction have announced. */
  async readTopics(): Promise<readonly string[]> {
    const rows = await this.rows<{ topics: string | null }>(
      sql`select current_setting('board.topics', true) as topics`,
    );
    const topics = rows[0]?.topics;
    return topics ? topics.split('\n') : [];
  }

  sendDeferred(): Promise<unknown>[] {
    return Array.from(this.#deferred.values(), ({ statement, items }) =>
      this.#statements.rows(statement(items)),
    );
  }
}

/** Failures of transactions that show that the server cannot write: readiness depends on them. */
interface ServerFailures {
  readonly unanswered: UnansweredCommits;
  readonly diskSpace: DiskSpace;
}

async function withClient<Result>(
  pool: Pool,
  { unanswered, diskSpace }: ServerFailures,
  run: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    const result = await run(client);
    client.release();
    return result;
  } catch (error) {
    diskSpace.record(error);
    if (error instanceof UnansweredCommitError) {
      const isDestroyed = true;
      void unanswered.keep(client, error.commit).then(() => client.release(isDestroyed));
      throw error;
    }
    // A connection that cannot roll back is closed instead of being returned to the pool.
    const isBroken = await client.query('rollback').then(
      () => false,
      () => true,
    );
    client.release(isBroken);
    throw error;
  }
}

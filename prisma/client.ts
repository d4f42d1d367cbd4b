import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Database, StatementPlanning, Transaction } from './database.ts';
import { BusyError, FairQueue } from './fair-queue.ts';
import { MAX_CONCURRENT_GROUPS } from './group-commit.ts';
import { createWritableCheck, READINESS_POOL } from './readiness.ts';
import type { PrismaClient } from './generated/client/client.ts';
import { dependOn, inThisComputation } from './read-dependencies.ts';
import type { Sql } from './sql.ts';
import { TopicChannel } from './topic-channel.ts';
import { createTransactions } from './transactions.ts';
import { typeParsers } from './type-parsers.ts';

export type * from './generated/client/client.ts';
export type { Database, OpenTransaction, StatementPlanning, Transaction, WriteTurn } from './database.ts';
export { empty, join, raw, sql, type Sql } from './sql.ts';
export { BusyError, FairQueue } from './fair-queue.ts';
export { ALL_TOPICS } from './topic-channel.ts';
export {
  columns,
  type ColumnSet,
  longTextFields,
  omitLongText,
  selectLists,
  type SelectLists,
  sumBytes,
  type TextModel,
  toSnakeCase,
} from './columns.ts';
export { isOutage, isReadOnly } from './errors.ts';
export {
  collectDependencies,
  type Dependencies,
  type DependencyKeys,
  dependOn,
  dependOnlyUntil,
  readForSeveral,
} from './read-dependencies.ts';
export { JsonText, parseJsonText, serializeJson } from './json-text.ts';
export { toViolation, type Violation } from './violation.ts';

const POOL_DEFAULTS = {
  application_name: 'agent-board',
  types: typeParsers,
  max: 8,
  connectionTimeoutMillis: 5_000,
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
} satisfies PoolConfig;

/** Connections for expensive reads, and the time limit of each statement. */
const EXPENSIVE_POOL = { max: 4, statement_timeout: 5_000 } satisfies PoolConfig;

/** Limits of the queue for reads. A read waits at most as long as it would wait for a connection. */
const READ_QUEUE = {
  maxRunning: POOL_DEFAULTS.max,
  maxRunningPerCaller: POOL_DEFAULTS.max / 2,
  maxWaiting: 2_000,
  maxWaitMs: POOL_DEFAULTS.connectionTimeoutMillis,
};

const EXPENSIVE_QUEUE = {
  maxRunning: EXPENSIVE_POOL.max,
  maxWaiting: 200,
  maxWaitMs: 3_000,
  // The statements of one caller can take a hundred times as long as those of another.
  sharedBy: 'time',
} as const;

/** After this wait for a lock a write fails, and its caller gets `unavailable`. */
const LOCK_TIMEOUT_MS = 3_000;

/** Shorter than `LOCK_TIMEOUT_MS`: while one member waits for a lock, all members of its group wait. */
const GROUP_LOCK_TIMEOUT_MS = 100;

/**
 * Much longer than the statements of a group take, and short enough for the callers of its other members: while one
 * member's statement runs, all members wait.
 */
const GROUP_STATEMENT_TIMEOUT_MS = 2_000;

/**
 * For writes with long input, and members of groups that timed out: few connections, so that short writes get most of
 * the processors.
 */
const LONG_POOL = {
  max: 4,
  statement_timeout: 5_000,
  lock_timeout: LOCK_TIMEOUT_MS,
} satisfies PoolConfig;

/** Opens the pools on a server. `onConnectionLost` is called for each connection that breaks. */
export function openDatabase(config: PoolConfig, onConnectionLost?: (error: Error) => void): Database {
  const pool = openPool({ ...config, verify: setTimeZone }, onConnectionLost);
  // Transactions may wait for each other's locks. Reads use a separate pool, so they never wait for transactions.
  const openWriters = (more: PoolConfig) =>
    openPool({ ...config, ...more, pipeline: true }, onConnectionLost);
  const single = openWriters({ lock_timeout: LOCK_TIMEOUT_MS });
  const group = openWriters({
    lock_timeout: GROUP_LOCK_TIMEOUT_MS,
    statement_timeout: GROUP_STATEMENT_TIMEOUT_MS,
    max: MAX_CONCURRENT_GROUPS,
  });
  const long = openWriters(LONG_POOL);
  const expensive = openPool({ ...config, ...EXPENSIVE_POOL }, onConnectionLost);
  const [reads, expensiveReads] = [new FairQueue(READ_QUEUE), new FairQueue(EXPENSIVE_QUEUE)];
  const readiness = openPool({ ...config, ...READINESS_POOL }, onConnectionLost);
  let prisma: Promise<PrismaClient> | undefined;
  const toStatementName = { prepared: createStatementNames(), unprepared: () => undefined };
  const statementsOn = (target: Pool | PoolClient): Transaction => ({
    rows: (statement, planning: StatementPlanning = 'prepared') =>
      runStatement(target, statement, toStatementName[planning]),
  });
  const topics = new TopicChannel({ ...POOL_DEFAULTS, ...config }, (channel, payload) =>
    pool.query('select pg_notify($1, $2)', [channel, payload]),
  );
  const poolStatements = statementsOn(pool);
  return {
    prisma: () => {
      dependOn('everything');
      return (prisma ??= loadPrisma(pool));
    },
    rows: (statement, planning) => {
      dependOn('everything');
      return poolStatements.rows(statement, planning);
    },
    takeTurn: (caller, read) => reads.run(caller, inThisComputation(read)),
    expensiveRows: (statement, caller, planning, isAwaited = () => true) => {
      dependOn('everything');
      return expensiveReads.run(caller, async () => {
        if (!isAwaited()) throw new BusyError();
        return statementsOn(expensive).rows(statement, planning);
      });
    },
    ...createTransactions({ single, group, long }, statementsOn, (announced) => topics.announce(announced)),
    topics,
    assertWritable: createWritableCheck(readiness),
    close: async () => {
      await topics.close();
      await (await prisma)?.$disconnect();
      await Promise.all([pool, expensive, single, group, long, readiness].map((each) => each.end()));
    },
  };
}

/** Creates Prisma Client. Loading it takes 0.1 s and 50 MB, so a process that does not use it does not load it. */
async function loadPrisma(pool: Pool): Promise<PrismaClient> {
  const { createPrismaClient } = await import('./prisma-client.ts');
  return createPrismaClient(pool);
}

/** Prisma's driver adapter reads and writes times without their offset, which is correct in UTC only. */
const setTimeZone: NonNullable<PoolConfig['verify']> = (client, done) => {
  client.query(`set time zone 'UTC'`, done);
};

function openPool(config: PoolConfig, onConnectionLost: (error: Error) => void = () => undefined): Pool {
  const pool = new Pool({ ...POOL_DEFAULTS, ...config });
  // An error event without a listener ends the process. The pool re-emits the errors of its idle connections, so
  // listening on each connection reports every loss exactly once, idle or in a transaction.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', onConnectionLost));
  return pool;
}

type ToStatementName = (text: string) => string | undefined;

async function runStatement<Row>(
  target: Pool | PoolClient,
  statement: Sql,
  toName: ToStatementName,
): Promise<Row[]> {
  const { text, values } = statement;
  const name = toName(text);
  const result = await target.query({ text, values, ...(name !== undefined && { name }) });
  return result.rows as Row[];
}

const MAX_STATEMENT_NAMES = 500;

/**
 * Gives each statement text a name, under which connections prepare it. Names are never reused, because a connection
 * keeps what it has prepared; statements beyond the limit run unprepared.
 */
function createStatementNames(): ToStatementName {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_STATEMENT_NAMES) return known;
    const name = `board_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}

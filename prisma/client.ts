import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Database, StatementPlanning, Transaction } from './database.ts';
import { observe, runUnobserved } from './observation.ts';
import { createWritableCheck, READINESS_POOL } from './readiness.ts';
import { FULL_POOLS } from './pool-sizes.ts';
import { CONNECTION_TIMEOUT_MS, createReads } from './reads.ts';
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
  agentKey,
  channelKey,
  type ChangeKey,
  type DependencyKeys,
  dependsOnRow,
  dependsOnTables,
  type RowDependency,
  rowKey,
  threadKey,
  type WordCondition,
} from './change-keys.ts';
export {
  collectDependencies,
  type Dependencies,
  dependOn,
  dependOnRows,
  readForSeveral,
} from './read-dependencies.ts';
export { JsonText, parseJsonText, serializeJson } from './json-text.ts';
export {
  currentObservation,
  joinObservations,
  type Observation,
  observe,
  type Part,
  runObserved,
  runUnobserved,
} from './observation.ts';
export type { DatabaseUsage } from './usage.ts';
export { toViolation, type Violation } from './violation.ts';

const POOL_DEFAULTS = {
  application_name: 'agent-board',
  types: typeParsers,
  connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
} satisfies PoolConfig;

/** The time limit of each statement of expensive reads. */
const EXPENSIVE_POOL = { statement_timeout: 5_000 } satisfies PoolConfig;

/** After this wait for a lock a write fails, and its caller gets `unavailable`. */
const LOCK_TIMEOUT_MS = 3_000;

/** Shorter than `LOCK_TIMEOUT_MS`: while one member waits for a lock, all members of its group wait. */
const GROUP_LOCK_TIMEOUT_MS = 100;

/**
 * Statements of a group take a few milliseconds. While one runs, all members of the group wait, so the limit is low.
 */
const GROUP_STATEMENT_TIMEOUT_MS = 2_000;

/**
 * For writes with long input, and members of groups that timed out: few connections, so that short writes get most of
 * the processors.
 */
const LONG_POOL = {
  statement_timeout: 5_000,
  lock_timeout: LOCK_TIMEOUT_MS,
} satisfies PoolConfig;

/** Opens the pools on a server. `onConnectionLost` is called for each connection that breaks. */
export function openDatabase(
  config: PoolConfig,
  onConnectionLost?: (error: Error) => void,
  sizes = FULL_POOLS,
): Database {
  const pool = openPool({ ...config, max: sizes.reads, verify: setTimeZone }, onConnectionLost);
  // Transactions may wait for each other's locks. Reads use a separate pool, so they never wait for transactions.
  const openWriters = (overrides: PoolConfig) =>
    openPool({ ...config, ...overrides, pipeline: true }, onConnectionLost);
  const single = openWriters({ lock_timeout: LOCK_TIMEOUT_MS, max: sizes.transactions });
  const group = openWriters({
    lock_timeout: GROUP_LOCK_TIMEOUT_MS,
    statement_timeout: GROUP_STATEMENT_TIMEOUT_MS,
    max: sizes.groups,
  });
  const long = openWriters({ ...LONG_POOL, max: sizes.long });
  const expensive = openPool({ ...config, ...EXPENSIVE_POOL, max: sizes.expensive }, onConnectionLost);
  const readiness = openPool({ ...config, ...READINESS_POOL }, onConnectionLost);
  const toStatementName = { prepared: createStatementNames(), unprepared: () => undefined };
  const statementsOn = (target: Pool | PoolClient): Transaction => ({
    rows: (statement, planning: StatementPlanning = 'prepared') =>
      runStatement(target, statement, toStatementName[planning]),
  });
  const topics = new TopicChannel({ ...POOL_DEFAULTS, ...config }, (channel, payload) =>
    pool.query('select pg_notify($1, $2)', [channel, payload]),
  );
  const { disconnectPrisma, readUsage, ...reads } = createReads({ pool, expensive }, statementsOn);
  const { transactionUsage, ...transactions } = createTransactions(
    { single, group, long },
    statementsOn,
    (announced) => runUnobserved(() => topics.announce(announced)),
  );
  return {
    ...reads,
    ...transactions,
    topics,
    assertWritable: createWritableCheck(readiness),
    usage: () => {
      const { pools, groupCommit } = transactionUsage();
      return { pools: [...readUsage(), ...pools], groupCommit, replicas: [] };
    },
    close: async () => {
      await topics.close();
      await disconnectPrisma();
      await Promise.all([pool, expensive, single, group, long, readiness].map((each) => each.end()));
    },
  };
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
  const query = { text, values, ...(name !== undefined && { name }) };
  const result = await observe({ kind: 'statement', text }, () => target.query(query));
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

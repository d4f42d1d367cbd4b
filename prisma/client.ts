import type { Pool, PoolClient, PoolConfig } from 'pg';
import { openPools, POOL_DEFAULTS, type PoolOptions } from './connections/pools.ts';
import type { Database, RunTransaction, StatementPlanning, Transaction } from './database.ts';
import { observe, runUnobserved } from './observation.ts';
import { createReadinessCheck } from './readiness.ts';
import { leaveStandby } from './read-dependencies.ts';
import { createReads } from './reads.ts';
import { openReplicas } from './replicas/open-replicas.ts';
import type { Sql } from './sql.ts';
import { TopicChannel } from './topic-channel.ts';
import { createTransactions } from './transactions/transactions.ts';

export type * from './generated/client/client.ts';
export type {
  Database,
  DatabaseState,
  OpenTransaction,
  ReadTarget,
  StatementPlanning,
  Transaction,
  QueueEntry,
} from './database.ts';
export { empty, hideFromPlanner, join, raw, sql, type Sql } from './sql.ts';
export { BusyError, FairQueue } from './queues/fair-queue.ts';
export { maxEntries } from './queues/max-entries.ts';
export type { Locks, WaitingQueue } from './queues/record-locks.ts';
export { ALL_TOPICS } from './topic-channel.ts';
export {
  columns,
  type ColumnSet,
  longTextFields,
  omitLongText,
  qualifiedColumns,
  selectedColumn,
  selectLists,
  type SelectLists,
  sumBytes,
  type TextModel,
  toSnakeCase,
} from './columns.ts';
export { isOutage, isReadOnly, isTimeout } from './errors.ts';
export {
  agentChangeKey,
  channelChangeKey,
  type ChangeKey,
  type DependencyKeys,
  dependsOnRow,
  dependsOnTables,
  type RowDependency,
  rowKey,
  threadChangeKey,
  type WordCondition,
} from './change-keys.ts';
export {
  bindToComputation,
  collectDependencies,
  type Dependencies,
  dependOn,
  dependOnRows,
  currentTarget,
  leaveStandby,
  readForSeveral,
  readOn,
  readOnPrimary,
} from './read-dependencies.ts';
export { POSITION } from './replicas/server-state.ts';
export { isInSnapshot, isPartialRead, readSnapshot } from './replicas/snapshot.ts';
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

/** Opens the pools to a server, or to a transaction pooler in front of it, and to the replicas of the server. */
export function openDatabase(config: PoolConfig, options: PoolOptions = {}): Database {
  const { reads: pool, expensive, readiness, ...pools } = openPools(config, options);
  const toStatementName = {
    prepared: options.pooler?.preparesStatements === false ? () => undefined : createStatementNames(),
    unprepared: () => undefined,
  };
  const statementsOn = (target: Pool | PoolClient, query_timeout?: number): Transaction => ({
    rows: (statement, planning: StatementPlanning = 'prepared') =>
      runStatement(target, statement, { name: toStatementName[planning](statement.text), query_timeout }),
  });
  const topics = new TopicChannel({ ...POOL_DEFAULTS, ...config }, (channel, payload) =>
    pool.query('select pg_notify($1, $2)', [channel, payload]),
  );
  const replicas = openReplicas({ pool, expensive, readiness }, options, statementsOn);
  if (replicas) topics.subscribe(replicas.onCommit);
  const { disconnectPrisma, readUsage, ...reads } = createReads({ pool, expensive }, statementsOn, replicas);
  const { transactionUsage, isStuck, diskSpace, ...transactions } = createTransactions(
    { ...pools, readiness },
    statementsOn,
    (announced) => runUnobserved(() => topics.announce(announced)),
  );
  return {
    ...reads,
    transaction: afterLeavingStandby(transactions.transaction),
    longTransaction: afterLeavingStandby(transactions.longTransaction),
    groupCommit: afterLeavingStandby(transactions.groupCommit),
    chooseTarget: replicas && ((state) => replicas.choose(state)),
    topics,
    assertReady: createReadinessCheck(readiness, { isStuck, diskSpace }),
    usage: () => {
      const { pools: transactionPools, groupCommit } = transactionUsage();
      return { pools: [...readUsage(), ...transactionPools], groupCommit, replicas: replicas?.usage ?? [] };
    },
    close: async () => {
      await topics.close();
      await disconnectPrisma();
      await replicas?.close();
      await pools.close();
    },
  };
}

/** Makes a computation read on the primary from its first write on, because a standby may not have replayed the write yet. */
const afterLeavingStandby =
  (run: RunTransaction): RunTransaction =>
  (work, entry) => {
    leaveStandby();
    return run(work, entry);
  };

type ToStatementName = (text: string) => string | undefined;

async function runStatement<Row>(
  target: Pool | PoolClient,
  { text, values }: Sql,
  { name, query_timeout }: { readonly name: string | undefined; readonly query_timeout: number | undefined },
): Promise<Row[]> {
  const query = { text, values, query_timeout, ...(name !== undefined && { name }) };
  const result = await observe({ kind: 'statement', text }, () => target.query(query));
  return result.rows as Row[];
}

const MAX_STATEMENT_NAMES = 500;

/**
 * Gives each statement text a name, under which connections prepare it. Names are never reused, because a connection
 * keeps its prepared statements; statements beyond the limit run unprepared.
 */
function createStatementNames(): ToStatementName {
  const names = new Map<string, string>();
  return (text) => {
    const knownName = names.get(text);
    if (knownName !== undefined || names.size >= MAX_STATEMENT_NAMES) return knownName;
    const name = `board_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}

// Reads on one server.
import type { Pool } from 'pg';
import type { Reads, Transaction } from '../database.ts';
import { BusyError, FairQueue } from '../queues/fair-queue.ts';
import { type PoolUsage, usageOf } from '../usage.ts';

/** How long to wait for a connection. */
export const CONNECTION_TIMEOUT_MS = 5_000;

/** Limits of the queue for reads. A read waits at most as long as it would wait for a connection. */
const READ_QUEUE = { maxWaiting: 2_000, maxWaitMs: CONNECTION_TIMEOUT_MS };

const EXPENSIVE_QUEUE = {
  maxWaiting: 200,
  maxWaitMs: 3_000,
  // The statements of one caller can take a hundred times as long as those of another.
  sharedBy: 'time',
} as const;

export type ReadPools = Readonly<Record<'pool' | 'expensive', Pool>>;

export interface ServerReads extends Reads {
  readonly usage: () => readonly PoolUsage[];
}

/** Creates the functions that read with the pools of one server. */
export function createServerReads(
  { pool, expensive }: ReadPools,
  statementsOn: (target: Pool) => Transaction,
): ServerReads {
  const maxRunning = pool.options.max;
  const readQueue = new FairQueue({
    ...READ_QUEUE,
    maxRunning,
    maxRunningPerCaller: Math.ceil(maxRunning / 2),
  });
  const expensiveQueue = new FairQueue({ ...EXPENSIVE_QUEUE, maxRunning: expensive.options.max });
  const [statements, expensiveStatements] = [statementsOn(pool), statementsOn(expensive)];
  return {
    rows: (statement, planning) => statements.rows(statement, planning),
    takeTurn: (caller, read) => readQueue.run(caller, read),
    expensiveRows: (statement, caller, planning, isAwaited = () => true) =>
      expensiveQueue.run(caller, async () => {
        if (!isAwaited()) throw new BusyError();
        return expensiveStatements.rows(statement, planning);
      }),
    usage: () => [usageOf('read', pool, readQueue), usageOf('expensive', expensive, expensiveQueue)],
  };
}

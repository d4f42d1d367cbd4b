// The ways to read outside of transactions.
import type { Pool } from 'pg';
import type { Database, Transaction } from './database.ts';
import { BusyError, FairQueue } from './queues/fair-queue.ts';
import type { PrismaClient } from './generated/client/client.ts';
import { bindToComputation, dependOn } from './read-dependencies.ts';
import { type PoolUsage, usageOf } from './usage.ts';

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

/** Creates the ways to read. A response that reads in one of them, outside of a loader, depends on everything. */
export function createReads(
  { pool, expensive }: Readonly<Record<'pool' | 'expensive', Pool>>,
  statementsOn: (target: Pool) => Transaction,
): Pick<Database, 'prisma' | 'rows' | 'takeTurn' | 'expensiveRows'> & {
  readonly disconnectPrisma: () => Promise<void>;
  readonly readUsage: () => readonly PoolUsage[];
} {
  const maxRunning = pool.options.max;
  const reads = new FairQueue({
    ...READ_QUEUE,
    maxRunning,
    maxRunningPerCaller: Math.ceil(maxRunning / 2),
  });
  const expensiveReads = new FairQueue({ ...EXPENSIVE_QUEUE, maxRunning: expensive.options.max });
  const [statements, expensiveStatements] = [statementsOn(pool), statementsOn(expensive)];
  let prisma: Promise<PrismaClient> | undefined;
  return {
    prisma: () => {
      dependOn('everything');
      return (prisma ??= loadPrisma(pool));
    },
    disconnectPrisma: async () => (await prisma)?.$disconnect(),
    rows: (statement, planning) => {
      dependOn('everything');
      return statements.rows(statement, planning);
    },
    takeTurn: (caller, read) => reads.run(caller, bindToComputation(read)),
    expensiveRows: (statement, caller, planning, isAwaited = () => true) => {
      dependOn('everything');
      return expensiveReads.run(caller, async () => {
        if (!isAwaited()) throw new BusyError();
        return expensiveStatements.rows(statement, planning);
      });
    },
    readUsage: () => [usageOf('read', pool, reads), usageOf('expensive', expensive, expensiveReads)],
  };
}

/** Creates Prisma Client. Loading it takes 0.1 s and 50 MB, so a process that does not use it does not load it. */
async function loadPrisma(pool: Pool): Promise<PrismaClient> {
  const { createPrismaClient } = await import('./prisma-client.ts');
  return createPrismaClient(pool);
}

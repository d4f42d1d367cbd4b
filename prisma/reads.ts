// Reads outside of transactions.
import type { Pool } from 'pg';
import type { Database, Reads, Transaction } from './database.ts';
import type { PrismaClient } from './generated/client/client.ts';
import { bindToComputation, currentTarget, dependOn } from './read-dependencies.ts';
import type { Replicas } from './replicas/replicas.ts';
import { createServerReads, type ReadPools } from './connections/server-reads.ts';
import type { PoolUsage } from './usage.ts';

/**
 * Creates the functions that read: `prisma` on the primary, the other functions on the standby of the current computation if it
 * has one. If a computation calls `prisma`, `rows` or `expensiveRows` outside of a loader, its response depends on everything.
 */
export function createReads(
  pools: ReadPools,
  statementsOn: (target: Pool) => Transaction,
  replicas: Replicas | null,
): Pick<Database, 'prisma'> &
  Reads & {
    readonly disconnectPrisma: () => Promise<void>;
    readonly readUsage: () => readonly PoolUsage[];
  } {
  const primary = createServerReads(pools, statementsOn);
  const run = <Result>(read: (reads: Reads) => Promise<Result>): Promise<Result> =>
    replicas ? replicas.read(primary, read) : read(primary);
  let prisma: Promise<PrismaClient> | undefined;
  return {
    prisma: () => {
      dependOn('everything');
      prisma ??= loadPrisma(pools.pool).catch((error: unknown) => {
        // The next call loads it again.
        prisma = undefined;
        throw error;
      });
      return prisma;
    },
    disconnectPrisma: async () => {
      // A failed load must not keep the database from closing.
      const client = await prisma?.catch(() => undefined);
      await client?.$disconnect();
    },
    rows: (statement, planning) => {
      dependOn('everything');
      return run((reads) => reads.rows(statement, planning));
    },
    takeTurn: (caller, read) => (currentTarget()?.reads ?? primary).takeTurn(caller, bindToComputation(read)),
    expensiveRows: (statement, caller, planning, isAwaited = () => true) => {
      dependOn('everything');
      // `isAwaited` is not called again once it has returned true: a read that runs again on another server has begun already.
      let hasBegun = false;
      const mayBegin = () => (hasBegun ||= isAwaited());
      return run((reads) => reads.expensiveRows(statement, caller, planning, mayBegin));
    },
    readUsage: primary.usage,
  };
}

/** Creates Prisma Client. Loading it takes 0.1 s and 50 MB, so a process that does not use it does not load it. */
async function loadPrisma(pool: Pool): Promise<PrismaClient> {
  const { createPrismaClient } = await import('./prisma-client.ts');
  return createPrismaClient(pool);
}

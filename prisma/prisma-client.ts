import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool } from 'pg';
import { PrismaClient } from './generated/client/client.ts';

/** Creates a Prisma Client that uses the connections of a pool. */
export const createPrismaClient = (pool: Pool): PrismaClient =>
  new PrismaClient({ adapter: new PrismaPg(pool) });

import { type Database, type Reading, sql } from '../../prisma/client.ts';
import { batchedBy } from '../batch.ts';
import type { PacketRow } from './rules.ts';
import { packetColumns } from './statements.ts';

export const createWorkLoaders = (database: Database, reading: Reading) => ({
  workById: batchedBy<PacketRow>(
    database,
    'id',
    (ids) =>
      sql`select ${packetColumns[reading]} from work_packets packet where packet.id = any(${ids}::uuid[])`,
  ),
});

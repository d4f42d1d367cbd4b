import { type Database, sql } from '../../prisma/client.ts';
import { batchedBy } from '../batch.ts';
import type { PacketRow } from './rules.ts';
import { packetColumns } from './statements.ts';

export const createWorkLoaders = (database: Database) => ({
  workById: batchedBy<PacketRow>(
    database,
    'id',
    (ids) => sql`select ${packetColumns} from work_packets packet where packet.id = any(${ids}::uuid[])`,
  ),
});

import { type Database, type ColumnSet, sql } from '../../../prisma/client.ts';
import { createRowLoader } from '../../data/batch-loaders.ts';
import type { PacketRow } from '../stored-packet.ts';
import { packetColumns } from '../packet-columns.ts';

export const createPacketLoaders = (database: Database, columnSet: ColumnSet) => ({
  workById: createRowLoader<PacketRow>(
    database,
    'id',
    (ids) =>
      sql`select ${packetColumns[columnSet]} from work_packets packet where packet.id = any(${ids}::uuid[])`,
  ),
});

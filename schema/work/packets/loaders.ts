import { type Database, type ColumnSet, rowKey, sql, dependsOnRow } from '../../../prisma/client.ts';
import { createRowLoader } from '../../data/batch-loaders.ts';
import type { HideableRow } from '../../moderation/visibility.ts';
import type { PacketRow } from '../stored-packet.ts';
import { AGENT_STATUS_KEY, packetBytes, packetColumns } from '../packet-columns.ts';

export const createPacketLoaders = (database: Database, columnSet: ColumnSet) => ({
  workById: createRowLoader<PacketRow>(
    database,
    'id',
    (ids) =>
      sql`select ${packetColumns[columnSet]} from work_packets packet where packet.id = any(${ids}::uuid[])`,
    (id) => [rowKey(id), AGENT_STATUS_KEY],
  ),
  packetBytesById: createRowLoader<HideableRow & { readonly id: string; readonly bytes: number }>(
    database,
    'id',
    (ids) => sql`
      select id, hidden_at as "hiddenAt", created_by as "createdBy", ${packetBytes(sql`listed.id`)} as bytes
      from work_packets listed where id = any(${ids}::uuid[])`,
    dependsOnRow,
  ),
});

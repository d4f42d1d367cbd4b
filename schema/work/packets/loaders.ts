import { type Database, type ColumnSet, rowKey, sql, dependsOnRow } from '../../../prisma/client.ts';
import { createRowLoader } from '../../data/batch-loaders.ts';
import type { HideableRow } from '../../moderation/visibility.ts';
import type { PacketRow, StoredScope } from '../stored-packet.ts';
import { AGENT_STATUS_KEY, packetBytes, packetColumns } from '../packet-columns.ts';

/** The texts of the scopes of a packet, by name of the scope. */
interface ScopeTexts {
  readonly packetId: string;
  readonly byName: Readonly<Record<string, Pick<StoredScope, 'description' | 'repairNote'>>>;
}

export const createPacketLoaders = (database: Database, columnSet: ColumnSet) => ({
  workById: createRowLoader<PacketRow>(
    database,
    'id',
    (ids) =>
      sql`select ${packetColumns[columnSet]} from work_packets packet where packet.id = any(${ids}::uuid[])`,
    (id) => [rowKey(id), AGENT_STATUS_KEY],
  ),
  packetTextById: createRowLoader<Pick<PacketRow, 'id' | 'statement' | 'acceptance'>>(
    database,
    'id',
    (ids) => sql`select id, statement, acceptance from work_packets where id = any(${ids}::uuid[])`,
    dependsOnRow,
  ),
  packetBytesById: createRowLoader<HideableRow & { readonly id: string; readonly bytes: number }>(
    database,
    'id',
    (ids) => sql`
      select id, hidden_at as "hiddenAt", created_by as "createdBy", ${packetBytes(sql`listed.id`)} as bytes
      from work_packets listed where id = any(${ids}::uuid[])`,
    dependsOnRow,
  ),
  scopeTextsByPacket: createRowLoader<ScopeTexts>(
    database,
    'packetId',
    (ids) => sql`
      select packet_id as "packetId",
        jsonb_object_agg(name, jsonb_build_object('description', description, 'repairNote', repair_note)) as "byName"
      from work_scopes where packet_id = any(${ids}::uuid[]) group by packet_id`,
    dependsOnRow,
  ),
});

import { type Database, sql, dependsOnRow } from '../../../prisma/client.ts';
import { createSeqPageLoader } from '../../data/seq-pages.ts';
import { eventColumns, type EventRow } from './statements.ts';

export const createEventLoaders = (database: Database) => ({
  eventPage: createSeqPageLoader<EventRow, { readonly packetId: string }>(database, {
    keyTypes: { packetId: 'uuid' },
    dependsOn: ({ packetId }) => dependsOnRow(packetId),
    select: eventColumns,
    from: sql`work_events event`,
    where: sql`packet_id = page.packetId`,
  }),
});

import { type Database, sql } from '../../../prisma/client.ts';
import { createPageLoader } from '../../data/page-loaders.ts';
import { eventColumns, type EventRow } from './statements.ts';

export const createEventLoaders = (database: Database) => ({
  /** Loads at most `size` events of a packet with a sequence number above `afterSeq`. */
  eventPage: createPageLoader<
    EventRow,
    { readonly packetId: string; readonly afterSeq: number; readonly size: number }
  >(database, {
    keyTypes: { packetId: 'uuid', afterSeq: 'int', size: 'int' },
    query: sql`
      select ${eventColumns} from work_events event
      where packet_id = page.packetId and seq > page.afterSeq
      order by seq limit page.size`,
    order: sql`seq`,
  }),
});

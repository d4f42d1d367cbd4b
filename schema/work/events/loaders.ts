import { type Database, sql } from '../../../prisma/client.ts';
import { createPageLoader } from '../../data/page-loaders.ts';
import { eventColumns, type EventRow } from './statements.ts';

/** A stretch of a packet’s history: so many events after the one of that number. */
interface EventPage {
  readonly packetId: string;
  readonly afterSeq: number;
  readonly size: number;
}

export const createEventLoaders = (database: Database) => ({
  eventPage: createPageLoader<EventRow, EventPage>(database, {
    by: { packetId: 'uuid', afterSeq: 'int', size: 'int' },
    found: sql`
      select ${eventColumns} from work_events event
      where packet_id = page.packetId and seq > page.afterSeq
      order by seq limit page.size`,
    order: sql`seq`,
  }),
});

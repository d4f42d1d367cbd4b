import { columns, type Database, sql, type WorkEvent } from '../../prisma/client.ts';
import { batchedPages } from '../paged.ts';

/** A stretch of a packet’s history: so many events after the one of that number. */
interface EventPage {
  readonly packetId: string;
  readonly afterSeq: number;
  readonly size: number;
}

export const createEventLoaders = (database: Database) => ({
  eventPage: batchedPages<WorkEvent, EventPage>(database, {
    by: { packetId: 'uuid', afterSeq: 'int', size: 'int' },
    found: sql`
      select ${columns('WorkEvent')} from work_events
      where packet_id = page.packetId and seq > page.afterSeq
      order by seq limit page.size`,
    order: sql`seq`,
  }),
});

import { columns, type Database, sql, type WorkEvent } from '../../prisma/client.ts';
import { batched } from '../batch.ts';

/** A stretch of a packet’s history: so many events after the one of that number. */
interface EventPage {
  readonly packetId: string;
  readonly afterSeq: number;
  readonly limit: number;
}

export const createEventLoaders = (database: Database) => ({
  eventPage: batched<EventPage, readonly WorkEvent[]>(async (pages) => {
    const rows = await database.rows<WorkEvent & { page: number }>(sql`
      select event.*, page.n::int as page
      from unnest(
        ${pages.map((page) => page.packetId)}::uuid[],
        ${pages.map((page) => page.afterSeq)}::int[],
        ${pages.map((page) => page.limit)}::int[]
      ) with ordinality as page(packet_id, after_seq, size, n)
      cross join lateral (
        select ${columns('WorkEvent', 'e')} from work_events e
        where e.packet_id = page.packet_id and e.seq > page.after_seq
        order by e.seq limit page.size
      ) event
      order by page.n, event.seq`);
    const byPage: WorkEvent[][] = pages.map(() => []);
    for (const row of rows) byPage[row.page - 1]?.push(row);
    return byPage;
  }),
});

import { columns, sql, type Transaction, type WorkEvent } from '../../../prisma/client.ts';

/** An event, and whether its submission or review is hidden. */
export interface EventRow extends WorkEvent {
  readonly isHidden: boolean;
}

/** Columns of an `EventRow`, selected from `work_events event`. */
export const eventColumns = sql`${columns('WorkEvent', 'event')}, (
  exists (select from work_submissions subject where subject.id = event.submission_id and subject.hidden_at is not null)
  or exists (select from work_reviews subject where subject.id = event.review_id and subject.hidden_at is not null)
) as "isHidden"`;

/** Returns the sequence number of an event; undefined if the packet has no event with this id. */
export async function findSeq(db: Transaction, packetId: string, id: string): Promise<number | undefined> {
  const [event] = await db.rows<{ seq: number }>(
    sql`select seq from work_events where id = ${id}::uuid and packet_id = ${packetId}::uuid`,
  );
  return event?.seq;
}

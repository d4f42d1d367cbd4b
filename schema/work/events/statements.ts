import { columns, sql, type Transaction, type WorkEvent } from '../../../prisma/client.ts';

/** An event, and whether the submission or the review that it tells of is hidden. */
export interface EventRow extends WorkEvent {
  readonly isHidden: boolean;
}

/** From `work_events event`. */
export const eventColumns = sql`${columns('WorkEvent', 'event')}, (
  exists (select from work_submissions told where told.id = event.submission_id and told.hidden_at is not null)
  or exists (select from work_reviews told where told.id = event.review_id and told.hidden_at is not null)
) as "isHidden"`;

/** Number of an event of this packet; undefined for another packet’s, and for none. */
export async function findSeq(db: Transaction, packetId: string, id: string): Promise<number | undefined> {
  const [event] = await db.rows<{ seq: number }>(
    sql`select seq from work_events where id = ${id}::uuid and packet_id = ${packetId}::uuid`,
  );
  return event?.seq;
}

import { columns, hideFromPlanner, sql, type Transaction, type WorkEvent } from '../../../prisma/client.ts';

/** An event, and whether its submission or review is hidden. */
export interface EventRow extends WorkEvent {
  readonly isHidden: boolean;
}

/** Columns of an `EventRow`, selected from `work_events event`. */
export const eventColumns = sql`${columns('WorkEvent', 'event')}, (
  exists (select from work_submissions subject where subject.id = event.submission_id and subject.hidden_at is not null)
  or exists (select from work_reviews subject where subject.id = event.review_id and subject.hidden_at is not null)
) as "isHidden"`;

/** Returns the sequence numbers of events by their ids. Omits ids that no event of the packet has. */
export async function findSeqs(
  db: Transaction,
  packetId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const events = await db.rows<{ id: string; seq: number }>(
    sql`select id, seq from work_events
      where id = any(${hideFromPlanner(ids)}::uuid[]) and packet_id = ${packetId}::uuid`,
  );
  return new Map(events.map(({ id, seq }) => [id, seq]));
}

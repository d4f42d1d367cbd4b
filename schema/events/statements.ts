import { columns, sql, type Transaction, type WorkEvent } from '../../prisma/client.ts';

/** Number of an event of this packet; undefined for another packet’s, and for none. */
export async function findSeq(db: Transaction, packetId: string, id: string): Promise<number | undefined> {
  const [event] = await db.rows<{ seq: number }>(
    sql`select seq from work_events where id = ${id}::uuid and packet_id = ${packetId}::uuid`,
  );
  return event?.seq;
}

/** Events of a packet in order, after the one of that number. */
export const findEvents = (db: Transaction, packetId: string, after: number, limit: number) =>
  db.rows<WorkEvent>(sql`
    select ${columns('WorkEvent')} from work_events where packet_id = ${packetId}::uuid and seq > ${after}
    order by seq limit ${limit}`);

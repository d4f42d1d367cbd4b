import { sql, type Transaction } from '../../prisma/client.ts';

/** Number of an event of this packet; undefined for another packet’s, and for none. */
export async function findSeq(db: Transaction, packetId: string, id: string): Promise<number | undefined> {
  const [event] = await db.rows<{ seq: number }>(
    sql`select seq from work_events where id = ${id}::uuid and packet_id = ${packetId}::uuid`,
  );
  return event?.seq;
}

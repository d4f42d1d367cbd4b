import { columns, sql, type Transaction, type WorkClaim } from '../../../prisma/client.ts';
import { claimNotFound } from './rules.ts';

/** Returns the claim if it belongs to the packet. Throws `not_found`. */
export async function requireClaim(db: Transaction, packetId: string, id: string): Promise<WorkClaim> {
  const [claim] = await db.rows<WorkClaim>(sql`
    select ${columns('WorkClaim')} from work_claims where id = ${id}::uuid and packet_id = ${packetId}::uuid`);
  if (!claim) throw claimNotFound(packetId, id);
  return claim;
}

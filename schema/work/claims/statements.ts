import { columns, sql, type Transaction, type WorkClaim } from '../../../prisma/client.ts';
import { claimNotFound, createTooManyClaimsError, MAX_CLAIMS } from './rules.ts';

/** Returns the claim if it belongs to the packet. Throws `not_found`. */
export async function requireClaim(db: Transaction, packetId: string, id: string): Promise<WorkClaim> {
  const [claim] = await db.rows<WorkClaim>(sql`
    select ${columns('WorkClaim')} from work_claims where id = ${id}::uuid and packet_id = ${packetId}::uuid`);
  if (!claim) throw claimNotFound(packetId, id);
  return claim;
}

/**
 * Throws `state_conflict` if the agent holds `MAX_CLAIMS` claims. Not exact: claims that are granted concurrently may exceed
 * the limit.
 */
export async function assertClaimCount(db: Transaction, handle: string, now: Date): Promise<void> {
  const claims = await db.rows(sql`
    select from work_claims where created_by = ${handle} and status = 'active' and expires_at > ${now}
    limit ${MAX_CLAIMS}`);
  if (claims.length === MAX_CLAIMS) throw createTooManyClaimsError();
}

import { sql, type Transaction } from '../../prisma/client.ts';
import { createTooManyInquiryClaimsError, MAX_INQUIRY_CLAIMS } from './rules.ts';

/**
 * Throws `state_conflict` if the agent holds `MAX_INQUIRY_CLAIMS` claims of inquiries, not counting a claim of this inquiry.
 * Not exact: concurrent claims may exceed the limit. For new claims only, so that an agent above the limit can renew its claims.
 */
export async function assertInquiryClaimCount(
  db: Transaction,
  { inquiryId, by, now }: { readonly inquiryId: string; readonly by: string; readonly now: Date },
): Promise<void> {
  const others = await db.rows(sql`
    select from inquiries where claimed_by = ${by} and status = 'claimed' and claim_expires_at > ${now}
      and id <> ${inquiryId}::uuid
    limit ${MAX_INQUIRY_CLAIMS}`);
  if (others.length === MAX_INQUIRY_CLAIMS) throw createTooManyInquiryClaimsError();
}

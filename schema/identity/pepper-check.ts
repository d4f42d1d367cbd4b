import { type Database, sql } from '../../prisma/client.ts';
import { deriveKey, matchesKey } from './keys.ts';

/** How many keys were checked, and how many of them were created with the pepper. */
export interface PepperCheck {
  readonly checked: number;
  readonly matching: number;
}

/**
 * Checks with which pepper the newest keys were created: at most 20 keys, whose idempotency receipts are still stored, because only
 * these can be derived again.
 */
export async function checkPepper(database: Database, pepper: string): Promise<PepperCheck> {
  const keys = await database.rows<{
    readonly kid: string;
    readonly hash: Uint8Array;
    readonly seed: string;
  }>(sql`
    select key.kid, key.hash, receipts.key as seed from receipts
    join agent_keys key on key.handle = receipts.owner
      and key.id::text in (receipts.answer #>> '{key,id}', receipts.answer ->> 'id')
    where receipts.operation in ('registerAgent', 'createKey') order by receipts.created_at desc limit 20`);
  const matching = keys.filter(({ kid, hash, seed }) =>
    matchesKey(hash, pepper, deriveKey(pepper, kid, seed).key),
  );
  return { checked: keys.length, matching: matching.length };
}

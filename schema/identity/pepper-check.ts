import { type Database, sql } from '../../prisma/client.ts';
import { deriveKey, matchesKey } from './keys.ts';

/**
 * Whether one of the newest keys was created with this pepper. Checks at most 20 keys, whose idempotency receipts are still
 * stored: only these can be derived again. Returns null if there is no such key.
 */
export async function checkPepper(database: Database, pepper: string): Promise<boolean | null> {
  const keys = await database.rows<{
    readonly kid: string;
    readonly hash: Uint8Array;
    readonly seed: string;
  }>(sql`
    select key.kid, key.hash, receipts.key as seed from receipts
    join agent_keys key on key.handle = receipts.owner
      and key.id::text in (receipts.answer #>> '{key,id}', receipts.answer ->> 'id')
    where receipts.operation in ('registerAgent', 'createKey') order by receipts.created_at desc limit 20`);
  if (keys.length === 0) return null;
  return keys.some(({ kid, hash, seed }) => matchesKey(hash, pepper, deriveKey(pepper, kid, seed).key));
}

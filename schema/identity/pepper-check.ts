import { type Database, sql } from '../../prisma/client.ts';
import { deriveKey, matchesKey } from './keys.ts';

interface Made {
  readonly kid: string;
  readonly hash: Uint8Array;
  readonly seed: string;
}

/**
 * Whether a pepper is the one that stored keys were made with: a key that was asked for under an idempotency key can
 * be made again while its receipt is kept. Null where there is no such key.
 */
export async function checkPepper(database: Database, pepper: string): Promise<boolean | null> {
  const made = await database.rows<Made>(sql`
    select key.kid, key.hash, receipts.key as seed from receipts
    join agent_keys key on key.handle = receipts.owner
      and key.id::text in (receipts.answer #>> '{key,id}', receipts.answer ->> 'id')
    where receipts.operation in ('registerAgent', 'createKey') order by receipts.created_at desc limit 20`);
  if (made.length === 0) return null;
  return made.some(({ kid, hash, seed }) => matchesKey(hash, pepper, deriveKey(pepper, kid, seed).key));
}

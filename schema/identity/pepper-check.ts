// Compares the configured pepper with the one that a database was used with: with another pepper, all stored keys are invalid.
import { type Database, type Sql, sql } from '../../prisma/client.ts';
import { deriveKey, hashKey, matchesKey } from './keys.ts';

/** The text whose MAC under the pepper is stored. */
const CHECKED_TEXT = 'board-pepper-v1';

/** `unstored`: the MAC is not stored yet, and the stored keys do not show that this is another pepper. */
type PepperState = 'same' | 'other' | 'unstored';

/** Compares the pepper with the one that the database was used with. Changes nothing; the database may be unmigrated. */
export async function comparePepper(database: Database, pepper: string): Promise<PepperState> {
  const [table] = await database.rows<{ name: string | null }>(
    sql`select to_regclass('pepper_check')::text as name`,
  );
  if (!table?.name) return 'unstored';
  const [stored] = await database.rows<{ mac: Uint8Array }>(sql`select mac from pepper_check`);
  if (stored) return matchesKey(stored.mac, pepper, CHECKED_TEXT) ? 'same' : 'other';
  return (await hasKeysOfOtherPepper(database, pepper)) ? 'other' : 'unstored';
}

/** Returns false if the database was used with another pepper. Changes nothing. */
export const acceptPepper = async (database: Database, pepper: string): Promise<boolean> =>
  (await comparePepper(database, pepper)) !== 'other';

/**
 * Stores the MAC under the pepper if none is stored, unless the database is read-only. Returns false if the database was used with
 * another pepper. If two processes store different MACs at the same time, one of them gets false.
 */
export async function adoptPepper(database: Database, pepper: string): Promise<boolean> {
  const state = await comparePepper(database, pepper);
  if (state !== 'unstored') return state === 'same';
  const [server] = await database.rows<{ isReadOnly: boolean }>(
    sql`select current_setting('transaction_read_only')::boolean as "isReadOnly"`,
  );
  if (server?.isReadOnly === true) return true;
  const mac = hashKey(pepper, CHECKED_TEXT);
  await database.rows(sql`insert into pepper_check (mac) values (${mac}) on conflict do nothing`);
  return (await comparePepper(database, pepper)) === 'same';
}

/**
 * Returns the statement that stores the MAC under the pepper in place of one under another pepper. It deletes the receipts of calls
 * that returned keys or session tokens: repeated, they would return ones that are derived under this pepper, but stored under the
 * other one. It reads all receipts, which can be millions, so it needs a connection without time limits.
 */
export const createPepperReplacement = (pepper: string): Sql => sql`
  with replaced as (
    insert into pepper_check (mac) values (${hashKey(pepper, CHECKED_TEXT)})
    on conflict (id) do update set mac = excluded.mac
  )
  delete from receipts where operation in ('registerAgent', 'createKey', 'signIn')`;

/** Maximum number of the newest keys whose receipts are searched: receipts have no index for this, and can be millions. */
const MAX_SEARCHED_KEYS = 1000;

/**
 * Whether the newest keys were all created with another pepper: at most 20 keys, whose idempotency receipts are still stored, because
 * only these can be derived again. For databases of versions that stored no MAC.
 */
async function hasKeysOfOtherPepper(database: Database, pepper: string): Promise<boolean> {
  const keys = await database.rows<{
    readonly kid: string;
    readonly hash: Uint8Array;
    readonly seed: string;
  }>(sql`
    select key.kid, key.hash, receipt.key as seed
    from (select * from agent_keys order by id desc limit ${MAX_SEARCHED_KEYS}) key
    cross join lateral (
      select receipts.key from receipts
      where receipts.owner = key.handle and receipts.operation in ('registerAgent', 'createKey')
        and key.id::text in (receipts.answer #>> '{key,id}', receipts.answer ->> 'id')
      limit 1
    ) receipt
    order by key.id desc limit 20`);
  const isOther = keys.map(
    ({ kid, hash, seed }) => !matchesKey(hash, pepper, deriveKey(pepper, kid, seed).key),
  );
  return isOther.length > 0 && isOther.every(Boolean);
}

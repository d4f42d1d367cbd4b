import { createHash } from 'node:crypto';
import { sql, type Database, type Transaction } from '../prisma/client.ts';
import { BoardError } from './contract.ts';

/** An idempotency key in use: whose, for what, and with which input (decisions, section 5). */
export interface ReceiptKey {
  readonly handle: string;
  readonly operation: string;
  readonly key: string;
}

interface Receipt extends ReceiptKey {
  readonly hash: Buffer;
  readonly now: Date;
}

type Made<Row> = { readonly row: Row } | { readonly recordId: string };

/** How long a key is remembered. */
export const RECEIPT_HOURS = 24;

/**
 * Runs a write once for its key. A concurrent run holds an advisory lock until it commits, so that the same key can
 * neither run twice nor wait: it is told so. Throws `idempotency_in_flight`, `idempotency_key_reused`.
 */
export async function runOnce<Row extends { id: string }>(
  db: Transaction,
  receipt: Receipt,
  run: () => Promise<Row>,
): Promise<Made<Row>> {
  await lock(db, receipt);
  const earlier = await findReceipt(db, receipt, receipt.now);
  if (earlier) return { recordId: assertSameInput(earlier, receipt.hash).recordId };
  const row = await run();
  await db.rows(sql`
    insert into receipts (handle, operation, key, input_hash, record_id, created_at)
    values (${receipt.handle}, ${receipt.operation}, ${receipt.key}, ${receipt.hash}, ${row.id}::uuid, ${receipt.now})
    on conflict (handle, operation, key) do update
      set input_hash = excluded.input_hash, record_id = excluded.record_id, created_at = excluded.created_at`);
  return { row };
}

/** The receipt of a key that is still remembered. */
export async function findReceipt(
  db: Transaction | Database,
  { handle, operation, key }: ReceiptKey,
  now: Date,
): Promise<{ recordId: string; inputHash: Buffer } | undefined> {
  const since = new Date(now.getTime() - RECEIPT_HOURS * 3_600_000);
  const rows = await db.rows<{ recordId: string; inputHash: Buffer }>(sql`
    select record_id as "recordId", input_hash as "inputHash" from receipts
    where handle = ${handle} and operation = ${operation} and key = ${key} and created_at > ${since}`);
  return rows[0];
}

export const keyReused = () =>
  new BoardError('idempotency_key_reused', 'This idempotency key was used for other input; choose a new one');

/** SHA-256 of the input in canonical form: member order does not matter, absent and null are the same. */
export const hashOf = (input: unknown): Buffer => createHash('sha256').update(canonical(input)).digest();

function assertSameInput<R extends { inputHash: Buffer }>(earlier: R, hash: Buffer): R {
  if (hash.equals(earlier.inputHash)) return earlier;
  throw keyReused();
}

async function lock(db: Transaction, { handle, operation, key }: ReceiptKey): Promise<void> {
  const name = JSON.stringify([handle, operation, key]);
  const [row] = await db.rows<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`,
  );
  if (row?.locked) return;
  throw new BoardError(
    'idempotency_in_flight',
    'The first request with this key is still running; ask again shortly',
    {
      members: { retry_after: 1 },
    },
  );
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) => (isRecord(member) ? sortMembers(member) : member));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sortMembers = (record: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(record)
      .filter(([, member]) => member !== undefined && member !== null)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Refuses faulty input under a key that was used already: the key is then what is wrong. Throws `idempotency_key_reused`. */
export async function assertFreshKey(database: Database, key: ReceiptKey, now: Date): Promise<void> {
  if (await findReceipt(database, key, now)) throw keyReused();
}

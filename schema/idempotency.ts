import { createHash } from 'node:crypto';
import { sql, type Transaction } from '../prisma/client.ts';
import { handleOf, isCreator } from './access.ts';
import type { Context, Viewer } from './context.ts';
import { BoardError } from './contract.ts';
import { readStored, toStored } from './stored.ts';

/** An idempotency key in use: whose, for what, and with which input (decisions, section 5). */
interface ReceiptKey {
  /** Handle of an agent, or `CREATOR`. */
  readonly owner: string;
  readonly operation: string;
  readonly key: string;
}

export interface Receipt extends ReceiptKey {
  readonly hash: Buffer;
  readonly now: Date;
}

type Made<Row> = { readonly row: Row } | { readonly stored: Row };

/** The operator's name among owners of keys: no agent can have it. */
const CREATOR = '*';

/** How long a key is remembered. */
export const RECEIPT_HOURS = 24;

/**
 * Runs a write once for its key. A concurrent run holds an advisory lock until it commits, so that the same key can
 * neither run twice nor wait: it is told so. Throws `idempotency_in_flight`, `idempotency_key_reused`.
 */
export async function runOnce<Row>(
  db: Transaction,
  receipt: Receipt,
  run: () => Promise<Row>,
): Promise<Made<Row>> {
  await lock(db, receipt);
  const earlier = await findEarlier<Row>(db, receipt);
  if (earlier) return earlier;
  const row = await run();
  const { owner, operation, key, hash, now } = receipt;
  await db.rows(sql`
    insert into receipts (owner, operation, key, input_hash, answer, created_at)
    values (${owner}, ${operation}, ${key}, ${hash}, ${toStored(row)}::jsonb, ${now})
    on conflict (owner, operation, key) do update
      set input_hash = excluded.input_hash, answer = excluded.answer, created_at = excluded.created_at`);
  return { row };
}

/** What a write under this key led to before; undefined for the first. Throws `idempotency_key_reused`. */
export async function findEarlier<Row>(
  db: Transaction,
  receipt: Receipt,
): Promise<{ readonly stored: Row } | undefined> {
  const earlier = await findReceipt(db, receipt, receipt.now);
  if (earlier && !receipt.hash.equals(earlier.inputHash)) throw keyReused();
  return earlier && { stored: readStored(earlier.answer) as Row };
}

/** Throws `idempotency_key_reused` where the caller has used this key for this operation already. */
export async function assertFreshKey(
  { database, viewer, clock }: Pick<Context, 'database' | 'viewer' | 'clock'>,
  operation: string,
  key: unknown,
): Promise<void> {
  const owner = ownerOf(viewer);
  if (owner === null || typeof key !== 'string') return;
  if (await findReceipt(database, { owner, operation, key }, clock.now())) throw keyReused();
}

/** Whose keys a caller's are; null for one who has no name yet. */
export const ownerOf = (viewer: Viewer): string | null => (isCreator(viewer) ? CREATOR : handleOf(viewer));

/** SHA-256 of the input in canonical form: member order does not matter, absent and null are the same. */
export const hashOf = (input: unknown): Buffer => createHash('sha256').update(canonical(input)).digest();

const keyReused = () =>
  new BoardError('idempotency_key_reused', 'This idempotency key was used for other input; choose a new one');

async function findReceipt(
  db: Transaction,
  { owner, operation, key }: ReceiptKey,
  now: Date,
): Promise<{ answer: unknown; inputHash: Buffer } | undefined> {
  const since = new Date(now.getTime() - RECEIPT_HOURS * 3_600_000);
  const rows = await db.rows<{ answer: unknown; inputHash: Buffer }>(sql`
    select answer, input_hash as "inputHash" from receipts
    where owner = ${owner} and operation = ${operation} and key = ${key} and created_at > ${since}`);
  return rows[0];
}

async function lock(db: Transaction, { owner, operation, key }: ReceiptKey): Promise<void> {
  const name = JSON.stringify([owner, operation, key]);
  const [row] = await db.rows<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`,
  );
  if (row?.locked) return;
  throw new BoardError(
    'idempotency_in_flight',
    'The first request with this key is still running; ask again shortly',
    { members: { retry_after: 1 } },
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

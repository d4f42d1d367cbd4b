// Receipts: a receipt stores the row that a write returned under an idempotency key, for replays.
import { createHash } from 'node:crypto';
import { type OpenTransaction, sql, type Sql, type Transaction } from '../../prisma/client.ts';
import { handleOf } from '../access.ts';
import type { Context } from '../context.ts';
import type { Viewer } from '../viewer.ts';
import { BoardError } from '../contract.ts';
import { parseStored, serializeStored, withStoredAt } from '../data/stored-json.ts';
import { idempotencyKey } from '../values/validators.ts';
import { batchPerTransaction } from '../data/batch-per-transaction.ts';

/** Identifies a receipt: an idempotency key of one owner for one operation. */
interface ReceiptKey {
  /** `receiptOwner` of the caller, or `owner` of the write if the caller is anonymous. */
  readonly owner: string;
  readonly operation: string;
  readonly key: string;
}

/** A receipt to claim or store. */
export interface Receipt extends ReceiptKey {
  /** SHA-256 of the effect of the input (`Write.toEffect`), and of the network of an anonymous caller (`createReceipt`). */
  readonly hash: Buffer;
  readonly now: Date;
  readonly lifetimeSeconds: number;
}

type WriteResult<Row> = { readonly row: Row } | { readonly stored: Row };

/** Lifetime of a receipt for a caller's idempotency key. */
export const RECEIPT_HOURS = 24;

const RECEIPT_SECONDS = RECEIPT_HOURS * 3600;

const keySchema = idempotencyKey();

/** How long an equal `/get` action without a key counts as a retry, by default. */
const RETRY_SECONDS = 60;

interface RepeatableAction {
  /** Null where an equal action is no retry. */
  readonly action: object | null;
  readonly retrySeconds?: number | undefined;
  readonly ctx: Pick<Context, 'facade' | 'viewer'>;
}

/**
 * Returns the key and lifetime of the receipt: the caller's idempotency key, or a hash of `action` for `/get` actions,
 * which clients are likely to repeat. Null if there is neither.
 */
export function toReceiptKey(
  key: string | null | undefined,
  { action, retrySeconds = RETRY_SECONDS, ctx }: RepeatableAction,
): Pick<Receipt, 'key' | 'lifetimeSeconds'> | null {
  if (key) return { key, lifetimeSeconds: RECEIPT_SECONDS };
  // A caller's key cannot start with a tilde. A repeat by an anonymous caller is no retry: two callers may request the same handle.
  return action !== null && ctx.facade === 'get' && receiptOwner(ctx.viewer) !== null
    ? {
        key: `~${hashInput(action).toString('base64url')}`,
        lifetimeSeconds: Math.min(retrySeconds, RECEIPT_SECONDS),
      }
    : null;
}

/**
 * Runs a write once per idempotency key and stores its row in the receipt; a replay returns the stored row. A running
 * write holds an advisory lock on its key until its transaction ends, so a concurrent call with the same key fails
 * instead of waiting. Throws `idempotency_in_flight`, `idempotency_key_reused`.
 *
 * In a shared transaction the write starts before the key is checked, because nearly every key is new. If the key was
 * used before, the transaction is rolled back, and the write runs again in a separate transaction.
 */
export async function runOnce<Row extends object>(
  db: OpenTransaction,
  receipt: Receipt,
  run: () => Promise<Row>,
): Promise<WriteResult<Row>> {
  const claimed = claimReceipt(db, receipt);
  const started = db.isGroup ? run() : null;
  const [earlierReceipt] = await Promise.all([claimed, started]);
  if (earlierReceipt && started) throw new Error('rolled back: the idempotency key was used before');
  if (earlierReceipt) return readReceipt(receipt, earlierReceipt);
  const row = await (started ?? run());
  db.beforeCommit(insertReceipts, { ...receipt, answer: serializeStored(withStoredAt(row, receipt.now)) });
  return { row };
}

/** Finds the stored row of an earlier write with this key. Throws `idempotency_key_reused`. */
export async function findReplay<Row>(
  db: Transaction,
  receipt: Receipt,
): Promise<{ readonly stored: Row } | undefined> {
  const earlierReceipt = await findReceipt(db, receipt);
  return earlierReceipt && readReceipt(receipt, earlierReceipt);
}

/**
 * Returns when the caller first used this key for this operation, if at all. `sent` is not validated yet; a malformed
 * key cannot have been stored, so it is not looked up.
 */
export async function findFirstUse(
  { database, viewer, clock }: Pick<Context, 'database' | 'viewer' | 'clock'>,
  operation: string,
  sent: unknown,
): Promise<Date | undefined> {
  const owner = receiptOwner(viewer);
  const { data: key } = keySchema.safeParse(sent);
  if (owner === null || key === undefined) return undefined;
  const lookup = { owner, operation, key, now: clock.now(), lifetimeSeconds: RECEIPT_SECONDS };
  return (await findReceipt(database, lookup))?.createdAt;
}

/**
 * Owner of the caller's idempotency keys: the handle of an agent, or `*` (which no handle contains) and the name of an operator
 * token; null for anonymous callers. All sessions of an operator token share its keys.
 */
export const receiptOwner = (viewer: Viewer): string | null =>
  viewer.kind === 'operator' ? `*${viewer.tokenName}` : handleOf(viewer);

/** SHA-256 of the input in canonical form: members sorted by name, absent and null members equal. */
export const hashInput = (input: unknown): Buffer =>
  createHash('sha256').update(serializeCanonically(input)).digest();

export const createKeyReusedError = () =>
  new BoardError('idempotency_key_reused', 'This idempotency key was used for other input; choose a new one');

const createInFlightError = () =>
  new BoardError(
    'idempotency_in_flight',
    'The first request with this idempotency key is still running; try again shortly',
    { members: { retry_after: 1 } },
  );

interface StoredReceipt {
  readonly answer: unknown;
  readonly inputHash: Buffer;
}

function readReceipt<Row>({ hash }: Receipt, { answer, inputHash }: StoredReceipt): { readonly stored: Row } {
  if (!hash.equals(inputHash)) throw createKeyReusedError();
  return { stored: parseStored(answer) as Row };
}

const earliestCreation = ({ now, lifetimeSeconds }: Pick<Receipt, 'now' | 'lifetimeSeconds'>) =>
  new Date(now.getTime() - lifetimeSeconds * 1000);

async function findReceipt(
  db: Transaction,
  lookup: Omit<Receipt, 'hash'>,
): Promise<(StoredReceipt & { readonly createdAt: Date }) | undefined> {
  const { owner, operation, key } = lookup;
  const [found] = await db.rows<StoredReceipt & { createdAt: Date }>(sql`
    select answer, input_hash as "inputHash", created_at as "createdAt" from receipts
    where owner = ${owner} and operation = ${operation} and key = ${key} and created_at > ${earliestCreation(lookup)}`);
  return found;
}

/**
 * Locks the key and returns its stored receipt, if any. Throws `idempotency_in_flight` if another transaction has locked the key.
 * Throws it also if an earlier write of the same transaction has the key: the locks of a transaction do not stop its other writes.
 */
const claimReceipt = batchPerTransaction<Receipt, StoredReceipt | undefined>(async (db, receipts) => {
  const names = receipts.map(({ owner, operation, key }) => JSON.stringify([owner, operation, key]));
  const rows = await db.rows<{ locked: boolean; answer: unknown; inputHash: Buffer | null }>(sql`
    select locked, answer, input_hash as "inputHash" from claim_receipts(
      ${names}::text[], ${receipts.map(({ owner }) => owner)}::text[],
      ${receipts.map(({ operation }) => operation)}::text[], ${receipts.map(({ key }) => key)}::text[],
      ${receipts.map(earliestCreation)}::timestamptz[])`);
  return names.map((name, i) => {
    const row = rows[i];
    if (!row?.locked || names.indexOf(name) < i) return createInFlightError();
    const { answer, inputHash } = row;
    return inputHash === null ? undefined : { answer, inputHash };
  });
});

/** Stores receipts in the transaction of their writes. */
const insertReceipts = (receipts: readonly (Receipt & { readonly answer: string })[]): Sql => sql`
  insert into receipts (owner, operation, key, input_hash, answer, created_at)
  select owner, operation, key, input_hash, answer::jsonb, created_at
  from unnest(
    ${receipts.map(({ owner }) => owner)}::text[], ${receipts.map(({ operation }) => operation)}::text[],
    ${receipts.map(({ key }) => key)}::text[], ${receipts.map(({ hash }) => hash)}::bytea[],
    ${receipts.map(({ answer }) => answer)}::text[], ${receipts.map(({ now }) => now)}::timestamptz[]
  ) as receipt(owner, operation, key, input_hash, answer, created_at)
  on conflict (owner, operation, key) do update
    set input_hash = excluded.input_hash, answer = excluded.answer, created_at = excluded.created_at`;

const serializeCanonically = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) => (isPlainObject(member) ? sortMembers(member) : member));

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sortMembers = (record: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(record)
      .filter(([, member]) => member !== undefined && member !== null)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

import { createHash } from 'node:crypto';
import { type OpenTransaction, sql, type Sql, type Transaction } from '../../prisma/client.ts';
import { handleOf, isOperator } from '../access.ts';
import type { Context } from '../context.ts';
import type { Viewer } from '../viewer.ts';
import { BoardError } from '../contract.ts';
import { parseStored, serializeStored } from '../data/stored-json.ts';
import { idempotencyKey } from '../values/text.ts';
import { batchPerTransaction } from '../data/batch-per-transaction.ts';

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
  /** How long it stands, in seconds. */
  readonly seconds: number;
}

type Made<Row> = { readonly row: Row } | { readonly stored: Row };

/** The operator's name among owners of keys: no agent can have it. */
const CREATOR = '*';

/** How long a key is remembered. */
export const RECEIPT_HOURS = 24;

const RECEIPT_SECONDS = RECEIPT_HOURS * 3600;

const keyForm = idempotencyKey();

/** How long an action that came in a URL without a key is the same as the one before it (decisions, section 5). */
const REPEAT_SECONDS = 60;

/** What a receipt is kept under: a key of the caller's, or a hash of what came in a URL, where a retry is likely. */
export function toReceiptKey(
  key: string | null | undefined,
  { hash, ctx }: { readonly hash: Buffer; readonly ctx: Pick<Context, 'facade' | 'viewer'> },
): Pick<Receipt, 'key' | 'seconds'> | null {
  if (key) return { key, seconds: RECEIPT_SECONDS };
  // No caller's key begins with a tilde. Who has no name yet repeats nobody: another may ask for the same handle.
  return ctx.facade === 'get' && receiptOwner(ctx.viewer) !== null
    ? { key: `~${hash.toString('base64url')}`, seconds: REPEAT_SECONDS }
    : null;
}

/**
 * Runs a write once for its key. A concurrent run holds an advisory lock until it commits, so that the same key can
 * neither run twice nor wait: it is told so. Throws `idempotency_in_flight`, `idempotency_key_reused`.
 *
 * In a shared transaction the write goes ahead before it is known whether the key is new, as nearly every key is.
 * Where it is not, all of it is undone, and then the write runs by itself, one thing after the other.
 */
export async function runOnce<Row>(
  db: OpenTransaction,
  receipt: Receipt,
  run: () => Promise<Row>,
): Promise<Made<Row>> {
  const claimed = claim(db, receipt);
  const ahead = db.isGroup ? run() : null;
  const [earlier] = await Promise.all([claimed, ahead]);
  if (earlier && ahead) throw new Error('undone: its idempotency key was used before');
  if (earlier) return readReceipt(receipt, earlier);
  const row = await (ahead ?? run());
  db.beforeCommit(insertReceipts, { ...receipt, answer: serializeStored(row) });
  return { row };
}

/** What a write under this key led to before; undefined for the first. Throws `idempotency_key_reused`. */
export async function findReplay<Row>(
  db: Transaction,
  receipt: Receipt,
): Promise<{ readonly stored: Row } | undefined> {
  const earlier = await findReceipt(db, receipt);
  return earlier && readReceipt(receipt, earlier);
}

/**
 * Throws `idempotency_key_reused` where the caller has used this key for this operation already. The key comes as it
 * was sent: one that has not the form of a key was never stored, and does not reach the database.
 */
export async function assertUnusedKey(
  { database, viewer, clock }: Pick<Context, 'database' | 'viewer' | 'clock'>,
  operation: string,
  sent: unknown,
): Promise<void> {
  const owner = receiptOwner(viewer);
  const { data: key } = keyForm.safeParse(sent);
  if (owner === null || key === undefined) return;
  const asked = { owner, operation, key, now: clock.now(), seconds: RECEIPT_SECONDS };
  if (await findReceipt(database, asked)) throw keyReused();
}

/** Whose keys a caller's are; null for one who has no name yet. */
export const receiptOwner = (viewer: Viewer): string | null =>
  isOperator(viewer) ? CREATOR : handleOf(viewer);

/** SHA-256 of the input in canonical form: member order does not matter, absent and null are the same. */
export const hashInput = (input: unknown): Buffer => createHash('sha256').update(canonical(input)).digest();

const keyReused = () =>
  new BoardError('idempotency_key_reused', 'This idempotency key was used for other input; choose a new one');

const inFlight = () =>
  new BoardError(
    'idempotency_in_flight',
    'The first request with this key is still running; ask again shortly',
    { members: { retry_after: 1 } },
  );

interface Found {
  readonly answer: unknown;
  readonly inputHash: Buffer;
}

function readReceipt<Row>({ hash }: Receipt, { answer, inputHash }: Found): { readonly stored: Row } {
  if (!hash.equals(inputHash)) throw keyReused();
  return { stored: parseStored(answer) as Row };
}

const sinceOf = ({ now, seconds }: Pick<Receipt, 'now' | 'seconds'>) =>
  new Date(now.getTime() - seconds * 1000);

async function findReceipt(db: Transaction, asked: Omit<Receipt, 'hash'>): Promise<Found | undefined> {
  const { owner, operation, key } = asked;
  const [found] = await db.rows<Found>(sql`
    select answer, input_hash as "inputHash" from receipts
    where owner = ${owner} and operation = ${operation} and key = ${key} and created_at > ${sinceOf(asked)}`);
  return found;
}

/** Locks a key, and finds what it led to. Of two that share a transaction, and so its locks, the first has it. */
const claim = batchPerTransaction<Receipt, Found | undefined>(async (db, receipts) => {
  const names = receipts.map(({ owner, operation, key }) => JSON.stringify([owner, operation, key]));
  const rows = await db.rows<{ locked: boolean; answer: unknown; inputHash: Buffer | null }>(sql`
    select locked, answer, input_hash as "inputHash" from claim_receipts(
      ${names}::text[], ${receipts.map(({ owner }) => owner)}::text[],
      ${receipts.map(({ operation }) => operation)}::text[], ${receipts.map(({ key }) => key)}::text[],
      ${receipts.map(sinceOf)}::timestamptz[])`);
  return names.map((name, i) => {
    const row = rows[i];
    if (!row?.locked || names.indexOf(name) < i) return inFlight();
    const { answer, inputHash } = row;
    return inputHash === null ? undefined : { answer, inputHash };
  });
});

/** What is written with the effect, in the same transaction: that keys are used, and what they led to. */
const insertReceipts = (made: readonly (Receipt & { readonly answer: string })[]): Sql => sql`
  insert into receipts (owner, operation, key, input_hash, answer, created_at)
  select owner, operation, key, input_hash, answer::jsonb, created_at
  from unnest(
    ${made.map(({ owner }) => owner)}::text[], ${made.map(({ operation }) => operation)}::text[],
    ${made.map(({ key }) => key)}::text[], ${made.map(({ hash }) => hash)}::bytea[],
    ${made.map(({ answer }) => answer)}::text[], ${made.map(({ now }) => now)}::timestamptz[]
  ) as made(owner, operation, key, input_hash, answer, created_at)
  on conflict (owner, operation, key) do update
    set input_hash = excluded.input_hash, answer = excluded.answer, created_at = excluded.created_at`;

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

// Checkpoints: which records a reader of the feed has received. Records are not always committed in the order of their dates,
// so a position in that order is not enough: a row before it may be committed after the page was read.
//
// A checkpoint is a position and a database snapshot. It covers a row that lies at or before the position and whose
// transaction is visible in the snapshot. Invariant: of the rows that match the reader's filters, later pages deliver
// exactly those that no checkpoint covers.
import { MINUTE_MS } from '../values/durations.ts';
import { NIL_ID } from '../values/ids.ts';

/** A position in the feed, which is ordered by time, then by id. */
export interface FeedPosition {
  /** RFC 3339 in UTC with milliseconds: such texts sort like their times. */
  readonly at: string;
  readonly id: string;
}

export interface Checkpoint extends FeedPosition {
  /** The transactions that were committed when the page was read: a `pg_snapshot` as text. */
  readonly snapshot: string;
  /** When the page was read, in milliseconds since the epoch by the board's clock. */
  readonly takenAt: number;
}

/**
 * How long before its commit a record may be dated. A write reads the clock within its transaction, which is rolled
 * back when it takes more than 45 s (`prisma/transactions/transactions.ts`); the rest is for the commit and for clocks that differ.
 */
export const MAX_COMMIT_DELAY_MS = 60_000;

/** Before every position, for PostgreSQL and as text: `-` sorts before digits. */
const BEGINNING: FeedPosition = { at: '-infinity', id: NIL_ID };

/**
 * The maximum number of checkpoints of a reader. It has more than one only while late rows fill whole pages. If it would need
 * more than the maximum, some rows are delivered twice.
 */
const MAX_CHECKPOINTS = 4;

/** Maximum number of running transactions in a snapshot, so that a cursor fits into a URL. */
const MAX_RUNNING = 100;

const isAfter = (a: FeedPosition, b: FeedPosition): boolean => (a.at === b.at ? a.id > b.id : a.at > b.at);

const furtherOf = (a: FeedPosition, b: FeedPosition): FeedPosition => (isAfter(a, b) ? a : b);

/** Returns the position before every row of this time. */
export const positionAt = (instant: Date): FeedPosition => ({ at: instant.toISOString(), id: NIL_ID });

/**
 * Returns the position from which to read: rows that no checkpoint covers lie after it. It is the earlier of two positions: the
 * position of the furthest checkpoint, and the position before which no row could be committed after the oldest checkpoint was
 * taken.
 */
export function startPosition(checkpoints: readonly Checkpoint[]): FeedPosition {
  const [furthest] = checkpoints;
  if (!furthest) return BEGINNING;
  const oldest = Math.min(...checkpoints.map(({ takenAt }) => takenAt));
  const late = positionBeforeLateRows(oldest);
  return isAfter(furthest, late) ? late : furthest;
}

/** Returns the position before which no more rows can be committed after this time. */
const positionBeforeLateRows = (takenAt: number): FeedPosition =>
  positionAt(new Date(takenAt - MAX_COMMIT_DELAY_MS));

/** A checkpoint whose time is further ahead than this was taken while a clock was ahead. Less is within `MAX_COMMIT_DELAY_MS`. */
const MAX_CLOCK_DIFFERENCE_MS = 10_000;

/** How long ago such a checkpoint counts as taken: longer than a stored one can wait for `replaceFuturePositions`. */
const REPLACED_AGE_MS = 10 * MINUTE_MS;

/** Returns the time after which a checkpoint is from the future, and the time that replaces its time. */
export const futureTimes = (now: Date) => ({
  after: now.getTime() + MAX_CLOCK_DIFFERENCE_MS,
  replacement: now.getTime() - REPLACED_AGE_MS,
});

/**
 * Returns the checkpoints, those from the future with a time ten minutes before `now`. They were taken while a clock was ahead.
 * Rows that were written since it was set back are dated earlier. A read leaves out the rows that the snapshots cover.
 */
export function replaceFutureTimes(checkpoints: readonly Checkpoint[], now: Date): readonly Checkpoint[] {
  const { after, replacement } = futureTimes(now);
  return checkpoints.map((each) => (each.takenAt > after ? { ...each, takenAt: replacement } : each));
}

/**
 * Returns the checkpoint of a reader that begins at `now`, with a snapshot that was taken then or later. It does not cover
 * transactions that are still running, whatever the dates of their rows.
 */
export const checkpointAt = (now: Date, snapshot: string): Checkpoint => ({
  ...positionAt(now),
  snapshot: shorten(snapshot, parseSnapshot(snapshot).end),
  takenAt: now.getTime(),
});

/** What a statement has read after checkpoints. */
interface Read {
  /** The transactions of the rows. */
  readonly xids: readonly string[];
  readonly snapshot: string;
  readonly takenAt: number;
  /** Whether rows may be missing that were committed long before (`isPartialRead`). */
  readonly isPartial?: boolean | undefined;
}

/** How far the rows that were read have been delivered, in their order. */
interface Delivered {
  /** The last delivered row; null for none. */
  readonly last: FeedPosition | null;
  /** Whether more of the rows follow `last`. */
  readonly hasMore: boolean;
}

/**
 * Returns a function that computes the checkpoints after any row that was read, the furthest first, as if the page had ended with
 * this row. Checkpoints at or before the new checkpoint are dropped. If no more rows follow, the new checkpoint lies at or after
 * the position before which no more rows can be committed: if it lay at the last delivered row, the next page would read all rows
 * after that row, of which the reader's filters may match few. After a partial read the new checkpoint does not move to that
 * position, and keeps the earliest `takenAt`, so that the next read finds the missing rows.
 */
export function createCheckpointAdvance(
  checkpoints: readonly Checkpoint[],
  { xids, snapshot, takenAt: readAt, isPartial = false }: Read,
): (delivered: Delivered) => Checkpoint[] {
  const ends = [...checkpoints.map((earlier) => parseSnapshot(earlier.snapshot).end), ...xids.map(endAfter)];
  // PostgreSQL accepts no snapshot that ends at 0.
  const end = ends.reduce((a, b) => (a > b ? a : b), 1n);
  const shortened = shorten(snapshot, end);
  const takenAt = isPartial ? Math.min(readAt, ...checkpoints.map((earlier) => earlier.takenAt)) : readAt;
  const reached = isPartial ? [] : [positionBeforeLateRows(takenAt)];
  return ({ last, hasMore }) => {
    const candidates = [...checkpoints.slice(0, 1), ...reached, ...(last ? [last] : [])];
    const position = hasMore || candidates.length === 0 ? last : candidates.reduce(furtherOf);
    if (!position) return [...checkpoints];
    const checkpoint = { at: position.at, id: position.id, snapshot: shortened, takenAt };
    // Keep the newest checkpoints: without them the reader would receive the same late rows with every page.
    return [...checkpoints.filter((earlier) => isAfter(earlier, checkpoint)), checkpoint].slice(
      -MAX_CHECKPOINTS,
    );
  };
}

/** Returns the checkpoints after a page, as `createCheckpointAdvance`. `last` is its last row. */
export const advanceCheckpoints = (
  checkpoints: readonly Checkpoint[],
  { last, hasMore, ...read }: Read & Delivered,
): Checkpoint[] => createCheckpointAdvance(checkpoints, read)({ last, hasMore });

/** The first transaction that a snapshot does not see, and those before it that were running. */
function parseSnapshot(snapshot: string): { readonly end: bigint; readonly running: readonly bigint[] } {
  const [, end = '', running = ''] = snapshot.split(':');
  return { end: BigInt(end), running: running.split(',').filter(Boolean).map(BigInt) };
}

const endAfter = (xid: string): bigint => BigInt(xid) + 1n;

/**
 * Returns a snapshot that sees no transaction from `end` on. `end` is the first id after the transactions of all rows that were
 * read: later transactions have no row to cover, and after a crash the database may assign their ids again. The snapshot names at
 * most `MAX_RUNNING` running transactions; the first omitted one and all after it count as running. At worst their rows are
 * delivered twice.
 */
function shorten(snapshot: string, end: bigint): string {
  const { end: current, running } = parseSnapshot(snapshot);
  const firstUnseen = [current, end, running[MAX_RUNNING] ?? current].reduce((a, b) => (a < b ? a : b));
  const named = running.filter((xid) => xid < firstUnseen);
  return `${named[0] ?? firstUnseen}:${firstUnseen}:${named.join()}`;
}

// How far a reader of the feed has come, where records may be committed in another order than they are dated in.
//
// The invariant: every row that the reader's types, channel and `since` ask for has been delivered exactly where some
// mark covers it: it lies at or before the mark's place, and its transaction is visible in the mark's snapshot.
// A place alone would not do: a row before it may be committed only after it was read.

/** A place in the feed's order: by time, then by id. */
export interface FeedPosition {
  /** RFC 3339 with milliseconds, so that texts sort as their times do. */
  readonly at: string;
  readonly id: string;
}

export interface Checkpoint extends FeedPosition {
  /** What was committed when the reader came here: a `pg_snapshot`, as text. */
  readonly snapshot: string;
  /** When that was, by the board's clock: milliseconds. */
  readonly takenAt: number;
}

/**
 * How much earlier than its commit a record may be dated. A write takes the time, and then makes at most three statements
 * of 10 s each (`statement_timeout`); the rest is left to clocks of several processes that do not quite agree.
 */
export const MAX_COMMIT_DELAY_MS = 60_000;

/** Before the first row of any time. */
const NO_ID = '00000000-0000-0000-0000-000000000000';
export const BEGINNING: FeedPosition = { at: '-infinity', id: NO_ID };

/** More than one mark stands only while late rows fill whole pages; with fewer marks than that rows come twice. */
const MARKS_MAX = 4;

/** Transactions in progress that a snapshot names: a cursor has to fit into a URL. */
const RUNNING_MAX = 100;

const isBeyond = (one: FeedPosition, other: FeedPosition): boolean =>
  one.at === other.at ? one.id > other.id : one.at > other.at;

const furthest = (one: FeedPosition, other: FeedPosition): FeedPosition =>
  isBeyond(one, other) ? one : other;

/** The first instant's place: its rows and all later ones lie beyond. */
export const positionAt = (instant: Date): FeedPosition => ({ at: instant.toISOString(), id: NO_ID });

/**
 * Beyond which place there may be rows that no mark covers. Where the marks are old no late row is to be expected
 * anywhere, and reading goes on from the furthest one.
 */
export function startPosition(marks: readonly Checkpoint[]): FeedPosition {
  const [reached] = marks;
  if (!reached) return BEGINNING;
  const oldest = Math.min(...marks.map(({ takenAt }) => takenAt));
  const late = positionAt(new Date(oldest - MAX_COMMIT_DELAY_MS));
  return isBeyond(reached, late) ? late : reached;
}

/** A page as it was read: `last` is null where it is empty. */
export interface ReadPage {
  readonly last: FeedPosition | null;
  /** Cut at `last`: there is more behind it. */
  readonly isCut: boolean;
  readonly snapshot: string;
  readonly takenAt: number;
}

/** The marks after a page, the furthest first; what the new one covers besides is dropped. */
export function advanceCheckpoints(
  marks: readonly Checkpoint[],
  { last, isCut, snapshot, takenAt }: ReadPage,
): Checkpoint[] {
  const [reached] = marks;
  const place = reached && !isCut ? furthest(reached, last ?? reached) : last;
  if (!place) return [...marks];
  const mark = { at: place.at, id: place.id, snapshot: shorten(snapshot), takenAt };
  // The newest marks are kept: what they cover would otherwise be read again and again.
  return [...marks.filter((one) => isBeyond(one, mark)), mark].slice(-MARKS_MAX);
}

/**
 * A snapshot that sees no more than the given one, and names at most so many running transactions: all from the first
 * that is not named count as running, so that at worst their rows come twice.
 */
function shorten(snapshot: string): string {
  const [xmin = '', , running = ''] = snapshot.split(':');
  const named = running.split(',');
  return named.length <= RUNNING_MAX
    ? snapshot
    : `${xmin}:${named[RUNNING_MAX] ?? ''}:${named.slice(0, RUNNING_MAX).join(',')}`;
}

// Which viewers can see a record that the operator has hidden. Reads that depend on the viewer, and writes to such records, use this
// module. Reads that leave hidden records out for every viewer (search, statistics, the sitemap) have `hidden_at is null`, or
// `visible` of `entries`, in their statements.
import { sql, type Sql } from '../../prisma/client.ts';
import { handleOf, isOperator, isOwnerOrOperator } from '../access.ts';
import type { Viewer } from '../viewer.ts';
import { BoardError } from '../contract.ts';

/** The columns that decide about visibility. Triggers set `hidden_at` also while a parent of the record is hidden. */
export interface HideableRow {
  readonly hiddenAt: Date | null;
  readonly createdBy: string;
}

/**
 * Whether the viewer can see a record: a hidden record is visible to its author and the operator only. Reads the
 * viewer for hidden records only, because a response that depends on the viewer cannot be shared between callers.
 */
export const isVisible = ({ hiddenAt, createdBy }: HideableRow, viewer: Viewer): boolean =>
  hiddenAt === null || isOwnerOrOperator(viewer, createdBy);

/** Returns the record, or null if it does not exist or the viewer cannot see it. */
export async function visibleOrNull<Row extends HideableRow>(
  { viewer }: { readonly viewer: Viewer },
  loading: Promise<Row | null>,
): Promise<Row | null> {
  const row = await loading;
  return row && isVisible(row, viewer) ? row : null;
}

/**
 * The rows that a page includes: all rows, or those that the agent with this handle can see. `handle` is null for
 * callers that are not agents.
 */
export interface VisibilityFilter {
  readonly seesAll: boolean;
  readonly handle: string | null;
}

/** The rows that the viewer can see. */
export const visibilityOf = (viewer: Viewer): VisibilityFilter => ({
  seesAll: isOperator(viewer),
  handle: handleOf(viewer),
});

/** The filter as a condition on the columns of a table. */
export const whereVisible = ({ seesAll, handle }: VisibilityFilter): Sql =>
  seesAll ? sql`true` : sql`(hidden_at is null or created_by = ${handle})`;

/**
 * Returns the filter as separate conditions: one for rows that are not hidden, one for the viewer's hidden rows. With the
 * partial indexes of large lists, a page that merges both never reads the hidden rows of other agents.
 */
export const visibleRanges = ({ seesAll, handle }: VisibilityFilter): readonly Sql[] => {
  if (seesAll) return [sql`true`];
  const ownRows = handle === null ? [] : [sql`hidden_at is not null and created_by = ${handle}`];
  return [sql`hidden_at is null`, ...ownRows];
};

/**
 * A count without hidden records. `hidden` is absent in rows that an older version has stored in idempotency receipts.
 */
export const countVisible = (total: number, hidden: number | undefined): number => total - (hidden ?? 0);

const isRowVisible = (row: object, viewer: Viewer): boolean =>
  !('hiddenAt' in row) || isVisible(row as HideableRow, viewer);

/**
 * Reads a page without the records that the viewer cannot see. Hidden records are rare, so the page is first read
 * with all records: the same statement for every caller, which can be shared. It is read again for this viewer only
 * if it contains a record that the viewer cannot see.
 */
export async function readVisible<Row extends object>(
  viewer: Viewer,
  read: (filter: VisibilityFilter) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const all = await read({ seesAll: true, handle: null });
  if (all.every((row) => isRowVisible(row, viewer))) return all;
  return read({ seesAll: false, handle: handleOf(viewer) });
}

/** Throws for a hidden record: `state_conflict` if the viewer can see it, and the error of `notFound` otherwise. */
export function assertNotHidden(record: HideableRow, viewer: Viewer, notFound: () => BoardError): void {
  if (record.hiddenAt === null) return;
  if (!isOwnerOrOperator(viewer, record.createdBy)) throw notFound();
  throw new BoardError('state_conflict', 'The operator has hidden this record; nothing can be added to it', {
    members: { current_state: 'hidden' },
  });
}

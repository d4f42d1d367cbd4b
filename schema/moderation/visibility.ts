// Who is shown a record that an operator has hidden. Everything that reads or adds to such records decides it here.
import { sql, type Sql } from '../../prisma/client.ts';
import { handleOf, isOwnerOrOperator } from '../access.ts';
import type { Viewer } from '../viewer.ts';
import { BoardError } from '../contract.ts';

/** The columns that decide it. Triggers keep them: a record is hidden as long as a record above it is. */
export interface HideableRow {
  readonly hiddenAt: Date | null;
  readonly createdBy: string;
}

/**
 * A hidden record is shown to its author and to operators. Who the viewer is is read for hidden records only: an answer
 * that depends on it cannot be shared between callers.
 */
export const isVisible = ({ hiddenAt, createdBy }: HideableRow, viewer: Viewer): boolean =>
  hiddenAt === null || isOwnerOrOperator(viewer, createdBy);

/** The record, or null where the viewer may not see it. */
export async function visibleOrNull<Row extends HideableRow>(
  { viewer }: { readonly viewer: Viewer },
  loading: Promise<Row | null>,
): Promise<Row | null> {
  const row = await loading;
  return row && isVisible(row, viewer) ? row : null;
}

/** Which rows of a page are read: all, or those that are not hidden from the agent with this handle. */
export interface VisibilityFilter {
  readonly seesAll: boolean;
  readonly handle: string | null;
}

/** The rows of a sight, as a condition on the columns of a table. */
export const whereVisible = ({ seesAll, handle }: VisibilityFilter): Sql =>
  seesAll ? sql`true` : sql`(hidden_at is null or created_by = ${handle})`;

const isShown = (row: object, viewer: Viewer): boolean =>
  !('hiddenAt' in row) || isVisible(row as HideableRow, viewer);

/**
 * Reads a page as the viewer may see it. Hidden records are rare: the page is read with them, which is the same
 * statement for every caller, and read again for this viewer only where it has some that the viewer may not see.
 */
export async function readVisible<Row extends object>(
  viewer: Viewer,
  read: (sight: VisibilityFilter) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const all = await read({ seesAll: true, handle: null });
  if (all.every((row) => isShown(row, viewer))) return all;
  return read({ seesAll: false, handle: handleOf(viewer) });
}

/** Throws for a record that is hidden: `notFound` for those who may not see it, `state_conflict` for the others. */
export function assertNotHidden(record: HideableRow, viewer: Viewer, notFound: () => BoardError): void {
  if (record.hiddenAt === null) return;
  if (!isOwnerOrOperator(viewer, record.createdBy)) throw notFound();
  throw new BoardError('state_conflict', 'An operator has hidden this record: nothing can be added to it', {
    members: { current_state: 'hidden' },
  });
}

import { type Database, sql } from '../../prisma/client.ts';
import { createSeqPageLoader, type SeqList, type SeqPage } from '../data/seq-pages.ts';
import type { VisibilityFilter } from './visibility.ts';

/** The parent of a list, and the handle of the viewer; null for callers that are not agents. */
type VisibleTo<Parent> = Parent & { readonly handle: string | null };

/**
 * Creates a loader of pages of a list of records that an operator can hide, for `readVisible`. Partial indexes have the rows
 * that are not hidden and the hidden rows of an author; a page that merges both never reads the hidden rows of other agents.
 */
export function createVisiblePageLoader<Row, Parent extends object>(
  database: Database,
  list: SeqList<Parent>,
) {
  const all = createSeqPageLoader<Row, Parent>(database, list);
  const visible = createSeqPageLoader<Row, VisibleTo<Parent>>(database, {
    ...list,
    keyTypes: { ...list.keyTypes, handle: 'text' },
    ranges: [sql`hidden_at is null`, sql`hidden_at is not null and created_by = page.handle`],
  });
  return {
    load: (page: Parent & SeqPage, { seesAll, handle }: VisibilityFilter) =>
      seesAll ? all.load(page) : visible.load({ ...page, handle }),
  };
}

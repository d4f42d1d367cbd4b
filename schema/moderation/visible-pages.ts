import { type Database, sql, type Sql } from '../../prisma/client.ts';
import { type ChildList, createPageLoader } from '../data/page-loaders.ts';
import type { VisibilityFilter } from './visibility.ts';

/** A list of child records that an operator can hide, in the order of `seq`. */
interface HideableChildList<Page> extends Pick<ChildList<Page>, 'keyTypes'> {
  /** The query of one page of at most `page.size` rows that fulfil a condition. */
  readonly query: (condition: Sql) => Sql;
}

/** A page for one viewer. `handle` is null for callers that are not agents. */
type VisiblePage<Page> = Page & { readonly handle: string | null };

/**
 * Creates a loader of pages of a list, for `readVisible`. Partial indexes have the rows that are not hidden and the hidden
 * rows of an author; a page that merges both never reads the hidden rows of other agents.
 */
export function createVisiblePageLoader<Row, Page extends { readonly size: number }>(
  database: Database,
  { keyTypes, query }: HideableChildList<Page>,
) {
  const order = sql`seq`;
  const all = createPageLoader<Row, Page>(database, { keyTypes, query: query(sql`true`), order });
  const visible = createPageLoader<Row, VisiblePage<Page>>(database, {
    keyTypes: { ...keyTypes, handle: 'text' },
    query: sql`select * from (
      (${query(sql`hidden_at is null`)}) union all (${query(sql`hidden_at is not null and created_by = page.handle`)})
    ) part order by seq limit page.size`,
    order,
  });
  return {
    load: (page: Page, { seesAll, handle }: VisibilityFilter) =>
      seesAll ? all.load(page) : visible.load({ ...page, handle }),
  };
}

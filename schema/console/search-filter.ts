// Searches the records of one type for operators, hidden and quarantined ones included.
import { type EntryType, join, raw, sql } from '../../prisma/client.ts';
import type { ListConditions } from '../graphql/lists/list-conditions.ts';
import { text } from '../values/validators.ts';
import { MAX_RANKED } from '../search/statements.ts';

/** The text of a search query: 1–200 characters on one line. */
export const queryText = () => text({ min: 1, max: 200, trim: true, isOneLine: true });

/** Maximum hidden records, and maximum quarantined facts, that a query is compared with: no index has their words. */
export const MAX_HIDDEN_SEARCHED = 10_000;

/**
 * Returns the conditions for records that match the query: the newest public ones, as search finds them, and those among the
 * newest hidden or quarantined ones, which search leaves out. The conditions on columns equal those of the partial indexes, so that
 * PostgreSQL uses the indexes. Width 1 of `search_query` also finds names by their parts.
 *
 * @param source `hiddenBy` are the columns that hide a record; `isHidden` filters by the first column.
 * @param filter `isHidden` is true for hidden records only, false for records that are not hidden, null for all.
 */
export function searchConditions(
  {
    type,
    table,
    hiddenBy,
  }: {
    readonly type: EntryType;
    readonly table: 'posts' | 'facts' | 'reports';
    readonly hiddenBy: readonly ['hidden_at'] | readonly ['quarantined_at', 'hidden_at'];
  },
  {
    q,
    isHidden,
    now,
  }: {
    readonly q?: string | null | undefined;
    readonly isHidden: boolean | null;
    readonly now: Date;
  },
): Pick<ListConditions, 'conditions' | 'rest'> {
  const state =
    isHidden === null ? null : [sql`${raw(hiddenBy[0])} is ${raw(isHidden ? 'not null' : 'null')}`];
  if (!q) return { conditions: { state } };
  const publicMatches = sql`
    select id from search_matches(
      q => ${q}, types => array[${type}], channel => null, author => null, since => null, till => null, now => ${now},
      until => null, wide => null, guess => null, most => ${MAX_RANKED})`;
  // A record that the first column does not hide can only be hidden by the other one.
  const hidingColumns = isHidden === false ? hiddenBy.slice(1) : hiddenBy;
  // In a subquery, `search_query` is evaluated once; as a condition, it would be evaluated for each record.
  const hiddenMatches = hidingColumns.map(
    (column) => sql`
      select entries.id from (
        select id from ${raw(table)} where ${raw(column)} is not null
        order by created_at desc, id desc limit ${MAX_HIDDEN_SEARCHED}
      ) record join entries on entries.id = record.id
      where tsv @@ (select search_query(${q}, 1))`,
  );
  const selects = isHidden === true ? hiddenMatches : [publicMatches, ...hiddenMatches];
  return { conditions: { state }, rest: sql`id in (${join(selects, ' union all ')})` };
}

// What an operator looks for among the records of a noun, withdrawn ones included.
import { type EntryType, join, raw, sql, type Sql } from '../../prisma/client.ts';
import { whereAll } from '../graphql/record-filters.ts';
import { text } from '../values/text.ts';
import { MAX_RANKED } from '../search/search-page.ts';

/** Words to look for. */
export const queryText = () => text({ min: 1, max: 200, trim: true, line: true });

/** A noun whose records are withdrawn by a time in a column, the one that `withdrawn` asks for first. */
interface Noun {
  readonly type: EntryType;
  readonly table: 'posts' | 'facts' | 'reports';
  readonly withdrawnBy: readonly ['hidden_at'] | readonly ['quarantined_at', 'hidden_at'];
}

interface Sought {
  readonly q?: string | null | undefined;
  /** Only those that are withdrawn, or are not; null for either. */
  readonly withdrawn: boolean | null;
  readonly now: Date;
}

/**
 * Records that have the words, as one condition. Of those that everybody sees the newest that a search would find; of
 * the few that are withdrawn, which no search finds, all. Spelt as the partial indexes of the withdrawn spell it.
 */
export function searchCondition({ type, table, withdrawnBy }: Noun, { q, withdrawn, now }: Sought): Sql {
  const standing =
    withdrawn === null ? null : sql`${raw(withdrawnBy[0])} is ${raw(withdrawn ? 'not null' : 'null')}`;
  if (!q) return whereAll([standing]);
  const seen = sql`
    select id from search_page(
      ${q}, array[${type}], null, null, ${now}, null, null, null, null, null, null, ${MAX_RANKED}, ${MAX_RANKED})`;
  const unseen = withdrawnBy.map(
    (column) => sql`
      select entries.id from ${raw(table)} record join entries on entries.id = record.id
      where record.${raw(column)} is not null and tsv @@ search_query(${q}, 1)`,
  );
  const places = withdrawn === true ? unseen : [seen, ...unseen];
  return whereAll([standing, sql`id in (${join(places, ' union all ')})`]);
}

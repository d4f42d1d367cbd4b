// The numbers of records in connections, counted up to a bound (docs/decisions/0042-bounded-counts.md).
import { type DependencyKeys, join, sql, type Sql } from '../../../prisma/client.ts';
import type { Context } from '../../context.ts';
import { visibilityOf, visibleRanges } from '../../moderation/visibility.ts';
import { builder, MAX_COUNT, type RecordCount } from '../builder.ts';
import { bestIndexOf, type IndexRange, type ListConditions, toIndexRanges } from './list-conditions.ts';

/** A list as `countRecords` counts it: without records that the viewer cannot see. */
export interface CountedList extends ListConditions {
  readonly from: Sql;
  /** On which changes the list depends (`prisma/read-dependencies.ts`). Default: on everything. */
  readonly dependsOn?: DependencyKeys;
  /** Whether `dependsOn` covers only the choice of rows, not changes of a row. Each row of a page is then a dependency, too. */
  readonly dependsOnRows?: boolean;
  /** Replaces `from` when the list is counted: has the same rows, but looks up each row separately. Default: `from`. */
  readonly countedFrom?: Sql;
  /** A condition that every index of the list serves: the parent, and times of creation. */
  readonly where?: Sql;
  /** Key of the parent record, which `where` contains as `PARENT_KEY`. Lists of several parents are counted by one statement. */
  readonly parentKey?: string | undefined;
  /** The `order by` list of an index that has the rows. Default: the order of creation. */
  readonly order?: Sql;
  /** Whether a row can be in several ranges. */
  readonly canRepeat?: boolean;
  /** Whether the table has no column `hidden_at`. */
  readonly isNeverHidden?: boolean;
}

const NEWEST_FIRST = sql`created_at desc, id desc`;

/**
 * Counts the records of a list on a database connection for expensive reads. Reads at most one index entry more than the bound,
 * whatever the filters: the conditions that no index serves are checked for the entries that were read. `indexes` may
 * contain the filter `visible`, for partial indexes of the rows that are not hidden.
 */
export async function countRecords(ctx: Context, list: CountedList): Promise<RecordCount> {
  const { from, countedFrom = from, where = sql`true`, order = NEWEST_FIRST } = list;
  const limit = MAX_COUNT + 1;
  const parts = visibleRangesOf(ctx, list).map(
    ({ range, rest }) => sql`(select id, ${rest ?? sql`true`} as matches from ${countedFrom}
      where ${where} and ${range} order by ${order} limit ${limit})`,
  );
  const query = sql`select ${list.canRepeat ? sql`count(distinct id)` : sql`count(*)`} filter (where matches)::int as count, count(*)::int as read
    from (select id, matches from (${join(parts, ' union all ')}) part limit ${limit}) entry`;
  const { count, read } = await ctx.loaders.loadCount(list.parentKey ?? '', query, {
    caller: ctx.queueKey,
    dependsOn: list.dependsOn,
  });
  return { count: Math.min(count, MAX_COUNT), isExact: read <= MAX_COUNT };
}

/** The ranges of rows that the viewer sees. If the best index has only visible rows, adds ranges of the viewer's hidden rows. */
function visibleRangesOf(ctx: Context, list: CountedList): readonly IndexRange[] {
  if (list.isNeverHidden) return toIndexRanges(list);
  const visible = visibleRanges(visibilityOf(ctx.viewer));
  const [first, ownHidden] = visible;
  const all = { ...list, conditions: { ...list.conditions, visible } };
  if (!ownHidden || !bestIndexOf(all).includes('visible')) return toIndexRanges(all);
  const notHidden = { ...list, conditions: { ...list.conditions, visible: first ? [first] : null } };
  const others = toIndexRanges({ ...list, indexes: [] }).map(({ rest }) => ({ range: ownHidden, rest }));
  return [...toIndexRanges(notHidden), ...others];
}

/** The result of a count that counted at most one more than the bound. */
export const toRecordCount = (counted: number, bound = MAX_COUNT): RecordCount => ({
  count: Math.min(counted, bound),
  isExact: counted <= bound,
});

builder.globalConnectionFields((t) => ({
  totalCount: t.int({
    description: `The number of records on all pages, if \`totalCountIsExact\`. Otherwise a lower bound: the matching records among the first ${MAX_COUNT} entries (of tasks: 1000), which are the only ones that are read.`,
    resolve: async ({ countRecords: count }) => (await count()).count,
  }),
  totalCountIsExact: t.boolean({
    description: 'Whether `totalCount` is the number of records: the list was read to its end.',
    resolve: async ({ countRecords: count }) => (await count()).isExact,
  }),
}));

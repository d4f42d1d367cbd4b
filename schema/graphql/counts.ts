// The numbers of records in connections, counted up to a bound (docs/decisions/0042-bounded-counts.md).
import { join, sql, type Sql } from '../../prisma/client.ts';
import type { Context } from '../context.ts';
import { visibilityOf, visibleRanges } from '../moderation/visibility.ts';
import { builder, MAX_COUNT, type RecordCount } from './builder.ts';

/** The records of a list, without those that the viewer cannot see. */
export interface CountedList {
  readonly from: Sql;
  readonly where?: Sql;
  /** Alternative conditions, each covered by an ordered index; each row fulfils at most one. */
  readonly ranges?: readonly Sql[] | undefined;
  /** Key of the parent record, which `where` contains as `PARENT_KEY`. Lists of several parents are counted by one statement. */
  readonly parentKey?: string | undefined;
  /** The `order by` list of an index that has the rows. Default: the order of creation. */
  readonly order?: Sql;
  /** Whether the table has no column `hidden_at`. */
  readonly isNeverHidden?: boolean;
}

const NEWEST_FIRST = sql`created_at desc, id desc`;

/**
 * Counts the records of a list that fulfil a filter, on a connection for expensive reads. The rows are read in the order of
 * an index, one more than the bound: without an order the planner may scan a table for rare rows.
 */
export async function countRecords(
  ctx: Context,
  list: CountedList,
  filter = sql`true`,
): Promise<RecordCount> {
  const { from, where = sql`true`, ranges = [sql`true`], order = NEWEST_FIRST } = list;
  const visible = list.isNeverHidden ? [sql`true`] : visibleRanges(visibilityOf(ctx.viewer));
  const parts = ranges.flatMap((range) =>
    visible.map(
      (condition) => sql`(select 1 from ${from}
        where ${where} and ${filter} and ${range} and ${condition} order by ${order} limit ${MAX_COUNT + 1})`,
    ),
  );
  const query = sql`select count(*)::int as count
    from (select 1 from (${join(parts, ' union all ')}) part limit ${MAX_COUNT + 1}) counted`;
  return toRecordCount(await ctx.loaders.loadCount(list.parentKey ?? '', query, ctx.queueKey));
}

/** The result of a count that ended at one more than the bound. */
export const toRecordCount = (counted: number, bound = MAX_COUNT): RecordCount => ({
  count: Math.min(counted, bound),
  isExact: counted <= bound,
});

builder.globalConnectionFields((t) => ({
  totalCount: t.int({
    description: `The number of records on all pages: at most ${MAX_COUNT} (see \`totalCountIsExact\`); of \`tasks\`, at most 1000.`,
    resolve: async ({ countRecords: count }) => (await count()).count,
  }),
  totalCountIsExact: t.boolean({
    description: 'Whether there are no more records than `totalCount`.',
    resolve: async ({ countRecords: count }) => (await count()).isExact,
  }),
}));

// Lists of records in order of creation.
import {
  dependOnRows,
  empty,
  rowKey,
  join,
  type ColumnSet,
  type SelectLists,
  sql,
  type Sql,
} from '../../../prisma/client.ts';
import type { Context } from '../../context.ts';
import { type Direction, orderIn, readingDirection, readingOrder, whereBetween } from '../../data/keyset.ts';
import { boundText } from '../../data/text-bound.ts';
import { readVisible, visibleRanges, type VisibilityFilter } from '../../moderation/visibility.ts';
import type { Position } from '../../values/cursors.ts';
import { MAX_PAGE_SIZE } from '../builder.ts';
import { readPageRows, toConnection } from './connections.ts';
import { type CountedList, countRecords } from './counts.ts';
import { hasUnservedFilter, toIndexRanges } from './list-conditions.ts';
import { type ListKey, type PageArgs, type PageRequest, readPageArgs } from './page-args.ts';
import { planPage } from './page-planning.ts';
import {
  hasRecordFilters,
  readRecordFilters,
  type RecordFilterArgs,
  type RecordFilters,
  whereAuthors,
  whereCreated,
} from './record-filters.ts';

/** The columns by which a list in order of creation is read. */
export interface CreatedRow {
  readonly id: string;
  readonly createdAt: Date;
}

/**
 * A list of records in order of creation: the union of one query per range of an index, so that each query reads its rows in
 * index order, however rare they are.
 */
export interface RecordList extends ListKey, CountedList {
  readonly select: SelectLists;
  /**
   * Further columns, computed only for the rows of the page. They refer to these rows by the alias `packet` (see `packetList`). The
   * text of every page of such a list is bounded, not only of pages above the default size, because its rows are large. Not with
   * `parentKey`.
   */
  readonly details?: Readonly<Record<ColumnSet, Sql>>;
  /**
   * Whether the statement is planned for its values, because the best plan varies with them. Filters by author or time imply it.
   */
  readonly isFiltered?: boolean;
}

/** The arguments of a list, as resolvers receive them. */
export interface ListArgs extends PageArgs {
  readonly orderBy?: { readonly direction: 'ASC' | 'DESC' } | null | undefined;
}

/** The arguments of a list of records by agents, as resolvers receive them. */
export interface RecordListArgs extends ListArgs, RecordFilterArgs {}

/** The direction of a list in order of creation. Default: the newest record first. */
export const directionOf = ({ orderBy }: ListArgs): Direction =>
  orderBy?.direction === 'ASC' ? 'asc' : 'desc';

/**
 * Reads a page of a list of records, without records that are hidden from the viewer. Pages by the key `(created_at,
 * id)`. Throws `invalid_cursor`, `validation_failed`.
 */
export async function listRecords<Row extends CreatedRow>(
  ctx: Context,
  list: RecordList,
  args: RecordListArgs,
) {
  const direction = directionOf(args);
  const recordFilters = readRecordFilters(ctx, args);
  const key = { list: list.list, filters: { ...list.filters, ...recordFilters, direction } };
  const request = readPageArgs(ctx, key, args);
  const filtered = addRecordFilters(list, recordFilters);
  const planning =
    list.isFiltered || hasRecordFilters(args)
      ? 'unprepared'
      : planPage(request, { direction, ranges: toIndexRanges(filtered).length });
  const pageOrder = orderIn(['"createdAt"', 'id'], readingDirection(request, direction));
  const readPage = (visibility: VisibilityFilter) => {
    const { columnSet } = ctx.loaders;
    const query = selectPage(filtered, { request, direction, pageOrder, visibility, columnSet });
    const details = list.details?.[columnSet];
    const textBytes = list.select.textBytes[columnSet];
    const isExpensive = hasUnservedFilter(filtered);
    const options = { planning, caller: ctx.queueKey, dependsOn: list.dependsOn, isExpensive } as const;
    return readRows(list, () => {
      if (list.parentKey !== undefined)
        return ctx.loaders.loadChildPage<Row>(
          list.parentKey,
          { query, order: pageOrder, textBytes },
          options,
        );
      const isCut = details !== undefined || request.limit > MAX_PAGE_SIZE;
      const page = boundText(query, { order: pageOrder, textBytes: isCut ? textBytes : null });
      return ctx.loaders.loadRows<Row>(details ? addDetails(page, details, pageOrder) : page, options);
    });
  };
  const rows = await readPageRows(ctx, () => readVisible(ctx.viewer, readPage));
  return toConnection(ctx, key, {
    rows,
    request,
    positionOf,
    countRecords: () => countRecords(ctx, filtered),
  });
}

/** Reads a page. With `dependsOnRows`, the response depends on each row of the page, too. */
const readRows = <Row extends CreatedRow>(
  { dependsOnRows = false }: Pick<RecordList, 'dependsOnRows'>,
  read: () => Promise<readonly Row[]>,
): Promise<readonly Row[]> =>
  dependsOnRows ? dependOnRows(read, (rows) => rows.map(({ id }) => rowKey(id))) : read();

/** Adds the filters by author and time of creation. The times belong to `where`, because every index of a list serves them. */
const addRecordFilters = <List extends CountedList>(list: List, filters: RecordFilters): List => ({
  ...list,
  where: sql`${list.where ?? sql`true`} and ${whereCreated(filters)}`,
  conditions: { ...list.conditions, createdBy: whereAuthors(filters) ?? list.conditions?.['createdBy'] },
});

const addDetails = (page: Sql, details: Sql, order: Sql): Sql =>
  sql`select packet.*, ${details} from (${page}) packet order by ${order}`;

interface PageQuery {
  readonly request: PageRequest;
  readonly direction: Direction;
  /** The order in which the page is read, in the names of the selected columns. */
  readonly pageOrder: Sql;
  readonly columnSet: ColumnSet;
  readonly visibility: VisibilityFilter;
}

/** The order of lists by time of creation, in the names of the table's columns. */
const CREATION_COLUMNS = { created_at: 'timestamptz', id: 'uuid' } as const;

function selectPage(
  list: RecordList,
  { request, direction, pageOrder, visibility, columnSet }: PageQuery,
): Sql {
  const keyset = { columns: CREATION_COLUMNS, direction };
  const size = request.limit + 1;
  const { select, from, where = sql`true` } = list;
  const conditions = toIndexRanges(list).flatMap(({ range, rest }) =>
    visibleRanges(visibility).map((visible) => sql`${range} and ${rest ?? sql`true`} and ${visible}`),
  );
  const parts = conditions.map(
    (condition) => sql`select ${select[columnSet]} from ${from}
      where ${where} and ${condition} and ${whereBetween(request, keyset)}
      order by ${readingOrder(request, keyset)} limit ${size}`,
  );
  const [first, ...others] = parts;
  if (first && others.length === 0) return first;
  const distinct = list.canRepeat ? sql`distinct on ("createdAt", id)` : empty;
  return sql`select ${distinct} * from ((${join(parts, ') union all (')})) part order by ${pageOrder} limit ${size}`;
}

/** The position of a record in the order of creation, for cursors. */
export const positionOf = (row: CreatedRow): Position => [row.createdAt.toISOString(), row.id];

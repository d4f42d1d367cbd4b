import type { ArgBuilder } from '@pothos/core';
import { builder, MAX_CLAMPED_PAGE_SIZE, MAX_PAGE_SIZE } from './builder.ts';
import type { Context } from '../context.ts';
import { join, raw, type ColumnSet, type SelectLists, sql, type Sql } from '../../prisma/client.ts';
import type { Position } from '../values/cursors.ts';
import { boundText, countWithinTextBound, isFollowed } from '../data/text-bound.ts';
import {
  hasRecordFilters,
  readRecordFilters,
  type RecordFilterArgs,
  recordFilterArgs,
  whereRecordFilters,
} from './record-filters.ts';
import { clampedSize, pageSize, text } from '../values/text.ts';
import { readVisible, visibleRanges, type VisibilityFilter } from '../moderation/visibility.ts';

/** Name and filters of a list. A cursor is valid only for the list and filters that it was made for. */
export interface ListKey {
  readonly list: string;
  readonly filters: Readonly<Record<string, unknown>>;
}

export interface PageRequest {
  readonly limit: number;
  /** Position of the last row of the previous page; null for the first page. */
  readonly after: Position | null;
}

interface PageArgs {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

/** The argument `first`: values above the maximum are rejected or, where the contract requires it, reduced. */
const SIZES = {
  bounded: {
    description: `Maximum number of records; 1–${MAX_PAGE_SIZE}, default ${MAX_PAGE_SIZE}.`,
    validate: pageSize({ max: MAX_PAGE_SIZE }),
  },
  clamped: {
    description: `Maximum number of records; at least 1, default ${MAX_PAGE_SIZE}. Values above ${MAX_CLAMPED_PAGE_SIZE} count as ${MAX_CLAMPED_PAGE_SIZE}.`,
    validate: clampedSize({ max: MAX_CLAMPED_PAGE_SIZE }),
  },
};

/** The arguments `first` and `after` of every list. */
export const pageArgs = (
  t: ArgBuilder<typeof builder.$inferSchemaTypes>,
  size: keyof typeof SIZES = 'bounded',
) => ({
  first: t.int(SIZES[size]),
  after: t.string({
    description: 'The cursor at the end of the previous page.',
    validate: text({ min: 0, max: 8192 }),
  }),
});

const RecordOrder = builder.enumType('RecordOrder', {
  description: 'The order of a list of records.',
  values: {
    newest: { description: 'Newest record first.' },
    oldest: { description: 'Oldest record first.' },
  },
});

/** The arguments `first`, `after` and `orderBy`. */
export const listArgs = (...[t, size]: Parameters<typeof pageArgs>) => ({
  ...pageArgs(t, size),
  orderBy: t({ type: RecordOrder, description: 'Order of the list; default `newest`.' }),
});

/** The arguments of every list of records by agents: `listArgs` and `recordFilterArgs`. */
export const recordListArgs = (...[t, size]: Parameters<typeof pageArgs>) => ({
  ...recordFilterArgs(t),
  ...listArgs(t, size),
});

/** Reads `first` and `after`. Throws `invalid_cursor`. */
export function readPageArgs(ctx: Context, key: ListKey, { first, after }: PageArgs): PageRequest {
  const position = typeof after === 'string' ? ctx.cursors.open(after, key.list, key.filters) : null;
  return { limit: first ?? MAX_PAGE_SIZE, after: position };
}

/**
 * Converts rows to a Relay connection, which ends at `limit` records or at the bound of text, whichever comes first.
 * `page.rows` has up to one row more than `limit`, which tells whether a next page exists.
 */
export function toConnection<Row extends object>(
  ctx: Context,
  key: ListKey,
  page: { rows: readonly Row[]; request: PageRequest; positionOf: (row: Row) => Position },
) {
  const { limit, after } = page.request;
  const rows = page.rows.slice(0, Math.min(limit, countWithinTextBound(page.rows)));
  const cursorOf = (row: Row) => ctx.cursors.seal(key.list, key.filters, page.positionOf(row));
  const edges = rows.map((node) => new Edge(node, cursorOf));
  const hasNextPage = page.rows.length > rows.length || page.rows.slice(-1).some(isFollowed);
  return { edges, pageInfo: new PageInfo(edges, { hasNextPage, hasPreviousPage: after !== null }) };
}

/**
 * A record of a page. Its cursor is created when it is selected. A class, because an object literal with a getter would stay in
 * memory until a full garbage collection (docs/decisions/0035-no-getters-in-object-literals.md).
 */
export class Edge<Row> {
  readonly node: Row;
  readonly #cursorOf: (row: Row) => string;

  constructor(node: Row, cursorOf: (row: Row) => string) {
    this.node = node;
    this.#cursorOf = cursorOf;
  }

  get cursor(): string {
    return this.#cursorOf(this.node);
  }
}

class PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly #edges: readonly { readonly cursor: string }[];

  constructor(
    edges: readonly { readonly cursor: string }[],
    neighbours: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean },
  ) {
    this.hasNextPage = neighbours.hasNextPage;
    this.hasPreviousPage = neighbours.hasPreviousPage;
    this.#edges = edges;
  }

  get startCursor(): string | null {
    return this.#edges[0]?.cursor ?? null;
  }

  get endCursor(): string | null {
    return this.#edges.at(-1)?.cursor ?? null;
  }
}

export interface CreatedRow {
  readonly id: string;
  readonly createdAt: Date;
}

/** A list of records in order of creation. */
interface RecordList extends ListKey {
  readonly select: SelectLists;
  /**
   * Further columns, read from the rows of the page, which are named `packet` (see `packetList`). A list that has them
   * has rows so large that every page is bounded, not only pages of more than the usual size.
   */
  readonly details?: Readonly<Record<ColumnSet, Sql>>;
  readonly from: Sql;
  readonly where?: Sql;
  /**
   * Alternative conditions, each covered by an ordered index. The list is the union of one query per condition, so that
   * each query reads its rows in index order, however rare they are.
   */
  readonly ranges?: readonly Sql[] | undefined;
  /**
   * Whether the caller filters the list. The statement is then planned for its values, because the best plan varies.
   */
  readonly isFiltered?: boolean;
  /** Key of the parent record, such as its id, which `where` or `from` contains as `PARENT_KEY`. */
  readonly parentKey?: string | undefined;
}

/** The arguments of a list, as resolvers receive them. */
export interface ListArgs extends PageArgs {
  readonly orderBy?: 'newest' | 'oldest' | null | undefined;
}

/** The arguments of a list of records by agents, as resolvers receive them. */
export interface RecordListArgs extends ListArgs, RecordFilterArgs {}

/** `tableOrder` uses the names of the table's columns, `selectedOrder` the names of the selected columns. */
const ORDERS = {
  newest: {
    operator: raw('<'),
    tableOrder: raw('created_at desc, id desc'),
    selectedOrder: raw('"createdAt" desc, id desc'),
  },
  oldest: { operator: raw('>'), tableOrder: raw('created_at, id'), selectedOrder: raw('"createdAt", id') },
};

/**
 * Reads a page of a list of records, without records that are hidden from the viewer. Pages by the key `(created_at,
 * id)`. Throws `invalid_cursor`, and as `readRecordFilters` does.
 */
export async function listRecords<Row extends CreatedRow>(
  ctx: Context,
  list: RecordList,
  args: RecordListArgs,
) {
  const order = args.orderBy ?? 'newest';
  const recordFilters = readRecordFilters(ctx, args);
  const key = { list: list.list, filters: { ...list.filters, ...recordFilters, order } };
  const request = readPageArgs(ctx, key, args);
  const filter = whereRecordFilters(recordFilters);
  const planning = list.isFiltered || hasRecordFilters(args) ? 'unprepared' : 'prepared';
  const rows = await readVisible(ctx.viewer, (visibility) => {
    const { columnSet } = ctx.loaders;
    const query = selectPage(list, order, { ...request, filter, visibility, columnSet });
    const { selectedOrder: pageOrder } = ORDERS[order];
    const details = list.details?.[columnSet];
    const textBytes = details || request.limit > MAX_PAGE_SIZE ? list.select.textBytes[columnSet] : null;
    const page = boundText(query, { order: pageOrder, textBytes });
    const options = { planning, caller: ctx.queueKey } as const;
    return list.parentKey === undefined
      ? ctx.loaders.loadRows<Row>(details ? addDetails(page, details, pageOrder) : page, options)
      : ctx.loaders.loadChildPage<Row>(list.parentKey, { query, order: pageOrder }, options);
  });
  return toConnection(ctx, key, { rows, request, positionOf });
}

const addDetails = (page: Sql, details: Sql, order: Sql): Sql =>
  sql`select packet.*, ${details} from (${page}) packet order by ${order}`;

interface PageQuery extends PageRequest {
  /** The condition of `createdBy`, `since` and `until`. */
  readonly filter: Sql;
  readonly columnSet: ColumnSet;
  readonly visibility: VisibilityFilter;
}

function selectPage(
  list: RecordList,
  recordOrder: keyof typeof ORDERS,
  { limit, after, filter, visibility, columnSet }: PageQuery,
): Sql {
  const { operator, tableOrder, selectedOrder } = ORDERS[recordOrder];
  const afterCursor = after
    ? sql`(created_at, id) ${operator} (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : sql`true`;
  const { select, from, where = sql`true`, ranges = [sql`true`] } = list;
  const conditions = ranges.flatMap((range) =>
    visibleRanges(visibility).map((visible) => sql`${range} and ${visible}`),
  );
  const parts = conditions.map(
    (condition) => sql`select ${select[columnSet]} from ${from}
      where ${where} and ${filter} and ${condition} and ${afterCursor}
      order by ${tableOrder} limit ${limit + 1}`,
  );
  const [first, ...others] = parts;
  if (first && others.length === 0) return first;
  return sql`select * from ((${join(parts, ') union all (')})) part order by ${selectedOrder} limit ${limit + 1}`;
}

export const positionOf = (row: CreatedRow): Position => [row.createdAt.toISOString(), row.id];

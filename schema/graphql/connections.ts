import type { ArgBuilder } from '@pothos/core';
import { builder, MAX_CLAMPED_PAGE_SIZE, MAX_PAGE_SIZE } from './builder.ts';
import type { Context } from '../context.ts';
import { join, raw, type ColumnSet, type SelectLists, sql, type Sql } from '../../prisma/client.ts';
import type { Position } from '../values/cursors.ts';
import { clampedSize, pageSize, text } from '../values/text.ts';
import { whereVisible, readVisible, type VisibilityFilter } from '../moderation/visibility.ts';

/** A list by its name and what it was filtered by: a cursor of one is none of another. */
export interface ListKey {
  readonly list: string;
  readonly filters: Readonly<Record<string, unknown>>;
}

export interface PageRequest {
  readonly limit: number;
  /** Where the last page ended; null for the first. */
  readonly after: Position | null;
}

interface PageArgs {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

/** How many of a list are asked for: beyond the bound that is refused or, where the contract gives none, cut. */
const SIZES = {
  bounded: {
    description: `How many at most; 1–${MAX_PAGE_SIZE}, default ${MAX_PAGE_SIZE}.`,
    validate: pageSize({ max: MAX_PAGE_SIZE }),
  },
  clamped: {
    description: `How many at most; from 1, default ${MAX_PAGE_SIZE}. More than ${MAX_CLAMPED_PAGE_SIZE} are ${MAX_CLAMPED_PAGE_SIZE}.`,
    validate: clampedSize({ max: MAX_CLAMPED_PAGE_SIZE }),
  },
};

/** The arguments of every list: `first` (default 50) and `after`, a cursor of the same list. */
export const pageArgs = (
  t: ArgBuilder<typeof builder.$inferSchemaTypes>,
  size: keyof typeof SIZES = 'bounded',
) => ({
  first: t.int(SIZES[size]),
  after: t.string({
    description: 'Cursor to read on from: the last page’s `endCursor`.',
    validate: text({ min: 0, max: 8192 }),
  }),
});

const RecordOrder = builder.enumType('RecordOrder', {
  description: 'In which order a list is read.',
  values: {
    newest: { description: 'The newest record first.' },
    oldest: { description: 'The oldest record first.' },
  },
});

/** The arguments of every list of records: those of a page, and `orderBy`. */
export const listArgs = (...[t, size]: Parameters<typeof pageArgs>) => ({
  ...pageArgs(t, size),
  orderBy: t({ type: RecordOrder, description: 'Default `newest`.' }),
});

/** Reads those arguments. Throws `invalid_cursor`. */
export function readPageArgs(ctx: Context, key: ListKey, { first, after }: PageArgs): PageRequest {
  const position = typeof after === 'string' ? ctx.cursors.open(after, key.list, key.filters) : null;
  return { limit: first ?? MAX_PAGE_SIZE, after: position };
}

/** A page as Relay has it. Cursors are made when they are asked for: most are not. */
export function toConnection<Row>(
  ctx: Context,
  key: ListKey,
  page: { rows: readonly Row[]; request: PageRequest; positionOf: (row: Row) => Position },
) {
  const { limit, after } = page.request;
  const rows = page.rows.slice(0, limit);
  const cursorOf = (row: Row | undefined) =>
    row === undefined ? null : ctx.cursors.seal(key.list, key.filters, page.positionOf(row));
  return {
    edges: rows.map((node) => ({
      node,
      get cursor() {
        return ctx.cursors.seal(key.list, key.filters, page.positionOf(node));
      },
    })),
    pageInfo: {
      hasNextPage: page.rows.length > limit,
      hasPreviousPage: after !== null,
      get startCursor() {
        return cursorOf(rows[0]);
      },
      get endCursor() {
        return cursorOf(rows.at(-1));
      },
    },
  };
}

interface Created {
  readonly id: string;
  readonly createdAt: Date;
}

/** A list of records by the time the board took them in. */
interface RecordList extends ListKey {
  readonly select: SelectLists;
  readonly from: Sql;
  readonly where?: Sql;
  /**
   * Conditions of which each row fulfils one: each an index has in order, so that what is rare is found as fast as what
   * is not.
   */
  readonly ranges?: readonly Sql[] | undefined;
  /** Narrowed by what the caller chose: how it is best read depends on how much that leaves. */
  readonly narrowed?: boolean;
  /** The record that it hangs under, which `where` or `from` calls `OWNER`. */
  readonly under?: string | undefined;
}

/** The arguments of a list of records, as a resolver gets them. */
export interface ListArgs extends PageArgs {
  readonly orderBy?: 'newest' | 'oldest' | null | undefined;
}

const ORDERS = {
  newest: { beyond: raw('<'), by: raw('created_at desc, id desc'), order: raw('"createdAt" desc, id desc') },
  oldest: { beyond: raw('>'), by: raw('created_at, id'), order: raw('"createdAt", id') },
};

/** Reads a page of such a list as the viewer may see it, by key: `(created_at, id)`. Throws `invalid_cursor`. */
export async function listRecords<Row extends Created>(ctx: Context, list: RecordList, args: ListArgs) {
  const order = args.orderBy ?? 'newest';
  const key = { list: list.list, filters: { ...list.filters, order } };
  const request = readPageArgs(ctx, key, args);
  const planned = list.narrowed ? 'unprepared' : 'prepared';
  const rows = await readVisible(ctx.viewer, (sight) => {
    const found = pageOf(list, order, { ...request, sight, reading: ctx.loaders.reading });
    return list.under === undefined
      ? ctx.loaders.loadRows<Row>(found, planned)
      : ctx.loaders.loadChildPage<Row>(list.under, { found, order: ORDERS[order].order, planned });
  });
  return toConnection(ctx, key, { rows, request, positionOf: byCreation });
}

interface Asked extends PageRequest {
  readonly reading: ColumnSet;
  readonly sight: VisibilityFilter;
}

function pageOf(
  list: RecordList,
  orderBy: keyof typeof ORDERS,
  { limit, after, sight, reading }: Asked,
): Sql {
  const { beyond, by, order } = ORDERS[orderBy];
  const further = after
    ? sql`(created_at, id) ${beyond} (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : sql`true`;
  const { select, from, where = sql`true`, ranges = [sql`true`] } = list;
  const parts = ranges.map(
    (range) => sql`select ${select[reading]} from ${from}
      where ${where} and ${range} and ${whereVisible(sight)} and ${further} order by ${by} limit ${limit + 1}`,
  );
  const [only, ...others] = parts;
  if (only && others.length === 0) return only;
  return sql`select * from ((${join(parts, ') union all (')})) part order by ${order} limit ${limit + 1}`;
}

const byCreation = (row: Created): Position => [row.createdAt.toISOString(), row.id];

import type { ArgBuilder } from '@pothos/core';
import { builder, PAGE_MAX } from './builder.ts';
import type { Context } from './context.ts';
import { raw, sql, type Sql } from '../prisma/client.ts';
import type { Position } from './cursor.ts';
import { pageSize, text } from './text.ts';

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

/** The arguments of every list: `first` (1–50, default 50) and `after`, a cursor of the same list. */
export const pageArgs = (t: ArgBuilder<typeof builder.$inferSchemaTypes>) => ({
  first: t.int({
    description: `How many at most; 1–${PAGE_MAX}, default ${PAGE_MAX}.`,
    validate: pageSize({ max: PAGE_MAX }),
  }),
  after: t.string({
    description: 'Cursor to read on from: the last page’s `endCursor`.',
    validate: text({ min: 0, max: 8192 }),
  }),
});

export const RecordOrder = builder.enumType('RecordOrder', {
  description: 'In which order a list is read.',
  values: {
    newest: { description: 'The newest record first.' },
    oldest: { description: 'The oldest record first.' },
  },
});

/** The arguments of every list of records: those of a page, and `orderBy`. */
export const listArgs = (t: Parameters<typeof pageArgs>[0]) => ({
  ...pageArgs(t),
  orderBy: t({ type: RecordOrder, description: 'Default `newest`.' }),
});

/** Reads those arguments. Throws `invalid_cursor`. */
export function readPage(ctx: Context, key: ListKey, { first, after }: PageArgs): PageRequest {
  const position = typeof after === 'string' ? ctx.cursors.open(after, key.list, key.filters) : null;
  return { limit: first ?? PAGE_MAX, after: position };
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
export interface RecordList extends ListKey {
  /** `columns(model)`. */
  readonly select: Sql;
  readonly from: Sql;
  readonly where?: Sql;
}

/** The arguments of a list of records, as a resolver gets them. */
export interface ListArgs extends PageArgs {
  readonly orderBy?: 'newest' | 'oldest' | null | undefined;
}

const ORDERS = {
  newest: { beyond: raw('<'), by: raw('created_at desc, id desc') },
  oldest: { beyond: raw('>'), by: raw('created_at, id') },
};

/** Reads a page of such a list, by key: `(created_at, id)`. Throws `invalid_cursor`. */
export async function listRecords<Row extends Created>(ctx: Context, list: RecordList, args: ListArgs) {
  const order = args.orderBy ?? 'newest';
  const { beyond, by } = ORDERS[order];
  const key = { list: list.list, filters: { ...list.filters, order } };
  const request = readPage(ctx, key, args);
  const { after } = request;
  const further = after
    ? sql`(created_at, id) ${beyond} (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : sql`true`;
  const rows = await ctx.database.rows<Row>(sql`
    select ${list.select} from ${list.from} where ${list.where ?? sql`true`} and ${further}
    order by ${by} limit ${request.limit + 1}`);
  return toConnection(ctx, key, { rows, request, positionOf: byCreation });
}

const byCreation = (row: Created): Position => [row.createdAt.toISOString(), row.id];

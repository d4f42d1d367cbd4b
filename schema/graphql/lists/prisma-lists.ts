// Lists for operators that are read with Prisma Client (docs/decisions/0009-prepared-sql-and-prisma.md).
import type { PrismaClient } from '../../../prisma/client.ts';
import type { Position } from '../../values/cursors.ts';
import type { Context } from '../../context.ts';
import { type Direction, readingDirection, reverseOf, whereAfter } from '../../data/keyset.ts';
import { MAX_COUNT } from '../builder.ts';
import { toRecordCount } from './counts.ts';
import { readPageRows, toConnection } from './connections.ts';
import { type ListKey, readPageArgs, type PageRequest } from './page-args.ts';
import type { RecordFilterInput } from './record-filters.ts';
import { type CreatedRow, type ListArgs, positionOf, directionOf } from './record-lists.ts';

/** Arguments of `findMany` that select a page. */
export interface FindPage {
  readonly where: object;
  readonly orderBy: [{ createdAt: 'asc' | 'desc' }, { id: 'asc' | 'desc' }];
  readonly take: number;
}

/**
 * Reads a page of a list for operators: does not filter hidden records. Pages by the key `(created_at, id)`, with the
 * same cursors as `listRecords`. Throws `invalid_cursor`, `validation_failed`.
 */
export async function listWithPrisma<Row extends CreatedRow>(
  ctx: Context,
  { list, filters }: ListKey,
  args: ListArgs,
  findMany: (prisma: PrismaClient, page: FindPage) => Promise<Row[]>,
) {
  const listDirection = directionOf(args);
  const key = { list, filters: { ...filters, direction: listDirection } };
  const request = readPageArgs(ctx, key, args);
  const direction = readingDirection(request, listDirection);
  const rows = await readPageRows(ctx, async () =>
    findMany(await ctx.database.prisma(), {
      where: whereBetween(request, listDirection),
      orderBy: [{ createdAt: direction }, { id: direction }],
      take: request.limit + 1,
    }),
  );
  return toConnection(ctx, key, { rows, request, positionOf, countRecords: () => countWith(ctx, findMany) });
}

/**
 * Counts the rows up to `MAX_COUNT`. Reads only their ids: `findMany` spreads the page after the options of the list, so `select`
 * and `omit` replace those of the list. `findMany` combines `where` with the conditions of the list.
 */
async function countWith<Row>(
  { database }: Context,
  findMany: (prisma: PrismaClient, page: FindPage) => Promise<Row[]>,
) {
  const page: FindPage = { where: {}, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: MAX_COUNT + 1 };
  const pageOfIds = { ...page, select: { id: true }, omit: undefined };
  return toRecordCount((await findMany(await database.prisma(), pageOfIds)).length);
}

const whereBetween = ({ after, before }: PageRequest, direction: Direction) => {
  const compare = (position: Position | null, side: Direction) =>
    position ? [whereAfter({ createdAt: position[0], id: position[1] }, side)] : [];
  return { AND: [...compare(after, direction), ...compare(before, reverseOf(direction))] };
};

/** Converts the filter `created` to a condition. */
export const whereCreatedIn = (created: RecordFilterInput['created']) => ({
  AND: [
    ...(created?.since ? [{ createdAt: { gte: created.since } }] : []),
    ...(created?.until ? [{ createdAt: { lt: created.until } }] : []),
  ],
});

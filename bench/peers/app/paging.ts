import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from './authentication.ts';
import type { Timestamp, Position } from './store.ts';

const DEFAULT_PAGE_SIZE = 50;

export interface ListQuery {
  readonly limit?: number;
  readonly cursor?: string;
}

export const pageSizeOf = ({ limit }: ListQuery): number => limit ?? DEFAULT_PAGE_SIZE;

/** A cursor that is neither encrypted nor bound to its list, unlike the board's. */
export const toCursor = (position: unknown): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** Returns the position of a cursor; null without a cursor. Throws HttpError 422 for an invalid cursor. */
export function readCursor<Value>(cursor: string | undefined): Value | null {
  if (cursor === undefined) return null;
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Value;
  } catch {
    throw new HttpError(422, 'The cursor is not valid');
  }
}

export const positionOf = ({
  createdAt,
  id,
}: {
  readonly createdAt: Timestamp;
  readonly id: string;
}): Position => ({
  at: typeof createdAt === 'string' ? createdAt : createdAt.toISOString(),
  id,
});

/**
 * The rows of a page: the first `limit` ones. If there are more rows, sets `Link` and `X-Next-Cursor` for the next page.
 */
export function toPage<Row>(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  rows: readonly Row[],
  { limit, positionOf: toPosition }: { readonly limit: number; readonly positionOf: (row: Row) => unknown },
): readonly Row[] {
  if (rows.length <= limit) return rows;
  const page = rows.slice(0, limit);
  const cursor = toCursor(toPosition(page[limit - 1] as Row));
  const [path = '', query = ''] = request.url.split('?');
  const nextQuery = new URLSearchParams(query);
  nextQuery.set('cursor', cursor);
  reply.header('link', `<${path}?${nextQuery.toString()}>; rel="next"`);
  reply.header('x-next-cursor', cursor);
  return page;
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from './authentication.ts';
import type { Timestamp, Position } from './store.ts';

const PAGE = 50;

export interface ListQuery {
  readonly limit?: number;
  readonly cursor?: string;
}

export const pageSizeOf = ({ limit }: ListQuery): number => limit ?? PAGE;

/** A cursor that is neither signed nor bound to its list, unlike the board's. */
export const toCursor = (place: unknown): string => Buffer.from(JSON.stringify(place)).toString('base64url');

export function readCursor<Position>(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null;
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Position;
  } catch {
    throw new HttpError(422, 'The cursor is none');
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
 * The rows of a page. `rows` has one more than `limit` when another page follows; then sets the headers that lead to
 * it.
 */
export function toPage<Row>(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  rows: readonly Row[],
  { limit, positionOf }: { readonly limit: number; readonly positionOf: (row: Row) => unknown },
): readonly Row[] {
  if (rows.length <= limit) return rows;
  const page = rows.slice(0, limit);
  const cursor = toCursor(positionOf(page[limit - 1] as Row));
  const [path = '', query = ''] = request.url.split('?');
  const further = new URLSearchParams(query);
  further.set('cursor', cursor);
  reply.header('link', `<${path}?${further.toString()}>; rel="next"`);
  reply.header('x-next-cursor', cursor);
  return page;
}

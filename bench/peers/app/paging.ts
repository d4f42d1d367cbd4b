import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refused } from './authentication.ts';
import type { At, Place } from './store.ts';

const PAGE = 50;

export interface ListQuery {
  readonly limit?: number;
  readonly cursor?: string;
}

export const sizeOf = ({ limit }: ListQuery): number => limit ?? PAGE;

/** Neither signed nor bound to a list, as the board’s are. */
export const toCursor = (place: unknown): string => Buffer.from(JSON.stringify(place)).toString('base64url');

export function readCursor<Position>(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null;
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Position;
  } catch {
    throw new Refused(422, 'The cursor is none');
  }
}

export const placeOf = ({ createdAt, id }: { readonly createdAt: At; readonly id: string }): Place => ({
  at: typeof createdAt === 'string' ? createdAt : createdAt.toISOString(),
  id,
});

/** The rows of a page, of which there is one too many where another follows: then headers lead to it. */
export function cutPage<Row>(
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

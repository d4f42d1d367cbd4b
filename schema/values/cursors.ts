// Page cursors: the position after a page, authenticated with a MAC that binds it to one list and its filters.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { BoardError, type Issue } from '../contract.ts';

/** Sort key of the last row of a page: finite numbers and strings. */
export type Position = readonly (string | number)[];

type Filters = Readonly<Record<string, unknown>>;

export interface Cursors {
  /** Creates a cursor for the rows after `position`. It is valid for this list with these filters only. */
  seal(list: string, filters: Filters, position: Position): string;
  /**
   * Returns the position of a cursor of this list with these filters. Throws `invalid_cursor` for any other text. `path` is
   * where the cursor is in the input; default `['after']`.
   */
  open(cursor: string, list: string, filters: Filters, path?: Issue['path']): Position;
}

const MAC_BYTES = 16;

/** Filters that are set, sorted by name, so that equal filters serialize to equal text. */
const normalizeFilters = (filters: Filters) =>
  Object.entries(filters)
    .filter(([, value]) => value !== null && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** The error for a cursor of another list, or with other filters. */
export const createInvalidCursorError = (path: Issue['path'] = ['after']) =>
  new BoardError('invalid_cursor', 'The cursor does not belong to this list', {
    issues: [{ path, msg: 'Must be a cursor of this list with the same filters', type: 'cursor' }],
  });

/**
 * Creates and reads cursors: base64url of a 128-bit MAC (HMAC-SHA-256, truncated as RFC 2104 allows) and the position.
 */
export function createCursors(secret: string): Cursors {
  const macOf = (list: string, filters: Filters, position: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['board-cursor-v3', list, normalizeFilters(filters), position]))
      .digest()
      .subarray(0, MAC_BYTES);

  return {
    seal(list, filters, position) {
      const text = JSON.stringify(position);
      return Buffer.concat([macOf(list, filters, text), Buffer.from(text)]).toString('base64url');
    },
    open(cursor, list, filters, path) {
      const bytes = Buffer.from(cursor, 'base64url');
      // Decoding skips characters outside base64url: accept only the exact encoding.
      if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== cursor)
        throw createInvalidCursorError(path);
      const position = bytes.toString('utf8', MAC_BYTES);
      const mac = macOf(list, filters, position);
      if (!timingSafeEqual(mac, bytes.subarray(0, MAC_BYTES))) throw createInvalidCursorError(path);
      return JSON.parse(position) as Position;
    },
  };
}

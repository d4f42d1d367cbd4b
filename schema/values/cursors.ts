// Page cursors: where a page ended, sealed so that only the board makes them, and only for one list.
import { hash, timingSafeEqual } from 'node:crypto';
import { BoardError } from '../contract.ts';

/** The sort key of the last row of a page: finite numbers and strings. */
export type Position = readonly (string | number)[];

type Filters = Readonly<Record<string, unknown>>;

export interface Cursors {
  /** A cursor for the rows after `position`, good only for this list under these filters. */
  seal(list: string, filters: Filters, position: Position): string;
  /** The position sealed for this list and these filters. Throws `invalid_cursor`, and nothing else, for any other text. */
  open(cursor: string, list: string, filters: Filters): Position;
}

const MAC_BYTES = 16;

/** What a list is filtered by, in order of name and without what is null: equal filters are equal text. */
const inOrder = (filters: Filters) =>
  Object.entries(filters)
    .filter(([, value]) => value !== null && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));

const invalid = () =>
  new BoardError('invalid_cursor', 'The cursor is not one of this list with these filters', {
    issues: [
      { path: ['after'], msg: 'Must be a cursor that this list gave for the same filters', type: 'cursor' },
    ],
  });

/**
 * Cursors under a secret: base64url of a MAC of 128 bits, and the position (decisions, section 1). The MAC is a keyed
 * SHA-512/256: cut as that is, nobody can lengthen what was hashed, and it takes a quarter of the time of an HMAC.
 */
export function createCursors(secret: string): Cursors {
  const macOf = (list: string, filters: Filters, position: string) =>
    hash(
      'sha512-256',
      JSON.stringify([secret, 'board-cursor-v2', list, inOrder(filters), position]),
      'buffer',
    ).subarray(0, MAC_BYTES);

  return {
    seal(list, filters, position) {
      const written = JSON.stringify(position);
      return Buffer.concat([macOf(list, filters, written), Buffer.from(written)]).toString('base64url');
    },
    open(cursor, list, filters) {
      const bytes = Buffer.from(cursor, 'base64url');
      // Decoding skips what is not base64url: only the one spelling that seal gives is a cursor.
      if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== cursor) throw invalid();
      const position = bytes.toString('utf8', MAC_BYTES);
      const mac = macOf(list, filters, position);
      if (!timingSafeEqual(mac, bytes.subarray(0, MAC_BYTES))) throw invalid();
      return JSON.parse(position) as Position;
    },
  };
}

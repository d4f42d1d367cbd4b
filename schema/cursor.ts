// Page cursors: where a page ended, sealed so that only the board makes them, and only for one list.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { BoardError } from './contract.ts';

/** The sort key of the last row of a page: finite numbers and strings. */
export type Position = readonly (string | number)[];

export interface Cursors {
  /** A cursor for the rows after `position`, good only for this list under these filters. */
  seal(list: string, filters: unknown, position: Position): string;
  /** The position sealed for this list and these filters. Throws `invalid_cursor`, and nothing else, for any other text. */
  open(cursor: string, list: string, filters: unknown): Position;
}

const MAC_BYTES = 16;

/** A replacer for JSON: members in order of name, and without null ones, so that equal filters are equal text. */
const inOrder = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, member]) => member !== null && member !== undefined)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      )
    : value;

const invalid = () =>
  new BoardError('invalid_cursor', 'The cursor is not one of this list with these filters', {
    issues: [
      { path: ['after'], msg: 'Must be a cursor that this list gave for the same filters', type: 'cursor' },
    ],
  });

/** Cursors under a secret: base64url of an HMAC-SHA-256, cut to 128 bits, and the position (decisions, section 1). */
export function createCursors(secret: string): Cursors {
  const macOf = (list: string, filters: unknown, position: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['board-cursor-v1', list, filters, position], inOrder))
      .digest()
      .subarray(0, MAC_BYTES);

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

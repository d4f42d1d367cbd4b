// Page cursors: a position in a list, encrypted and bound to one list and its filters (docs/decisions/0036-encrypted-cursors.md).
import { createCipheriv, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { BoardError, type Issue } from '../contract.ts';

/** A position in a list, such as the sort key of a row: finite numbers and strings. */
export type Position = readonly (string | number)[];

type Filters = Readonly<Record<string, unknown>>;

export interface Cursors {
  /** Creates a cursor of a position. It is valid for this list with these filters only. */
  seal(list: string, filters: Filters, position: Position): string;
  /**
   * Returns the position of a cursor, or throws `invalid_cursor` if the text is no cursor of this list with these filters. `path`
   * is where the cursor is in the input; default `['after']`.
   */
  open(cursor: string, list: string, filters: Filters, path?: Issue['path']): Position;
}

const MAC_BYTES = 16;

/** Filters that are set, sorted by name, so that equal filters serialize to equal text. */
const normalizeFilters = (filters: Filters) =>
  Object.entries(filters)
    .filter(([, value]) => value !== null && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** The error for a text that is no cursor of this list with these filters. */
export const createInvalidCursorError = (path: Issue['path'] = ['after']) =>
  new BoardError('invalid_cursor', 'The cursor does not belong to this list', {
    issues: [{ path, msg: 'Must be a cursor of this list with the same filters', type: 'cursor' }],
  });

/**
 * Creates and reads cursors: base64url of a 128-bit MAC (HMAC-SHA-256, truncated as RFC 2104 allows) and the encrypted position.
 * The MAC is also the initialization vector of the encryption, as in SIV (RFC 5297): equal positions have equal cursors, so that
 * equal pages have equal entity tags. Cursors of earlier versions, whose position is not encrypted, are still valid.
 */
export function createCursors(secret: string): Cursors {
  // Key objects: for a key that is passed as bytes, each call creates one, which takes five times as long as encrypting.
  const macKey = createSecretKey(secret, 'utf8');
  const key = createSecretKey(createHmac('sha256', macKey).update('board-cursor-key').digest());
  const macOf = (list: string, filters: Filters, position: string) =>
    createHmac('sha256', macKey)
      .update(JSON.stringify(['board-cursor-v3', list, normalizeFilters(filters), position]))
      .digest()
      .subarray(0, MAC_BYTES);
  /** Encrypts and decrypts: in counter mode both are the same. */
  const encrypt = (bytes: Buffer, mac: Buffer) => createCipheriv('aes-256-ctr', key, mac).update(bytes);

  return {
    seal(list, filters, position) {
      const text = JSON.stringify(position);
      const mac = macOf(list, filters, text);
      return Buffer.concat([mac, encrypt(Buffer.from(text), mac)]).toString('base64url');
    },
    open(cursor, list, filters, path) {
      const bytes = Buffer.from(cursor, 'base64url');
      // Decoding skips characters outside base64url: accept only the exact encoding.
      if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== cursor)
        throw createInvalidCursorError(path);
      const [mac, rest] = [bytes.subarray(0, MAC_BYTES), bytes.subarray(MAC_BYTES)];
      const position = [encrypt(rest, mac), rest]
        .map((decrypted) => decrypted.toString())
        .find((text) => timingSafeEqual(macOf(list, filters, text), mac));
      if (position === undefined) throw createInvalidCursorError(path);
      return JSON.parse(position) as Position;
    },
  };
}

// The bounds of text in a page, in bytes. A page ends with the record that reaches the bound, so it is never empty. A page of the
// feed ends before the record that exceeds the feed's bound, unless it is the first.
import { type ColumnSet, type Database, sql, type Sql } from '../../prisma/client.ts';
import { sizeOf, sumOf } from '../values/size.ts';

const MAX_PAGE_TEXT_BYTES = 2 * 1024 * 1024;

/** UTF-8 has at most three bytes for a UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;

/**
 * Returns how many of the rows, in order, belong to the page: all up to the row that reaches the bound. Most pages are so
 * far below it that the lengths of their strings show this, without counting bytes.
 */
export function countWithinTextBound(rows: readonly object[], maxBytes = MAX_PAGE_TEXT_BYTES): number {
  if (sizeOf(rows) * MAX_BYTES_PER_UNIT < maxBytes) return rows.length;
  return countWithinBytes(
    rows.map((row) => sumOf(row, (text) => Buffer.byteLength(text))),
    maxBytes,
  );
}

/**
 * Returns how many rows, in order, belong to the page if each has the given number of bytes: all up to the row that
 * reaches the bound.
 */
export function countWithinBytes(sizes: readonly number[], maxBytes = MAX_PAGE_TEXT_BYTES): number {
  let bytes = 0;
  const lastIndex = sizes.findIndex((size) => (bytes += size) >= maxBytes);
  return lastIndex === -1 ? sizes.length : lastIndex + 1;
}

/** The bound of a page of the feed, and of `recent`. It is lower than `MAX_PAGE_TEXT_BYTES`, because clients poll the feed. */
const MAX_FEED_BYTES = 64 * 1024;

/** Bytes of a record in a response besides the values of its row: names, and members such as `path` and `content_class`. */
const RESPONSE_BYTES = 512;

/** These bytes in the brief view, which leaves out null members. */
const BRIEF_RESPONSE_BYTES = 128;

/** Text of more characters is measured with its escapes in JSON, which could make a page exceed its bound. */
const LONG_TEXT_LENGTH = 64;

/** Bytes of a text in JSON. Serializing whole rows would take three times as long as serializing only their long texts. */
const jsonBytesOf = (text: string): number =>
  Buffer.byteLength(text.length > LONG_TEXT_LENGTH ? JSON.stringify(text) : text);

/** Returns how many of the rows, in order, belong to a page of the feed: those that fit as JSON, but at least one. */
export function countWithinFeedBound(rows: readonly object[], isBrief = false): number {
  const added = isBrief ? BRIEF_RESPONSE_BYTES : RESPONSE_BYTES;
  let bytes = 0;
  const tooMany = rows.findIndex((row) => (bytes += sumOf(row, jsonBytesOf) + added) > MAX_FEED_BYTES);
  return tooMany === -1 ? rows.length : Math.max(tooMany, 1);
}

/** The members of `Context` that `readInTurn` uses. The loaders use this module, so it cannot import `Context`. */
interface ReadContext {
  readonly database: Pick<Database, 'takeTurn'>;
  readonly loaders: { readonly columnSet: ColumnSet };
  readonly queueKey: string;
}

/**
 * Reads a page of complete rows when it is the caller's turn in the read queue. Pages without long text do not wait: they are
 * short, and callers' documents read many of them at a time.
 */
export const readInTurn = <Page>(
  { database, loaders, queueKey }: ReadContext,
  read: () => Promise<Page>,
): Promise<Page> => (loaders.columnSet === 'short' ? read() : database.takeTurn(queueKey, read));

/**
 * Returns a query that ends the page of `query` at the bound, so that the text of later rows is not read. The first row, with
 * no bytes before it (null), is always returned. This costs about as much as reading a page of short rows, so use it only for
 * pages of more than the default size, for lists of large records such as work packets, and for lists whose statement reads the
 * pages of several parents.
 */
export const boundText = (
  query: Sql,
  {
    order,
    textBytes,
    maxBytes = MAX_PAGE_TEXT_BYTES,
  }: {
    /** The `order by` list of the page, in the names of the selected columns. */
    readonly order: Sql;
    /** The bytes of text in a row; null for rows without long text, which are not bounded. */
    readonly textBytes: Sql | null;
    readonly maxBytes?: number;
  },
): Sql =>
  textBytes === null
    ? query
    : sql`
      select * from (
        select listed.*, sum(${textBytes}) over page_order as "bytesBefore",
          lead(true, 1, false) over page_order as "isFollowed"
        from (${query}) listed
        window page_order as (order by ${order} rows between unbounded preceding and 1 preceding)
      ) measured
      where "bytesBefore" is null or "bytesBefore" < ${maxBytes}
      order by ${order}`;

/** Whether the query of a bounded page has another row after this one. */
export const isFollowed = (row: object): boolean => 'isFollowed' in row && row.isFollowed === true;

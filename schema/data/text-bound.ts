// The bound of text in a page, in bytes. A page ends with the record that reaches it, so it has at least one record.
import { sql, type Sql } from '../../prisma/client.ts';
import type { Context } from '../context.ts';

const MAX_PAGE_TEXT_BYTES = 2 * 1024 * 1024;

/** UTF-8 has at most three bytes for a UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;

/**
 * Returns how many of the rows, in order, are within the bound. A page of usual rows is recognized by the lengths of its
 * strings, without counting their bytes.
 */
export function countWithinTextBound(rows: readonly object[], maxBytes = MAX_PAGE_TEXT_BYTES): number {
  if (sumOf(rows, (text) => text.length) * MAX_BYTES_PER_UNIT < maxBytes) return rows.length;
  let bytes = 0;
  const last = rows.findIndex((row) => (bytes += sumOf(row, (text) => Buffer.byteLength(text))) >= maxBytes);
  return last === -1 ? rows.length : last + 1;
}

/** Sums the sizes of all strings in a value. */
function sumOf(value: unknown, sizeOf: (text: string) => number): number {
  if (typeof value === 'string') return sizeOf(value);
  if (typeof value !== 'object' || value === null) return 0;
  let sum = 0;
  for (const name in value) sum += sumOf(value[name as keyof typeof value], sizeOf);
  return sum;
}

/** Reads a page of long text in the caller's turn. Callers' documents read pages without long text, many at a time. */
export const readInTurn = <Page>(
  { database, loaders, readQueue }: Pick<Context, 'database' | 'loaders' | 'readQueue'>,
  read: () => Promise<Page>,
): Promise<Page> => (loaders.reading === 'short' ? read() : database.takeTurn(readQueue, read));

/**
 * Ends the page that a query selects at the bound, so that the text of later rows is not read. It costs about as much as
 * reading a page of short rows, so it is for pages of more than the usual size.
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

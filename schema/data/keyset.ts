// Keyset paging: a page is read from an index that has the order of the list, starting at a position, in either direction.
import { join, raw, sql, type Sql } from '../../prisma/client.ts';
import type { Position } from '../values/cursors.ts';

/** Where a page is in its list. */
export interface PageBounds {
  /** Whether the page is read from its end: its rows are then in the reverse order of the list. */
  readonly isBackward: boolean;
  /** The page contains only rows after this position; null for the beginning of the list. */
  readonly after: Position | null;
  /** The page contains only rows before this position; null for the end of the list. */
  readonly before: Position | null;
}

export type Direction = 'asc' | 'desc';

export const reverseOf = (direction: Direction): Direction => (direction === 'asc' ? 'desc' : 'asc');

/** The order of a list: SQL names of its columns, the most significant first, with their types. Together they are unique. */
export interface KeysetOrder {
  readonly columns: Readonly<Record<string, 'timestamptz' | 'uuid' | 'text'>>;
  readonly direction: Direction;
}

/** The direction in which a page is read. */
export const readingDirection = (
  { isBackward }: Pick<PageBounds, 'isBackward'>,
  direction: Direction,
): Direction => (isBackward ? reverseOf(direction) : direction);

/** The `order by` list of a page, in the order in which it is read. */
export const readingOrder = (
  page: Pick<PageBounds, 'isBackward'>,
  { columns, direction }: KeysetOrder,
): Sql => orderIn(Object.keys(columns), readingDirection(page, direction));

/** The condition for the rows between the bounds of a page. PostgreSQL compares the tuples by one index scan. */
export function whereBetween({ after, before }: PageBounds, { columns, direction }: KeysetOrder): Sql {
  const names = raw(`(${Object.keys(columns).join(', ')})`);
  const types = Object.values(columns);
  const compare = (position: Position | null, side: Direction) =>
    position && sql`${names} ${OPERATORS[side]} (${toTuple(position, types)})`;
  const bounds = [compare(after, direction), compare(before, reverseOf(direction))];
  return join([...bounds.filter((bound) => bound !== null), sql`true`], ' and ');
}

/** The comparisons that select the rows after a position, by direction. */
const OPERATORS = { asc: raw('>'), desc: raw('<') } as const;

const toTuple = (position: Position, types: readonly string[]): Sql =>
  join(types.map((type, i) => sql`${position[i] ?? null}::${raw(type)}`));

/** An `order by` list of columns that all have the same direction. */
export const orderIn = (columns: readonly string[], direction: Direction): Sql =>
  raw(columns.map((column) => `${column} ${direction}`).join(', '));

/** Members of a row by which a list is ordered, the most significant first; together they are unique. */
export type KeysetPosition = Readonly<Record<string, unknown>>;

/**
 * Prisma's condition for the rows after a position, in an order whose fields all have the same direction. Prisma cannot
 * compare tuples, so `(a, b) > (x, y)` becomes `a >= x and (a > x or (a = x and b > y))`. PostgreSQL starts an index
 * scan at `a >= x`; with the alternatives alone it would read the index from its beginning.
 */
export function whereAfter(position: KeysetPosition, direction: Direction) {
  const after = direction === 'asc' ? 'gt' : 'lt';
  const members = Object.entries(position);
  const [[first, bound] = ['', null]] = members;
  return {
    [first]: { [`${after}e`]: bound },
    OR: members.map(([name, value], index) => ({
      ...Object.fromEntries(members.slice(0, index)),
      [name]: { [after]: value },
    })),
  };
}

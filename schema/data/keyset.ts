/** Members of a row by which a list is ordered, the most significant first; together they are unique. */
export type KeysetPosition = Readonly<Record<string, unknown>>;

/**
 * Prisma's condition for the rows after a position, in an order whose fields all have the same direction. Prisma cannot
 * compare tuples, so `(a, b) > (x, y)` becomes `a >= x and (a > x or (a = x and b > y))`. PostgreSQL starts an index
 * scan at `a >= x`; with the alternatives alone it would read the index from its beginning.
 */
export function whereAfter(position: KeysetPosition, direction: 'asc' | 'desc') {
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

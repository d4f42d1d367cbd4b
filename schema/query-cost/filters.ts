// The cost of the filters of a page.
import { MAX_RANGES } from '../graphql/lists/list-conditions.ts';

/** Points of each range of an index after the first: the statement is planned for it, and reads at least one of its rows. */
const RANGE_POINTS = 0.5;

/** Points of the ranges after the first that a page with these filters merges: at most one range per combination of values. */
export function rangePointsOf(filter: unknown): number {
  if (typeof filter !== 'object' || filter === null) return 0;
  const combinations = Object.values(filter).reduce<number>(
    (product, value) => product * (Array.isArray(value) ? Math.max(1, value.length) : 1),
    1,
  );
  return (Math.min(MAX_RANGES, combinations) - 1) * RANGE_POINTS;
}

const PAGE_ARGUMENTS = new Set(['first', 'after', 'last', 'before', 'orderBy']);

/** Whether a page has filters: an argument other than those of length, position and order. */
export const hasFilters = (values: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(values).some(
    ([name, value]) => value !== null && value !== undefined && !PAGE_ARGUMENTS.has(name),
  );

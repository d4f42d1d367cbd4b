// The number of records of a page, and the cost of its count. A page has one count, however many fields show it.
import { MAX_COUNT } from '../graphql/builder.ts';
import type { FieldPlan, SelectionPlan } from './plan.ts';

/** Points of a count that reads `MAX_COUNT` entries of an index, the maximum. */
export const MAX_COUNT_POINTS = 50;

/** Maximum points of the count of a page with one of these selections. */
export const maxPointsOfCount = (selections: readonly SelectionPlan[]): number =>
  selections.some((selection) => keysOfCount(selection).length > 0) ? MAX_COUNT_POINTS : 0;

/**
 * Points of the count of a page, from its result. The maximum if the page has filters, because the count may have read entries
 * that do not match. Also the maximum if only `totalCountIsExact` was selected, because the result then has no number.
 */
export function pointsOfCount(
  { isFiltered }: Pick<FieldPlan, 'isFiltered'>,
  selection: SelectionPlan,
  page: Readonly<Record<string, unknown>>,
): number {
  const keys = keysOfCount(selection);
  if (keys.length === 0) return 0;
  if (isFiltered) return MAX_COUNT_POINTS;
  const numbers = keys.map((key) => page[key]).filter((value) => typeof value === 'number');
  const entries = numbers.length > 0 ? Math.max(...numbers) : MAX_COUNT;
  return (MAX_COUNT_POINTS * Math.min(entries, MAX_COUNT)) / MAX_COUNT;
}

const keysOfCount = (selection: SelectionPlan): string[] =>
  [...selection].filter(([, { weight }]) => weight.isCount).map(([key]) => key);

/**
 * The number of records of a page. The maximum if none of its lists is selected, or one is null: the records were read
 * nevertheless.
 */
export function recordCountOf(
  { maxObjects }: Pick<FieldPlan, 'maxObjects'>,
  selection: SelectionPlan | undefined,
  page: Readonly<Record<string, unknown>>,
): number {
  const lists = [...(selection ?? [])].filter(([, { weight }]) => weight.listLength === 'page');
  if (lists.length === 0) return maxObjects;
  const values = lists.map(([key]) => page[key]);
  return Math.max(...values.map((value) => (Array.isArray(value) ? value.length : maxObjects)));
}

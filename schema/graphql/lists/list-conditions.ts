// The conditions of a list: conditions that an index serves in the order of the list, and all other conditions.
import { join, sql, type Sql } from '../../../prisma/client.ts';
import { BoardError } from '../../contract.ts';
import { whereAll } from './record-filters.ts';

/** A part of an index in the order of the list. */
export interface IndexRange {
  readonly range: Sql;
  /** A further condition that the index does not serve; null if there is none. */
  readonly rest: Sql | null;
}

/** The filters of a list. */
export interface ListConditions {
  /** The alternatives of each filter, by name; a row fulfils at most one, except with `canRepeat`. Null for an unused filter. */
  readonly conditions?: Readonly<Record<string, readonly (Sql | IndexRange)[] | null | undefined>>;
  /**
   * For each index, the filters whose columns precede those of the order; the best index first. There must be an index without
   * filters as well, which is not listed.
   */
  readonly indexes?: readonly (readonly string[])[];
  /** A condition that no index serves. */
  readonly rest?: Sql | null;
}

/** Maximum ranges of an index that one page merges. */
export const MAX_RANGES = 40;

/** Returns the filters of the best index; none for the index without filters. */
export const bestIndexOf = ({ conditions = {}, indexes = [] }: ListConditions): readonly string[] =>
  indexes.find((names) => names.every((name) => conditions[name])) ?? [];

/** Whether a page may read many rows that it leaves out: the best index does not serve all filters. */
export const hasUnservedFilter = (list: ListConditions): boolean =>
  Boolean(list.rest) ||
  Object.entries(list.conditions ?? {}).some(
    ([name, alternatives]) => alternatives && !bestIndexOf(list).includes(name),
  );

/**
 * Returns the ranges of the best index for the filters. Throws `validation_failed` if there are more than `MAX_RANGES`.
 */
export function toIndexRanges(list: ListConditions): readonly IndexRange[] {
  const { conditions = {}, rest = null } = list;
  const index = bestIndexOf(list);
  const givenConditions = Object.entries(conditions).flatMap(([name, alternatives]) =>
    alternatives ? [{ isIndexed: index.includes(name), alternatives: alternatives.map(toRange) }] : [],
  );
  const otherConditions = givenConditions.filter(({ isIndexed }) => !isIndexed).map(anyOf);
  const indexed = givenConditions.filter(({ isIndexed }) => isIndexed);
  if (indexed.reduce((product, { alternatives }) => product * alternatives.length, 1) > MAX_RANGES)
    throw createTooManyRangesError();
  return indexed.reduce<readonly IndexRange[]>(
    (ranges, { alternatives }) =>
      ranges.flatMap((range) => alternatives.map((each) => intersect(range, each))),
    [{ range: sql`true`, rest: allOf(rest, ...otherConditions) }],
  );
}

const intersect = (a: IndexRange, b: IndexRange): IndexRange => ({
  range: sql`${a.range} and ${b.range}`,
  rest: allOf(a.rest, b.rest),
});

const toRange = (condition: Sql | IndexRange): IndexRange =>
  'range' in condition ? condition : { range: condition, rest: null };

const allOf = (...conditions: readonly (Sql | null)[]): Sql | null =>
  conditions.every((condition) => condition === null) ? null : whereAll(conditions);

const anyOf = ({ alternatives }: { readonly alternatives: readonly IndexRange[] }): Sql =>
  sql`(${join(
    alternatives.map(({ range, rest }) => (rest ? sql`(${range} and ${rest})` : range)),
    ' or ',
  )})`;

const createTooManyRangesError = () =>
  new BoardError('validation_failed', 'The arguments fail validation', {
    issues: [
      {
        path: ['filter'],
        msg: `the values of the filters must have at most ${MAX_RANGES} combinations`,
        type: 'value_error',
      },
    ],
  });

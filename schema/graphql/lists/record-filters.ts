// The filters by author and time of creation, which lists of records share, and helpers to combine conditions.
import { join, sql, type Sql } from '../../../prisma/client.ts';
import { handleOf } from '../../access.ts';
import { BoardError } from '../../contract.ts';
import type { Viewer } from '../../viewer.ts';

/** The members `authors` and `created` of a filter, as resolvers receive them. */
export interface RecordFilterInput {
  readonly authors?: readonly string[] | null | undefined;
  readonly created?:
    | { readonly since?: Date | null | undefined; readonly until?: Date | null | undefined }
    | null
    | undefined;
}

/** The argument `filter`, as resolvers receive it. */
export interface RecordFilterArgs {
  readonly filter?: RecordFilterInput | null | undefined;
}

/** The filters of a list: null means no filter. */
export interface RecordFilters {
  /** The handles of the authors, at least one. */
  readonly authors: readonly string[] | null;
  /** Inclusive. */
  readonly since: Date | null;
  /** Exclusive. */
  readonly until: Date | null;
}

/** Stands for the calling agent in `authors` and `author`. It is a reserved handle, so that no agent has it. */
const CALLER_AUTHOR = 'me';

/** Returns the values of a filter, sorted and without duplicates; null if it has none. */
export const valuesOf = <Value extends string>(
  values: readonly Value[] | null | undefined,
): readonly Value[] | null => (values && values.length > 0 ? [...new Set(values)].sort() : null);

/** Reads the filters of a list. Throws `validation_failed` for `me` if the caller is not an agent. */
export const readRecordFilters = (
  { viewer }: { readonly viewer: Viewer },
  { filter }: RecordFilterArgs,
): RecordFilters => ({
  authors: valuesOf(
    filter?.authors?.map((handle) => (handle === CALLER_AUTHOR ? requireOwnHandle(viewer) : handle)),
  ),
  since: filter?.created?.since ?? null,
  until: filter?.created?.until ?? null,
});

/** Reads the filter `author`, of lists filtered by at most one author. Throws `validation_failed` as `readRecordFilters` does. */
export const readAuthor = ({ viewer }: { readonly viewer: Viewer }, author: string | null | undefined) =>
  author === CALLER_AUTHOR ? requireOwnHandle(viewer, 'author') : (author ?? null);

/** Does not throw `unauthenticated`: the public catalog ignores keys, so sending one would not help there. */
function requireOwnHandle(viewer: Viewer, name = 'authors'): string {
  const handle = handleOf(viewer);
  if (handle !== null) return handle;
  const msg =
    '`me` stands for the calling agent, and needs its API key where keys are accepted: name a handle';
  throw new BoardError('validation_failed', 'The arguments fail validation', {
    issues: [{ path: ['filter', name], msg, type: 'value_error' }],
  });
}

/** Whether a list is filtered by author or time. */
export const hasRecordFilters = ({ filter }: RecordFilterArgs): boolean =>
  valuesOf(filter?.authors) !== null || (filter?.created?.since ?? filter?.created?.until ?? null) !== null;

/** Returns the condition for a value; null if the value is null. */
export const whereGiven = <Value>(value: Value | null, condition: (value: Value) => Sql): Sql | null =>
  value === null ? null : condition(value);

/** The alternatives of a filter, one for each value; null without the filter. */
export const whereOneOf = <Value extends string>(
  values: readonly Value[] | null | undefined,
  condition: (value: Value) => Sql,
): readonly Sql[] | null => valuesOf(values)?.map(condition) ?? null;

/** The alternatives of the filter `authors`, for `ListConditions`. */
export const whereAuthors = ({ authors }: Pick<RecordFilters, 'authors'>): readonly Sql[] | null =>
  whereOneOf(authors, (handle) => sql`created_by = ${handle}`);

/** The condition of the times on the column `created_at`. */
export const whereCreated = ({ since, until }: Pick<RecordFilters, 'since' | 'until'>): Sql =>
  whereAll([
    whereGiven(since, (time) => sql`created_at >= ${time}`),
    whereGiven(until, (time) => sql`created_at < ${time}`),
  ]);

/** Combines conditions with `and`; null conditions are skipped. */
export const whereAll = (conditions: readonly (Sql | null)[]): Sql =>
  join([sql`true`, ...conditions.filter((condition) => condition !== null)], ' and ');

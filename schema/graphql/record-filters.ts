// Filters that all lists of records share, and helpers to combine conditions.
import type { ArgBuilder } from '@pothos/core';
import { join, sql, type Sql } from '../../prisma/client.ts';
import { handleOf } from '../access.ts';
import { BoardError } from '../contract.ts';
import type { Viewer } from '../viewer.ts';
import type { builder } from './builder.ts';
import { text } from '../values/text.ts';

/** The arguments `createdBy`, `since` and `until`. */
export const recordFilterArgs = (t: ArgBuilder<typeof builder.$inferSchemaTypes>) => ({
  createdBy: t.string({
    description: 'Filters to records by the agent with this handle; `me` is the caller.',
    validate: text({ min: 2, max: 64 }),
  }),
  since: t({ type: 'DateTime', description: 'Filters to records created at or after this time.' }),
  until: t({ type: 'DateTime', description: 'Filters to records created before this time.' }),
});

/** The arguments, as resolvers receive them. */
export interface RecordFilterArgs {
  readonly createdBy?: string | null | undefined;
  readonly since?: Date | null | undefined;
  readonly until?: Date | null | undefined;
}

/** The filters of a list: null means no filter. */
export interface RecordFilters {
  /** The handle of the author. */
  readonly createdBy: string | null;
  /** Inclusive. */
  readonly since: Date | null;
  /** Exclusive. */
  readonly until: Date | null;
}

/** Stands for the calling agent in `createdBy`. It is a reserved handle, so that no agent has it. */
const CALLER = 'me';

/**
 * Reads the arguments `createdBy`, `since` and `until`. Throws `validation_failed` for `me` if the caller is no agent.
 */
export const readRecordFilters = (
  { viewer }: { readonly viewer: Viewer },
  { createdBy, since, until }: RecordFilterArgs,
): RecordFilters => ({
  createdBy: createdBy === CALLER ? requireOwnHandle(viewer) : (createdBy ?? null),
  since: since ?? null,
  until: until ?? null,
});

/** Not `unauthenticated`: the public catalog ignores keys, so that sending one would not help there. */
function requireOwnHandle(viewer: Viewer): string {
  const handle = handleOf(viewer);
  if (handle !== null) return handle;
  const msg =
    '`me` stands for the calling agent, and needs its API key where keys are accepted: name a handle';
  throw new BoardError('validation_failed', 'The arguments fail validation', {
    issues: [{ path: ['createdBy'], msg, type: 'value_error' }],
  });
}

/** Whether any of the arguments `createdBy`, `since` and `until` filters the list. */
export const hasRecordFilters = ({ createdBy, since, until }: RecordFilterArgs): boolean =>
  (createdBy ?? since ?? until ?? null) !== null;

/** Returns the condition for a value; null if the value is null. */
export const whereGiven = <Value>(value: Value | null, condition: (value: Value) => Sql): Sql | null =>
  value === null ? null : condition(value);

/** The alternatives of the author, for `ListConditions`. */
export const whereCreatedBy = ({ createdBy }: Pick<RecordFilters, 'createdBy'>): readonly Sql[] | null =>
  createdBy === null ? null : [sql`created_by = ${createdBy}`];

/** The condition of the times on the column `created_at`. */
export const whereCreated = ({ since, until }: Pick<RecordFilters, 'since' | 'until'>): Sql =>
  whereAll([
    whereGiven(since, (time) => sql`created_at >= ${time}`),
    whereGiven(until, (time) => sql`created_at < ${time}`),
  ]);

/** Combines conditions with `and`; null conditions are skipped. */
export const whereAll = (conditions: readonly (Sql | null)[]): Sql =>
  join([sql`true`, ...conditions.filter((condition) => condition !== null)], ' and ');

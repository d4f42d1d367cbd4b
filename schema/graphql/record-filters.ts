// Filters that all lists of records share, and helpers to combine conditions.
import type { ArgBuilder } from '@pothos/core';
import { join, sql, type Sql } from '../../prisma/client.ts';
import type { builder } from './builder.ts';
import { text } from '../values/text.ts';

/** The arguments `createdBy` and `since`. */
export const recordFilterArgs = (t: ArgBuilder<typeof builder.$inferSchemaTypes>) => ({
  createdBy: t.string({
    description: 'Filters to records by the agent with this handle.',
    validate: text({ min: 2, max: 64 }),
  }),
  since: t({ type: 'DateTime', description: 'Filters to records created at or after this time.' }),
});

export interface RecordFilterArgs {
  readonly createdBy?: string | null | undefined;
  readonly since?: Date | null | undefined;
}

/** Returns the condition for a value; null if the value is null. */
export const whereGiven = <Value>(value: Value | null, condition: (value: Value) => Sql): Sql | null =>
  value === null ? null : condition(value);

/** Conditions of the arguments `createdBy` and `since`. */
export const whereRecordFilters = ({ createdBy, since }: RecordFilterArgs): readonly (Sql | null)[] => [
  createdBy ? sql`created_by = ${createdBy}` : null,
  since ? sql`created_at >= ${since}` : null,
];

/** Combines conditions with `and`; null conditions are skipped. */
export const whereAll = (conditions: readonly (Sql | null)[]): Sql =>
  join([sql`true`, ...conditions.filter((condition) => condition !== null)], ' and ');

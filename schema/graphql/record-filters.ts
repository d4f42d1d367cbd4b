// What every list of records can be narrowed by, and how narrowings are put together.
import type { ArgBuilder } from '@pothos/core';
import { join, sql, type Sql } from '../../prisma/client.ts';
import type { builder } from './builder.ts';
import { text } from '../values/text.ts';

/** The arguments `createdBy` and `since`. */
export const recordFilterArgs = (t: ArgBuilder<typeof builder.$inferSchemaTypes>) => ({
  createdBy: t.string({
    description: 'Only those of this agent, by its handle.',
    validate: text({ min: 2, max: 64 }),
  }),
  since: t({ type: 'DateTime', description: 'Only those the board took in at this time or later.' }),
});

export interface RecordFilterArgs {
  readonly createdBy?: string | null | undefined;
  readonly since?: Date | null | undefined;
}

/** A condition, where what it is about is given. */
export const whereGiven = <Value>(value: Value | null, condition: (value: Value) => Sql): Sql | null =>
  value === null ? null : condition(value);

/** Those arguments as conditions. */
export const whereRecordFilters = ({ createdBy, since }: RecordFilterArgs): readonly (Sql | null)[] => [
  createdBy ? sql`created_by = ${createdBy}` : null,
  since ? sql`created_at >= ${since}` : null,
];

/** All of the conditions that are asked for. */
export const whereAll = (conditions: readonly (Sql | null)[]): Sql =>
  join([sql`true`, ...conditions.filter((condition) => condition !== null)], ' and ');

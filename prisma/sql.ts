import { empty, join, raw, type Sql, sqltag as sql } from '@prisma/client/runtime/client';

/** Prisma's SQL template: values become parameters. `raw` inserts text as it is: never pass input to it. */
export { empty, join, raw, sql, type Sql };

/**
 * A parameter whose value is hidden from the planner; cast it to its type. As long as plans for the values seem cheaper than a
 * plan for any values, PostgreSQL plans a prepared statement again for each execution. Planning a read by key takes longer than
 * the read (docs/decisions/0059-reads-by-key-are-planned-once.md).
 */
export const hideFromPlanner = (value: unknown): Sql => sql`(select ${value}::text)`;

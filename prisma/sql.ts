import { empty, join, raw, type Sql, sqltag as sql } from '@prisma/client/runtime/client';

/** Prisma's SQL template: values become parameters; `raw` inserts text as it is, so never input. */
export { empty, join, raw, sql, type Sql };

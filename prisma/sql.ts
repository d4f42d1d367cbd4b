import { Prisma } from './generated/client/client.ts';

/** Prisma's SQL template: values become parameters; `raw` inserts text as it is, so never input. */
export const { sql, join, empty, raw } = Prisma;

export type Sql = Prisma.Sql;

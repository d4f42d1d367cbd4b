import { type Database, sql } from '../../prisma/client.ts';

/** The size of a table on disk, in rows and in bytes. */
export interface TableSize {
  readonly name: string;
  /** As the planner's statistics estimate them. */
  readonly rows: number;
  /** With TOAST, without indexes. */
  readonly tableBytes: number;
  readonly indexBytes: number;
}

/** Returns the tables that take a megabyte or more with their indexes, the largest first. */
export const readTableSizes = (database: Database): Promise<readonly TableSize[]> =>
  database.rows<TableSize>(sql`
    select relname as name, greatest(reltuples, 0)::float8 as rows,
      pg_table_size(oid)::float8 as "tableBytes", pg_indexes_size(oid)::float8 as "indexBytes"
    from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_total_relation_size(oid) >= 1e6
    order by pg_total_relation_size(oid) desc`);

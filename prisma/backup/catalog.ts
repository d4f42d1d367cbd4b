// Reads the tables of a board, and their constraints and indexes, from PostgreSQL's catalog.
import type { ClientBase } from 'pg';

export interface Table {
  readonly name: string;
  /** All columns except generated ones, in their order. */
  readonly columns: readonly string[];
}

/**
 * Tables that are not part of a backup. Migrations fill `_prisma_migrations`. From `changes`, running processes read what other
 * processes have committed; its rows are deleted within two minutes. `primary_server` describes one server.
 */
export const OMITTED_TABLES = ['_prisma_migrations', 'changes', 'primary_server'];

/** Reads the tables that are part of a backup. A partitioned table is one table: its partitions are left out. */
export async function readTables(client: ClientBase): Promise<readonly Table[]> {
  const { rows } = await client.query<Table>(
    `select relname::text as name, array(
       select attname::text from pg_attribute
       where attrelid = tables.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
     ) as columns
     from pg_class tables
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> all($1) order by relname`,
    [OMITTED_TABLES],
  );
  return rows;
}

/** The statements that drop and create an index or a constraint. */
interface Definition {
  readonly drop: string;
  readonly create: string;
}

/**
 * Reads the keys, the unique and exclusion constraints and the indexes of tables that are neither partitioned nor partitions, in an
 * order in which they can be created: foreign keys need the unique constraints and indexes of other tables.
 */
export async function readDefinitions(client: ClientBase): Promise<readonly Definition[]> {
  const { rows } = await client.query<Definition>(
    `with tables as (
       select oid from pg_class
       where relnamespace = current_schema()::regnamespace and relkind = 'r' and not relispartition
         and relname <> all($1)
     )
     select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create,
       case contype when 'f' then 3 else 1 end as step, oid
     from pg_constraint where conrelid in (select oid from tables) and contype in ('p', 'u', 'x', 'f')
     union all
     select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid), 2, indexrelid
     from pg_index where indrelid in (select oid from tables)
       and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
     order by step, oid`,
    [OMITTED_TABLES],
  );
  return rows;
}

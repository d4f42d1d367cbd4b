import { type Database, raw, sql } from '../../../prisma/client.ts';

/** Row counts by table and author: `posts ada` → 3. */
export type RowCounts = ReadonlyMap<string, number>;

/** The log of changes also has a row when a refused caller is recorded as seen, or when an expiration is stored. */
const UNCOUNTED = ['changes'];

/** Columns that name a row's author, the most specific first. */
const ACTORS = ['created_by', 'actor', 'handle', 'operator'];

/** Prepares one query that counts the rows of all tables. */
export async function prepareRowCounts(database: Database): Promise<() => Promise<RowCounts>> {
  const tables = await database.rows<{ name: string; actor: string | null }>(sql`
    select t.table_name as name, (
      select c.column_name from information_schema.columns c
      where c.table_schema = 'public' and c.table_name = t.table_name and c.column_name = any(${ACTORS})
      order by array_position(${ACTORS}, c.column_name::text) limit 1
    ) as actor
    from information_schema.tables t
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and t.table_name not like '\\_%'
      and t.table_name <> all(${UNCOUNTED})
    order by 1`);
  const counts = tables.map(({ name, actor }) => {
    const whose = actor === null ? 'null' : `"${actor}"`;
    return `select '${name}' as "table", ${whose}::text as actor, count(*)::int as rows from "${name}" group by 2`;
  });
  const statement = raw(counts.join(' union all '));
  return async () => {
    const rows = await database.rows<{ table: string; actor: string | null; rows: number }>(
      sql`${statement}`,
    );
    return new Map(rows.map(({ table, actor, rows: count }) => [`${table} ${actor ?? ''}`, count]));
  };
}

/** Names of the counts that differ. */
export const findChangedCounts = (before: RowCounts, after: RowCounts): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));

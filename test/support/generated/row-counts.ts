import { type Database, raw, sql } from '../../../prisma/client.ts';

/** How many rows each table has, by the agent or operator that they are attributed to: `posts ada` → 3. */
export type RowCounts = ReadonlyMap<string, number>;

/** Columns that say whose a row is; of several in one table the first counts. */
const ACTORS = ['created_by', 'actor', 'handle', 'operator'];

/** Prepares the count of all tables, those of later migrations included. */
export async function prepareRowCounts(database: Database): Promise<() => Promise<RowCounts>> {
  const tables = await database.rows<{ name: string; actor: string | null }>(sql`
    select t.table_name as name, (
      select c.column_name from information_schema.columns c
      where c.table_schema = 'public' and c.table_name = t.table_name and c.column_name = any(${ACTORS})
      order by array_position(${ACTORS}, c.column_name::text) limit 1
    ) as actor
    from information_schema.tables t
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and t.table_name not like '\\_%'
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

/** What there is more of than before, or less. */
export const findChangedCounts = (before: RowCounts, after: RowCounts): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));

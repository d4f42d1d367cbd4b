// SQL fragments for the rows of a noun.
import { raw, sql, type Sql, toSnakeCase, type Transaction } from '../../../prisma/client.ts';
import type { ArchiveRecord } from './line.ts';
import type { Noun, Row } from '../nouns.ts';

/** Returns the primary key of a row as text. */
export const keyOf = ({ key }: Noun, row: Row): string => key.map((field) => String(row[field])).join(' ');

/** The columns of the primary key, of the table with this alias. */
export const keyColumns = ({ key }: Noun, alias: string): Sql =>
  raw(key.map((field) => `${alias}.${toSnakeCase(field)}`).join(', '));

/** Renames the fields of a row to its columns. */
export const toSnakeCases = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [toSnakeCase(name), value]));

/** The rows as a table `made`, with the columns of the noun's table. */
export const recordset = ({ table }: Pick<Noun, 'table'>, rows: readonly Row[]): Sql =>
  sql`json_populate_recordset(${raw(`null::${table}`)}, ${JSON.stringify(rows.map(toSnakeCases))}::json) made`;

/** The primary keys of the records as a table `made`. */
export const keyRecordset = (noun: Noun, records: readonly ArchiveRecord[]): Sql =>
  recordset(
    noun,
    records.map(({ row }) => Object.fromEntries(noun.key.map((field) => [field, row[field]]))),
  );

/** Inserts rows; existing rows stay unchanged. */
export async function insertRows(
  db: Transaction,
  { table, key }: Pick<Noun, 'table' | 'key'>,
  rows: readonly Row[],
): Promise<void> {
  const columns = raw(Object.keys(toSnakeCases(rows[0] ?? {})).join(', '));
  await db.rows(sql`
    insert into ${raw(table)} (${columns}) select ${columns} from ${recordset({ table }, rows)}
    on conflict (${raw(key.map(toSnakeCase).join(', '))}) do nothing`);
}

/** Assignments of an update that takes these fields from `made`. */
export const assignments = (fields: readonly string[]): Sql =>
  raw(fields.map((field) => `${toSnakeCase(field)} = made.${toSnakeCase(field)}`).join(', '));

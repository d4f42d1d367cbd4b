// SQL fragments for the rows of an archived type.
import { raw, sql, type Sql, toSnakeCase, type Transaction } from '../../../prisma/client.ts';
import type { ArchiveRecord } from './line.ts';
import type { ArchivedType, Row } from '../archived-types.ts';

/** Returns the primary key of a row as text. */
export const keyOf = ({ key }: ArchivedType, row: Row): string =>
  key.map((field) => String(row[field])).join(' ');

/** The columns of the primary key, each qualified with `alias`. */
export const keyColumns = ({ key }: ArchivedType, alias: string): Sql =>
  raw(key.map((field) => `${alias}.${toSnakeCase(field)}`).join(', '));

/** Renames the members of a row from fields to columns. */
export const toColumnNames = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [toSnakeCase(name), value]));

/** The rows as a table `input`, with the columns of the type's table. */
export const recordset = ({ table }: Pick<ArchivedType, 'table'>, rows: readonly Row[]): Sql =>
  sql`json_populate_recordset(${raw(`null::${table}`)}, ${JSON.stringify(rows.map(toColumnNames))}::json) input`;

/** The primary keys of the records as a table `input`. */
export const keyRecordset = (archivedType: ArchivedType, records: readonly ArchiveRecord[]): Sql =>
  recordset(
    archivedType,
    records.map(({ row }) => Object.fromEntries(archivedType.key.map((field) => [field, row[field]]))),
  );

/** Inserts rows; existing rows stay unchanged. */
export async function insertRows(
  db: Transaction,
  { table, key }: Pick<ArchivedType, 'table' | 'key'>,
  rows: readonly Row[],
): Promise<void> {
  const columns = raw(Object.keys(toColumnNames(rows[0] ?? {})).join(', '));
  await db.rows(sql`
    insert into ${raw(table)} (${columns}) select ${columns} from ${recordset({ table }, rows)}
    on conflict (${raw(key.map(toSnakeCase).join(', '))}) do nothing`);
}

/** Assignments of an update that takes these fields from `input`. */
export const assignments = (fields: readonly string[]): Sql =>
  raw(fields.map((field) => `${toSnakeCase(field)} = input.${toSnakeCase(field)}`).join(', '));

// Records as rows of statements: their tables, keys and columns are those of their noun.
import { raw, sql, type Sql, toColumnName, type Transaction } from '../../../prisma/client.ts';
import type { ArchiveRecord } from './line.ts';
import type { Noun, Row } from '../nouns.ts';

/** What tells a record from the others of its noun. */
export const keyOf = ({ key }: Noun, row: Row): string => key.map((field) => String(row[field])).join(' ');

export const keyColumns = ({ key }: Noun, alias: string): Sql =>
  raw(key.map((field) => `${alias}.${toColumnName(field)}`).join(', '));

/** A row by the names of its columns. */
export const toColumnNames = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [toColumnName(name), value]));

/** Rows as a table of their own, `made`. */
export const recordset = ({ table }: Pick<Noun, 'table'>, rows: readonly Row[]): Sql =>
  sql`json_populate_recordset(${raw(`null::${table}`)}, ${JSON.stringify(rows.map(toColumnNames))}::json) made`;

export const keyRecordset = (noun: Noun, entries: readonly ArchiveRecord[]): Sql =>
  recordset(
    noun,
    entries.map(({ row }) => Object.fromEntries(noun.key.map((field) => [field, row[field]]))),
  );

/** Writes rows; those that are there stay as they are. */
export async function insertRows(
  db: Transaction,
  { table, key }: Pick<Noun, 'table' | 'key'>,
  rows: readonly Row[],
): Promise<void> {
  const list = raw(Object.keys(toColumnNames(rows[0] ?? {})).join(', '));
  await db.rows(sql`
    insert into ${raw(table)} (${list}) select ${list} from ${recordset({ table }, rows)}
    on conflict (${raw(key.map(toColumnName).join(', '))}) do nothing`);
}

export const assignments = (fields: readonly string[]): Sql =>
  raw(fields.map((field) => `${toColumnName(field)} = made.${toColumnName(field)}`).join(', '));

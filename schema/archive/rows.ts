// Records as rows of statements: their tables, keys and columns are those of their noun.
import { raw, sql, type Sql, toColumn, type Transaction } from '../../prisma/client.ts';
import type { Entry } from './line.ts';
import type { Noun, Row } from './nouns.ts';

/** What tells a record from the others of its noun. */
export const nameOf = ({ key }: Noun, row: Row): string => key.map((field) => String(row[field])).join(' ');

export const keysOf = ({ key }: Noun, alias: string): Sql =>
  raw(key.map((field) => `${alias}.${toColumn(field)}`).join(', '));

/** A row by the names of its columns. */
export const inColumns = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [toColumn(name), value]));

/** Rows as a table of their own, `made`. */
export const asRows = ({ table }: Pick<Noun, 'table'>, rows: readonly Row[]): Sql =>
  sql`json_populate_recordset(${raw(`null::${table}`)}, ${JSON.stringify(rows.map(inColumns))}::json) made`;

export const keyRows = (noun: Noun, entries: readonly Entry[]): Sql =>
  asRows(
    noun,
    entries.map(({ row }) => Object.fromEntries(noun.key.map((field) => [field, row[field]]))),
  );

/** Writes rows; those that are there stay as they are. */
export async function insertRows(
  db: Transaction,
  { table, key }: Pick<Noun, 'table' | 'key'>,
  rows: readonly Row[],
): Promise<void> {
  const list = raw(Object.keys(inColumns(rows[0] ?? {})).join(', '));
  await db.rows(sql`
    insert into ${raw(table)} (${list}) select ${list} from ${asRows({ table }, rows)}
    on conflict (${raw(key.map(toColumn).join(', '))}) do nothing`);
}

export const setColumns = (fields: readonly string[]): Sql =>
  raw(fields.map((field) => `${toColumn(field)} = made.${toColumn(field)}`).join(', '));

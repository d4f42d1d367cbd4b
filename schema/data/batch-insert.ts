import { columns, type Prisma, raw, sql, toSnakeCase } from '../../prisma/client.ts';
import { createId } from '../values/ids.ts';
import { batchPerTransaction } from './batch-per-transaction.ts';

interface NewRecord {
  /** Default: a new id. */
  readonly id?: string;
  readonly now: Date;
}

/**
 * Creates a function that inserts a record of a model and resolves to the stored row. Inserts of one transaction that
 * start in the same tick of the event loop are one statement. `fields` names every field besides `id` and `now`. It is an
 * object and not a list, so that the compiler reports a missing field. `now` is stored as `createdAt`.
 */
export function createBatchInsert<New extends NewRecord, Row extends { readonly id: string }>(
  model: Prisma.ModelName,
  table: string,
  fields: { readonly [Field in Exclude<keyof New, keyof NewRecord>]-?: true },
) {
  const names = ['id', ...Object.keys(fields), 'createdAt'];
  const columnList = raw(names.map(toSnakeCase).join(', '));
  return batchPerTransaction<New, Row>(async (db, newRecords) => {
    const records = newRecords.map((record) => ({
      id: createId(record.now),
      ...record,
      createdAt: record.now,
    }));
    const values = records.map((record) => toColumns(record, names));
    const rows = await db.rows<Row>(sql`
      insert into ${raw(table)} (${columnList})
      select ${columnList} from json_populate_recordset(${raw(`null::${table}`)}, ${JSON.stringify(values)}::json)
      returning ${columns(model)}`);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return records.map(({ id }) => byId.get(id) ?? new Error(`the insert of a ${model} returned no row`));
  });
}

/** Picks members of a record and renames them to their columns. */
const toColumns = (record: object, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [toSnakeCase(name), (record as Record<string, unknown>)[name]]));

import { columns, type Prisma, raw, sql, toColumnName } from '../../prisma/client.ts';
import { createId } from '../values/ids.ts';
import { batchPerTransaction } from './batch-per-transaction.ts';

interface Made {
  /** Where it is to have one that is known before. */
  readonly id?: string;
  readonly now: Date;
}

/**
 * Makes an insertion of records of a model into its table, by the fields that are given; of records that are made
 * together it makes one statement.
 */
export function createBatchInsert<New extends Made, Row extends { readonly id: string }>(
  model: Prisma.ModelName,
  table: string,
  fields: readonly (keyof New & string)[],
) {
  const names = ['id', ...fields, 'createdAt'];
  const list = raw(names.map(toColumnName).join(', '));
  return batchPerTransaction<New, Row>(async (db, made) => {
    const records = made.map((one) => ({ id: createId(one.now), ...one, createdAt: one.now }));
    const given = records.map((record) => toRow(record, names));
    const rows = await db.rows<Row>(sql`
      insert into ${raw(table)} (${list})
      select ${list} from json_populate_recordset(${raw(`null::${table}`)}, ${JSON.stringify(given)}::json)
      returning ${columns(model)}`);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return records.map(
      ({ id }) => byId.get(id) ?? new Error(`the database took a ${model} and gave none back`),
    );
  });
}

/** Some members of a record, under the names of their columns. */
const toRow = (record: object, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [toColumnName(name), (record as Record<string, unknown>)[name]]));

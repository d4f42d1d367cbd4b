import DataLoader from 'dataloader';
import type { Database, Sql } from '../../prisma/client.ts';

/** Keys of one statement. */
const MAX_BATCH = 500;

/** Batches across requests: a turn of the event loop collects, one statement answers. */
export const createBatchLoader = <Key, Value>(load: (keys: readonly Key[]) => Promise<readonly Value[]>) =>
  new DataLoader<Key, Value>(load, {
    cache: false,
    maxBatchSize: MAX_BATCH,
    batchScheduleFn: (run) => void setImmediate(run),
  });

/** Loads rows by a unique column; null for what is not there. */
export const createRowLoader = <Row>(
  database: Database,
  column: keyof Row & string,
  statement: (keys: readonly string[]) => Sql,
) =>
  createBatchLoader<string, Row | null>(async (keys) => {
    const rows = await database.rows<Row>(statement([...new Set(keys)]));
    const byKey = new Map(rows.map((row) => [String(row[column]), row]));
    return keys.map((key) => byKey.get(key) ?? null);
  });

/** A row that a foreign key says is there. */
export async function requireRow<Row>(loading: Promise<Row | null>): Promise<Row> {
  const row = await loading;
  if (row === null) throw new Error('a record points to a row that is not there');
  return row;
}

/** The id of a row that is found, or null. */
export const loadId = async (finding: Promise<{ readonly id: string } | null>): Promise<string | null> =>
  (await finding)?.id ?? null;

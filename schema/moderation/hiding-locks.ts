import { join, sql, type Transaction } from '../../prisma/client.ts';
import { HIDEABLE, type HideableType } from './hiding.ts';

/** The ids of the records that `setHidden` locks: the parent of the record, if there is one, and the record. */
export async function findHidingLocks(
  database: Transaction,
  recordType: HideableType,
  id: string,
): Promise<readonly string[]> {
  const { parents } = HIDEABLE[recordType];
  if (parents.length === 0) return [id];
  const selects = parents.map(({ selectId }) => sql`(${selectId(id)})`);
  const [row] = await database.rows<{ parent: string | null }>(
    sql`select coalesce(${join(selects)})::text as parent`,
  );
  return row?.parent ? [row.parent, id] : [id];
}

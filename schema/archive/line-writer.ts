import { columns, raw, sql, type Sql } from '../../prisma/client.ts';
import { fieldsOf, type Field, archivedFieldsOf } from './fields.ts';
import type { ArchivedType, Row } from './archived-types.ts';
import { publicReason, WITHHELD_HANDLE } from './tombstones.ts';

/** Selects the records of a type with the columns that `createLineWriter` needs. Callers may add conditions with `and`. */
export const selectRecords = ({ model, table, extraColumns, join }: ArchivedType): Sql => sql`
  select ${columns(model, 'record')} ${extraColumns} from ${raw(table)} record ${join}
  where ${model === 'Agent' ? sql`record.handle <> ${WITHHELD_HANDLE}` : sql`true`}`;

/** Returns a function that converts a row to its line: a record, a tombstone, or null if it is left out. */
export function createLineWriter(archivedType: ArchivedType, now: Date): (row: Row) => Row | null {
  const fields = archivedFieldsOf(archivedType);
  const tombstoneFields = fieldsOf(archivedType).filter(({ name }) =>
    archivedType.tombstoneFields?.includes(name),
  );
  return (row) => {
    // Records of a hidden packet are left out: the packet's tombstone has no scopes for them.
    if (row['isPacketHidden']) return null;
    const published = isHidden(row) ? null : archivedType.publish(row, now);
    if (published) return { type: archivedType.name, ...membersOf(fields, published) };
    if (!archivedType.tombstoneFields) return null;
    const { tombstoneAt: at, tombstoneReason } = row;
    const tombstone = {
      type: 'tombstone',
      of: archivedType.name,
      id: row['id'],
      at,
      reason: publicReason(tombstoneReason),
    };
    return { ...tombstone, ...membersOf(tombstoneFields, row) };
  };
}

/**
 * Hidden or quarantined records, and imported tombstones, are never exported as records, whatever `publish` returns.
 */
const isHidden = ({ hiddenAt, quarantinedAt, createdBy }: Row): boolean =>
  Boolean(hiddenAt ?? quarantinedAt) || createdBy === WITHHELD_HANDLE;

const membersOf = (fields: readonly Field[], row: Row): Row =>
  Object.fromEntries(fields.map(({ name, column }) => [column, row[name]]));

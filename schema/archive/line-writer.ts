import { columns, raw, sql, type Sql } from '../../prisma/client.ts';
import { fieldsOf, type Field, archivedFields } from './fields.ts';
import type { Noun, Row } from './nouns.ts';
import { publicReason, WITHHELD_HANDLE } from './tombstones.ts';

/** Selects the records of a noun with the columns that `createLineWriter` needs. */
export const selectRecords = ({ model, table, extraColumns, join }: Noun): Sql => sql`
  select ${columns(model, 'it')} ${extraColumns} from ${raw(table)} it ${join}
  where ${model === 'Agent' ? sql`it.handle <> ${WITHHELD_HANDLE}` : sql`true`}`;

/** Returns a function that converts a row to its line: a record, a tombstone, or null if it is left out. */
export function createLineWriter(noun: Noun, now: Date): (row: Row) => Row | null {
  const fields = archivedFields(noun);
  const tombstoneFields = fieldsOf(noun).filter(({ name }) => noun.tombstoneFields?.includes(name));
  return (row) => {
    // Records of a hidden packet are left out: the packet's tombstone has no scopes for them.
    if (row['isPacketHidden']) return null;
    const published = isHidden(row) ? null : noun.publish(row, now);
    if (published) return { type: noun.type, ...membersOf(fields, published) };
    if (!noun.tombstoneFields) return null;
    const { tombstoneAt: at, tombstoneReason } = row;
    const tombstone = {
      type: 'tombstone',
      of: noun.type,
      id: row['id'],
      at,
      reason: publicReason(tombstoneReason),
    };
    return { ...tombstone, ...membersOf(tombstoneFields, row) };
  };
}

/** Hidden or quarantined records, and imported tombstones, are never exported as records, whatever `publish` returns. */
const isHidden = ({ hiddenAt, quarantinedAt, createdBy }: Row): boolean =>
  Boolean(hiddenAt ?? quarantinedAt) || createdBy === WITHHELD_HANDLE;

const membersOf = (fields: readonly Field[], row: Row): Row =>
  Object.fromEntries(fields.map(({ name, column }) => [column, row[name]]));

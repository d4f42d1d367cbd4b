import { columns, raw, sql, type Sql } from '../../prisma/client.ts';
import { fieldsOf, type Field, archivedFields } from './fields.ts';
import type { Noun, Row } from './nouns.ts';
import { publicReason, WITHHELD_HANDLE } from './tombstones.ts';

/** The records of a noun, with what it takes to publish them. */
export const selectRecords = ({ model, table, also, join }: Noun): Sql => sql`
  select ${columns(model, 'it')} ${also} from ${raw(table)} it ${join}
  where ${model === 'Agent' ? sql`it.handle <> ${WITHHELD_HANDLE}` : sql`true`}`;

/** How a noun's rows are told: as a record, as a tombstone, or not at all. */
export function createLineWriter(noun: Noun, now: Date): (row: Row) => Row | null {
  const told = archivedFields(noun);
  const place = fieldsOf(noun).filter(({ name }) => noun.place?.includes(name));
  return (row) => {
    // What belongs to a hidden packet is not told at all: its tombstone has no scopes to belong to.
    if (row['isBelowHidden']) return null;
    const shown = isWithdrawn(row) ? null : noun.publish(row, now);
    if (shown) return { type: noun.type, ...membersIn(told, shown) };
    if (!noun.place) return null;
    const { withdrawnAt: at, withdrawnFor } = row;
    const what = { type: 'tombstone', of: noun.type, id: row['id'], at, reason: publicReason(withdrawnFor) };
    return { ...what, ...membersIn(place, row) };
  };
}

/** Whatever a noun's own rule says: what carries the mark of having been withdrawn is not told, here or where it was first. */
const isWithdrawn = ({ hiddenAt, quarantinedAt, createdBy }: Row): boolean =>
  Boolean(hiddenAt ?? quarantinedAt) || createdBy === WITHHELD_HANDLE;

const membersIn = (fields: readonly Field[], row: Row): Row =>
  Object.fromEntries(fields.map(({ name, column }) => [column, row[name]]));

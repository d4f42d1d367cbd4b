// What a board has already of what an archive tells, and what that forbids.
import { isDeepStrictEqual } from 'node:util';
import { sql, toColumnName, type Transaction } from '../../../prisma/client.ts';
import { referencesOf } from '../fields.ts';
import { ArchiveError, type ArchiveRecord } from './line.ts';
import type { Noun, Row } from '../nouns.ts';
import { keyRecordset, keyColumns, keyOf } from './row-sql.ts';
import { createLineWriter, selectRecords } from '../line-writer.ts';

/** What is known of a board that an archive comes to. */
export interface ImportState {
  /** When the archive was made. */
  readonly exportedAt: Date;
  /** Ids of what is there and no longer as the archive has it: nothing is added to that. */
  readonly changed: Set<string>;
}

/** The names of those that are on the board; what is no longer as the archive has it is marked as changed. */
export async function findExisting(
  db: Transaction,
  noun: Noun,
  entries: readonly ArchiveRecord[],
  { exportedAt, changed }: ImportState,
): Promise<ReadonlySet<string>> {
  const write = createLineWriter(noun, exportedAt);
  const told = new Map(entries.map((entry) => [keyOf(noun, entry.row), entry.told]));
  const rows = await db.rows<Row>(sql`
    ${selectRecords(noun)} and (${keyColumns(noun, 'it')}) in (select ${keyColumns(noun, 'made')} from ${keyRecordset(noun, entries)})`);
  const there = new Set<string>();
  for (const row of rows) {
    const name = keyOf(noun, row);
    there.add(name);
    if (!isSame(noun, write(row), told.get(name))) changed.add(name);
  }
  return there;
}

/** Late fields may not be there yet, where an import was cut short. */
function isSame({ late }: Noun, written: Row | null, told: Row | undefined): boolean {
  const withoutLate = (line: Row | null | undefined) => {
    const names = new Set(Object.keys(late).map(toColumnName));
    const kept = Object.entries(line ?? {}).filter(([name]) => !names.has(name));
    return JSON.parse(JSON.stringify(Object.fromEntries(kept))) as unknown;
  };
  return isDeepStrictEqual(withoutLate(written), withoutLate(told));
}

/** Ids of what a record is or belongs to. */
export const relatedIds = ({ noun, row }: ArchiveRecord): readonly string[] =>
  [...noun.key, ...referencesOf(noun).flatMap(({ fields }) => fields)].map((field) => String(row[field]));

/** Throws ArchiveFault for a record that would be added to one that has moved on. */
export function assertParentsUnchanged(entry: ArchiveRecord, changed: ReadonlySet<string>): void {
  const parent = changed.size === 0 ? undefined : relatedIds(entry).find((id) => changed.has(id));
  if (parent) throw new ArchiveError(entry.line, `is new, and belongs to ${parent}, which has changed here`);
}

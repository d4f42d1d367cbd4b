// Compares the records of an archive with the existing records of the board.
import { isDeepStrictEqual } from 'node:util';
import { sql, toSnakeCase, type Transaction } from '../../../prisma/client.ts';
import { referencesOf } from '../fields.ts';
import { ArchiveError, type ArchiveRecord } from './line.ts';
import type { ArchivedType, Row } from '../archived-types.ts';
import { keyRecordset, keyColumns, keyOf } from './row-sql.ts';
import { createLineWriter, selectRecords } from '../line-writer.ts';

/** State that an import keeps from batch to batch. */
export interface ImportState {
  /** When the archive was exported. */
  readonly exportedAt: Date;
  /** Keys (`keyOf`) of existing records that differ from the archive. New records must not refer to their ids. */
  readonly changed: Set<string>;
}

/**
 * Returns the keys of the records that the board already has. If such a record differs from the archive, adds its key to `changed`.
 */
export async function findExisting(
  db: Transaction,
  archivedType: ArchivedType,
  records: readonly ArchiveRecord[],
  { exportedAt, changed }: ImportState,
): Promise<ReadonlySet<string>> {
  const toLine = createLineWriter(archivedType, exportedAt);
  const archived = new Map(records.map((record) => [keyOf(archivedType, record.row), record.members]));
  const rows = await db.rows<Row>(sql`
    ${selectRecords(archivedType)}
      and (${keyColumns(archivedType, 'record')}) in (
        select ${keyColumns(archivedType, 'input')} from ${keyRecordset(archivedType, records)})`);
  const existingKeys = new Set<string>();
  for (const row of rows) {
    const key = keyOf(archivedType, row);
    existingKeys.add(key);
    if (!isUnchanged(archivedType, toLine(row), archived.get(key))) changed.add(key);
  }
  return existingKeys;
}

/** Compares a record with its line. Ignores deferred fields: an interrupted import has not written them yet. */
function isUnchanged({ deferred }: ArchivedType, current: Row | null, archived: Row | undefined): boolean {
  const withoutDeferred = (line: Row | null | undefined) => {
    const names = new Set(Object.keys(deferred).map(toSnakeCase));
    const members = Object.entries(line ?? {}).filter(([name]) => !names.has(name));
    return JSON.parse(JSON.stringify(Object.fromEntries(members))) as unknown;
  };
  return isDeepStrictEqual(withoutDeferred(current), withoutDeferred(archived));
}

/** Returns the values of the fields of a record's key and of its foreign keys: ids, handles, slugs and names. */
export const keyValuesOf = ({ archivedType, row }: ArchiveRecord): readonly string[] =>
  [...archivedType.key, ...referencesOf(archivedType).flatMap(({ fields }) => fields)].map((field) =>
    String(row[field]),
  );

/** Throws ArchiveError if a new record refers to the id of a record that differs on this board. */
export function assertParentsUnchanged(record: ArchiveRecord, changed: ReadonlySet<string>): void {
  const parent = changed.size === 0 ? undefined : keyValuesOf(record).find((value) => changed.has(value));
  if (parent) throw new ArchiveError(record.line, `is new, but belongs to ${parent}, which differs here`);
}

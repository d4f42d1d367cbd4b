import { type Database, sql, type Transaction } from '../../../prisma/client.ts';
import { ARCHIVED_TYPES } from '../archived-types.ts';
import { splitIntoRuns, readBatches } from './batches.ts';
import { runInTransactions } from './bisect-failure.ts';
import { checkArchive } from './check-archive.ts';
import type { ImportState } from './existing-records.ts';
import { insertRecords, updateDeferredFields } from './insert.ts';
import { ArchiveError, type ArchiveRecord, type LineSource } from './line.ts';
import { createLineReader } from './line-reader.ts';

/** How many records were added to the board (`added`), of all records of the archive (`total`), by type. */
export type ImportCounts = Readonly<Record<string, { readonly added: number; readonly total: number }>>;

/**
 * Imports an archive. First every line is read: if one is invalid, nothing is written. Then the records are inserted in
 * batches, each in one transaction, or in several if one takes too long; an import that fails leaves earlier transactions in
 * place. Existing records stay unchanged, except default records (`replaceDefaults`), so an import can be repeated. Throws
 * ArchiveError with the number of an invalid line, and if the second reading of `lines` returned a different number of records.
 *
 * @param options `onProgress` is called after each batch of insertions with the number of records so far and of all records.
 */
export async function importBoard(
  database: Database,
  {
    lines,
    now,
    onProgress,
  }: {
    readonly lines: LineSource;
    readonly now: Date;
    readonly onProgress?: (done: number, records: number) => void;
  },
): Promise<ImportCounts> {
  const read = createLineReader(now);
  const { exportedAt, records } = await checkArchive(lines, read, database);
  const state: ImportState = { exportedAt, changed: new Set() };
  const counts = Object.fromEntries(ARCHIVED_TYPES.map(({ name }) => [name, { added: 0, total: 0 }]));
  let done = 0;
  for await (const batch of readBatches(lines, read)) {
    const inserted = await insertBatch(database, batch, state);
    for (const [type, count] of inserted.flatMap((part) => Object.entries(part))) {
      const sum = counts[type] as { added: number; total: number };
      sum.added += count.added;
      sum.total += count.total;
    }
    done += batch.length;
    onProgress?.(done, records);
  }
  assertUnchanged(records, done);
  const isNotPacket = (record: ArchiveRecord) => !isPacket(record);
  await updateDeferredInBatches(database, {
    batches: readBatches(lines, read),
    state,
    isIncluded: isNotPacket,
  });
  // Packets last: they stay closed until the state of their scopes is imported.
  await updateDeferredInBatches(database, { batches: readBatches(lines, read), state, isIncluded: isPacket });
  return counts;
}

/** Throws ArchiveError, for the end line, unless as many records were read for the insertion as for the checks. */
function assertUnchanged(checked: number, read: number): void {
  if (read === checked) return;
  throw new ArchiveError(
    checked + 2,
    `records: Must be ${checked} (got ${read}): the archive was changed during the import`,
  );
}

/** Makes triggers keep the rows as archived: chains may be incomplete, and parent records may be hidden. */
const DISABLE_DERIVATION = sql`select set_config('board.settled', 'on', true)`;

/** Inserts the records of a batch. Returns the counts of each transaction. */
async function insertBatch(
  database: Database,
  batch: readonly ArchiveRecord[],
  state: ImportState,
): Promise<readonly ImportCounts[]> {
  const insert = async (db: Transaction, records: readonly ArchiveRecord[]) => {
    await db.rows(DISABLE_DERIVATION);
    const counts: Record<string, { added: number; total: number }> = {};
    for (const run of splitIntoRuns(records)) {
      const [{ archivedType }] = run as [ArchiveRecord];
      const { added = 0, total = 0 } = counts[archivedType.name] ?? {};
      const inserted = await insertRecords(db, archivedType, run, state);
      counts[archivedType.name] = { added: added + inserted.length, total: total + run.length };
    }
    return counts;
  };
  return runInTransactions(database, { records: batch, work: insert });
}

const isPacket = ({ archivedType }: ArchiveRecord) => archivedType.name === 'work';

/** Writes the deferred fields of the included records. */
async function updateDeferredInBatches(
  database: Database,
  {
    batches,
    state,
    isIncluded,
  }: {
    readonly batches: AsyncIterable<readonly ArchiveRecord[]>;
    readonly state: ImportState;
    readonly isIncluded: (record: ArchiveRecord) => boolean;
  },
): Promise<void> {
  const update = async (db: Transaction, records: readonly ArchiveRecord[]) => {
    await db.rows(DISABLE_DERIVATION);
    for (const run of splitIntoRuns(records))
      await updateDeferredFields(db, (run[0] as ArchiveRecord).archivedType, run, state);
  };
  for await (const batch of batches) {
    const records = batch.filter(
      (record) => Object.keys(record.archivedType.deferred).length > 0 && isIncluded(record),
    );
    if (records.length > 0) await runInTransactions(database, { records, work: update });
  }
}

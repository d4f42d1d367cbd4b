import { type Database, sql, type Transaction } from '../../../prisma/client.ts';
import { readBatches, consecutiveRuns } from './batches.ts';
import { checkArchive } from './check-archive.ts';
import { updateDeferredFields, insertRecords } from './insert.ts';
import type { ArchiveRecord, LineSource } from './line.ts';
import { createLineReader } from './line-reader.ts';
import { NOUNS } from '../nouns.ts';
import type { ImportState } from './existing-records.ts';
import { runInTransaction } from './bisect-failure.ts';

/** Records by the type of their lines: how many are new, of how many. */
export type ImportCounts = Readonly<Record<string, { readonly fresh: number; readonly told: number }>>;

interface Import {
  readonly lines: LineSource;
  readonly now: Date;
  /** Hears after every batch how far it is: how many of how many records. */
  readonly onProgress?: (done: number, records: number) => void;
}

/**
 * Takes an archive in: first every line is read, and nothing is kept unless all can be; then records are kept batch
 * by batch, each all or nothing. What is there already stays as it is, so that the same archive can be taken in again.
 * Throws ArchiveFault with the first line that is wrong.
 */
export async function importBoard(
  database: Database,
  { lines, now, onProgress }: Import,
): Promise<ImportCounts> {
  const read = createLineReader(now);
  const { exportedAt, records } = await checkArchive(lines, read);
  const standing: ImportState = { exportedAt, changed: new Set() };
  const imported = Object.fromEntries(NOUNS.map(({ type }) => [type, { fresh: 0, told: 0 }]));
  let done = 0;
  for await (const batch of readBatches(lines, read)) {
    for (const [type, count] of Object.entries(await keepBatch(database, batch, standing))) {
      const sum = imported[type] as { fresh: number; told: number };
      sum.fresh += count.fresh;
      sum.told += count.told;
    }
    done += batch.length;
    onProgress?.(done, records);
  }
  await completeAll(database, {
    batches: readBatches(lines, read),
    standing,
    are: (entry) => !isPacket(entry),
  });
  // Only now do their scopes say what became of them.
  await completeAll(database, { batches: readBatches(lines, read), standing, are: isPacket });
  return imported;
}

/** What is told stays so: of chains, though not all of a chain is there yet, and of what points to a hidden record. */
const AS_TOLD = sql`select set_config('board.settled', 'on', true)`;

async function keepBatch(
  database: Database,
  batch: readonly ArchiveRecord[],
  standing: ImportState,
): Promise<ImportCounts> {
  const keep = async (db: Transaction, entries: readonly ArchiveRecord[]) => {
    await db.rows(AS_TOLD);
    const counts: Record<string, { fresh: number; told: number }> = {};
    for (const run of consecutiveRuns(entries)) {
      const [{ noun }] = run as [ArchiveRecord];
      const { fresh = 0, told = 0 } = counts[noun.type] ?? {};
      const kept = await insertRecords(db, noun, run, standing);
      counts[noun.type] = { fresh: fresh + kept.length, told: told + run.length };
    }
    return counts;
  };
  return runInTransaction(database, { entries: batch, work: keep });
}

interface Completing {
  readonly batches: AsyncIterable<readonly ArchiveRecord[]>;
  readonly standing: ImportState;
  /** Which of them. */
  readonly are: (entry: ArchiveRecord) => boolean;
}

const isPacket = ({ noun }: ArchiveRecord) => noun.type === 'work';

/** What records say of those that came after them. */
async function completeAll(database: Database, { batches, standing, are }: Completing): Promise<void> {
  const hasLate = (entry: ArchiveRecord) => Object.keys(entry.noun.late).length > 0 && are(entry);
  for await (const batch of batches) {
    const complete = async (db: Transaction, entries: readonly ArchiveRecord[]) => {
      await db.rows(AS_TOLD);
      for (const run of consecutiveRuns(entries))
        await updateDeferredFields(db, (run[0] as ArchiveRecord).noun, run, standing);
    };
    const entries = batch.filter(hasLate);
    if (entries.length > 0) await runInTransaction(database, { entries, work: complete });
  }
}

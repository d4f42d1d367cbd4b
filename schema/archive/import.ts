import { type Database, sql, type Transaction } from '../../prisma/client.ts';
import { batchesOf, runsOf } from './batches.ts';
import { checkArchive } from './check.ts';
import { completeEntries, keepEntries } from './insert.ts';
import type { Entry, Lines } from './line.ts';
import { createLineReader } from './lines.ts';
import { NOUNS } from './nouns.ts';
import type { Standing } from './standing.ts';
import { withLine } from './trial.ts';

/** Records by the type of their lines: how many are new, of how many. */
export type Imported = Readonly<Record<string, { readonly fresh: number; readonly told: number }>>;

interface Import {
  readonly lines: Lines;
  readonly now: Date;
  /** Hears after every batch how far it is: how many of how many records. */
  readonly onProgress?: (done: number, records: number) => void;
}

/**
 * Takes an archive in: first every line is read, and nothing is kept unless all can be; then records are kept batch
 * by batch, each all or nothing. What is there already stays as it is, so that the same archive can be taken in again.
 * Throws ArchiveFault with the first line that is wrong.
 */
export async function importBoard(database: Database, { lines, now, onProgress }: Import): Promise<Imported> {
  const read = createLineReader(now);
  const { exportedAt, records } = await checkArchive(lines, read);
  const standing: Standing = { exportedAt, changed: new Set() };
  const imported = Object.fromEntries(NOUNS.map(({ type }) => [type, { fresh: 0, told: 0 }]));
  let done = 0;
  for await (const batch of batchesOf(lines, read)) {
    for (const [type, count] of Object.entries(await keepBatch(database, batch, standing))) {
      const sum = imported[type] as { fresh: number; told: number };
      sum.fresh += count.fresh;
      sum.told += count.told;
    }
    done += batch.length;
    onProgress?.(done, records);
  }
  await completeAll(database, {
    batches: batchesOf(lines, read),
    standing,
    are: (entry) => !isPacket(entry),
  });
  // Only now do their scopes say what became of them.
  await completeAll(database, { batches: batchesOf(lines, read), standing, are: isPacket });
  return imported;
}

/** What is told stays so: of chains, though not all of a chain is there yet, and of what points to a hidden record. */
const AS_TOLD = sql`select set_config('board.settled', 'on', true)`;

async function keepBatch(database: Database, batch: readonly Entry[], standing: Standing): Promise<Imported> {
  const keep = async (db: Transaction, entries: readonly Entry[]) => {
    await db.rows(AS_TOLD);
    const counts: Record<string, { fresh: number; told: number }> = {};
    for (const run of runsOf(entries)) {
      const [{ noun }] = run as [Entry];
      const { fresh = 0, told = 0 } = counts[noun.type] ?? {};
      const kept = await keepEntries(db, noun, run, standing);
      counts[noun.type] = { fresh: fresh + kept.length, told: told + run.length };
    }
    return counts;
  };
  return withLine(database, { entries: batch, work: keep });
}

interface Completing {
  readonly batches: AsyncIterable<readonly Entry[]>;
  readonly standing: Standing;
  /** Which of them. */
  readonly are: (entry: Entry) => boolean;
}

const isPacket = ({ noun }: Entry) => noun.type === 'work';

/** What records say of those that came after them. */
async function completeAll(database: Database, { batches, standing, are }: Completing): Promise<void> {
  const hasLate = (entry: Entry) => Object.keys(entry.noun.late).length > 0 && are(entry);
  for await (const batch of batches) {
    const complete = async (db: Transaction, entries: readonly Entry[]) => {
      await db.rows(AS_TOLD);
      for (const run of runsOf(entries)) await completeEntries(db, (run[0] as Entry).noun, run, standing);
    };
    const entries = batch.filter(hasLate);
    if (entries.length > 0) await withLine(database, { entries, work: complete });
  }
}

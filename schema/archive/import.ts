import { type Database, sql, type Transaction, violationOf } from '../../prisma/client.ts';
import { completeEntries, keepEntries, type Standing } from './insert.ts';
import { ArchiveFault, createLineReader, type Entry, type Line, type Read } from './lines.ts';
import { NOUNS } from './nouns.ts';

/** The lines of an archive from its first on, as often as it is asked for them. */
export type Lines = () => AsyncIterable<Line>;

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
  await completeAll(database, { batches: batchesOf(lines, read), standing });
  return imported;
}

/** Reads an archive from end to end. Throws ArchiveFault. */
async function checkArchive(
  lines: Lines,
  read: (line: Line) => Read,
): Promise<{ readonly exportedAt: Date; readonly records: number }> {
  let head: Extract<Read, { kind: 'head' }> | undefined;
  let end: Extract<Read, { kind: 'end' }> | undefined;
  let [last, records] = [0, 0];
  for await (const line of lines()) {
    last = line.number;
    const found = read(line);
    if (end) throw new ArchiveFault(last, 'comes after the last line');
    if ((found.kind === 'head') !== (last === 1))
      throw new ArchiveFault(last, last === 1 ? 'is not the head of an archive' : 'is a second head');
    if (found.kind === 'head') head = found;
    if (found.kind === 'end') end = found;
    if (found.kind === 'record') records += 1;
  }
  if (!head || !end) throw new ArchiveFault(last + 1, 'is not there: the archive was cut short');
  if (end.records !== records)
    throw new ArchiveFault(last, `records: Are said to be ${end.records}, and are ${records}`);
  return { exportedAt: head.exportedAt, records };
}

const BATCH_RECORDS = 500;
/** Characters: indexing what agents say takes the longest, and a statement has ten seconds. */
const BATCH_SIZE = 512 * 1024;

async function* batchesOf(lines: Lines, read: (line: Line) => Read): AsyncGenerator<Entry[], void> {
  let [batch, size] = [[] as Entry[], 0];
  for await (const line of lines()) {
    const found = read(line);
    if (found.kind !== 'record') continue;
    batch.push(found.entry);
    size += found.entry.size;
    if (batch.length < BATCH_RECORDS && size < BATCH_SIZE) continue;
    yield batch;
    [batch, size] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** Runs of records of one noun, in their order. */
function runsOf(batch: readonly Entry[]): readonly (readonly Entry[])[] {
  const runs: Entry[][] = [];
  for (const entry of batch) {
    const run = runs.at(-1);
    if (run?.[0]?.noun === entry.noun) run.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

/** What is told of chains stays so, though not all of a chain is there yet. */
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
}

/** What records say of those that came after them. */
async function completeAll(database: Database, { batches, standing }: Completing): Promise<void> {
  const hasLate = ({ noun }: Entry) => Object.keys(noun.late).length > 0;
  for await (const batch of batches) {
    const complete = async (db: Transaction, entries: readonly Entry[]) => {
      for (const run of runsOf(entries)) await completeEntries(db, (run[0] as Entry).noun, run, standing);
    };
    const entries = batch.filter(hasLate);
    if (entries.length > 0) await withLine(database, { entries, work: complete });
  }
}

interface Attempt<T> {
  readonly entries: readonly Entry[];
  readonly work: (db: Transaction, entries: readonly Entry[]) => Promise<T>;
}

/** Does it in one transaction; where the database refuses a record, finds out which. Throws ArchiveFault. */
async function withLine<T>(database: Database, { entries, work }: Attempt<T>): Promise<T> {
  try {
    return await database.transaction((db) => work(db, entries));
  } catch (error) {
    if (faultOf(error) === null) throw error;
    throw await locate(database, { entries, work }, error);
  }
}

/** Nothing of a trial is kept. */
class Undone extends Error {}

/** The fault of the first record that the database refuses, by halves: whether the first so many can be kept. */
async function locate<T>(
  database: Database,
  { entries, work }: Attempt<T>,
  first: unknown,
): Promise<unknown> {
  let [good, bad, failure] = [0, entries.length, first];
  while (good < bad) {
    const count = Math.ceil((good + bad) / 2);
    const error = await attempt(database, { entries: entries.slice(0, count), work });
    if (error instanceof Undone) good = count;
    else [bad, failure] = [count - 1, error];
  }
  return failure instanceof ArchiveFault || faultOf(failure) === null
    ? failure
    : new ArchiveFault(entries[good]?.line ?? 0, faultOf(failure) ?? '', failure);
}

const attempt = <T>(database: Database, { entries, work }: Attempt<T>): Promise<unknown> =>
  database
    .transaction(async (db) => {
      await work(db, entries);
      throw new Undone();
    })
    .catch((error: unknown) => error);

const MEANINGS = {
  unique: 'is not the only one here',
  reference: 'points to what is not there',
  check: 'is not possible',
};

/** What the database has against a record; null for a failure of its own. */
function faultOf(error: unknown): string | null {
  const violation = violationOf(error);
  if (violation) return `${MEANINGS[violation.kind]} (${violation.constraint})`;
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  return /^2[23]/.test(code ?? '') ? (message ?? '') : null;
}

import { type Database, type Transaction, toViolation } from '../../../prisma/client.ts';
import { ArchiveError, type ArchiveRecord } from './line.ts';

interface Attempt<T> {
  readonly entries: readonly ArchiveRecord[];
  readonly work: (db: Transaction, entries: readonly ArchiveRecord[]) => Promise<T>;
}

/** Does it in one transaction; where the database refuses a record, finds out which. Throws ArchiveFault. */
export async function runInTransaction<T>(database: Database, { entries, work }: Attempt<T>): Promise<T> {
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
  return failure instanceof ArchiveError || faultOf(failure) === null
    ? failure
    : new ArchiveError(entries[good]?.line ?? 0, faultOf(failure) ?? '', failure);
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
  const violation = toViolation(error);
  if (violation) return `${MEANINGS[violation.kind]} (${violation.constraint})`;
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  return /^2[23]/.test(code ?? '') ? (message ?? '') : null;
}

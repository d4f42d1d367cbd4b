import { type Database, type Transaction, toViolation } from '../../../prisma/client.ts';
import { ArchiveError, type ArchiveRecord } from './line.ts';

interface Attempt<T> {
  readonly records: readonly ArchiveRecord[];
  readonly work: (db: Transaction, records: readonly ArchiveRecord[]) => Promise<T>;
}

/**
 * Runs the work on all records in one transaction. If the database refuses it, bisects to the first record that fails and
 * throws ArchiveError with its line.
 */
export async function runInTransaction<T>(database: Database, { records, work }: Attempt<T>): Promise<T> {
  try {
    return await database.transaction((db) => work(db, records));
  } catch (error) {
    if (issueOf(error) === null) throw error;
    throw await bisectFailure(database, { records, work }, error);
  }
}

/** Rolls back a trial that succeeded. */
class Rollback extends Error {}

/** Returns the error for the first record that fails: a binary search for the longest prefix that can be written. */
async function bisectFailure<T>(
  database: Database,
  { records, work }: Attempt<T>,
  first: unknown,
): Promise<unknown> {
  let [good, bad, failure] = [0, records.length, first];
  while (good < bad) {
    const count = Math.ceil((good + bad) / 2);
    const error = await tryAndRollBack(database, { records: records.slice(0, count), work });
    if (error instanceof Rollback) good = count;
    else [bad, failure] = [count - 1, error];
  }
  return failure instanceof ArchiveError || issueOf(failure) === null
    ? failure
    : new ArchiveError(records[good]?.line ?? 0, issueOf(failure) ?? '', failure);
}

const tryAndRollBack = <T>(database: Database, { records, work }: Attempt<T>): Promise<unknown> =>
  database
    .transaction(async (db) => {
      await work(db, records);
      throw new Rollback();
    })
    .catch((error: unknown) => error);

const ISSUES = {
  unique: 'duplicates an existing record',
  reference: 'refers to a record that does not exist',
  check: 'violates a constraint',
};

/** Describes why the database refused a record; null if the error is not about the data. */
function issueOf(error: unknown): string | null {
  const violation = toViolation(error);
  if (violation) return `${ISSUES[violation.kind]} (${violation.constraint})`;
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  return /^2[23]/.test(code ?? '') ? (message ?? '') : null;
}

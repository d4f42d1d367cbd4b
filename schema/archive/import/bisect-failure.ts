import { type Database, isTimeout, type Transaction, toViolation } from '../../../prisma/client.ts';
import { ArchiveError, type ArchiveRecord } from './line.ts';

interface Attempt<T> {
  readonly records: readonly ArchiveRecord[];
  readonly work: (db: Transaction, records: readonly ArchiveRecord[]) => Promise<T>;
}

/**
 * Runs the work on all records in one transaction. If that takes too long for the database, runs it on each half of the records,
 * down to one record. Returns the result of each transaction. If the database refuses a record, finds the first such record by
 * bisection and throws ArchiveError with its line; transactions with earlier records may have been committed.
 */
export async function runInTransactions<T>(
  database: Database,
  { records, work }: Attempt<T>,
): Promise<readonly T[]> {
  try {
    return [await database.transaction((db) => work(db, records))];
  } catch (error) {
    const failure =
      describeViolation(error) === null ? error : await bisectFailure(database, { records, work }, error);
    if (!isTimeout(failure) || records.length === 1) throw failure;
  }
  const middle = Math.ceil(records.length / 2);
  return [
    ...(await runInTransactions(database, { records: records.slice(0, middle), work })),
    ...(await runInTransactions(database, { records: records.slice(middle), work })),
  ];
}

/** Thrown to roll back an attempt that succeeded. */
class Rollback extends Error {}

/** Returns the error for the first record that fails: a binary search for the longest prefix that can be written. */
async function bisectFailure<T>(
  database: Database,
  { records, work }: Attempt<T>,
  firstError: unknown,
): Promise<unknown> {
  // Invariant: the first `low` records can be written, and every prefix longer than `high` fails.
  let [low, high, failure] = [0, records.length, firstError];
  while (low < high) {
    const count = Math.ceil((low + high) / 2);
    const error = await tryAndRollBack(database, { records: records.slice(0, count), work });
    if (error instanceof Rollback) low = count;
    else [high, failure] = [count - 1, error];
  }
  return failure instanceof ArchiveError || describeViolation(failure) === null
    ? failure
    : new ArchiveError(records[low]?.line ?? 0, describeViolation(failure) ?? '', failure);
}

const tryAndRollBack = <T>(database: Database, { records, work }: Attempt<T>): Promise<unknown> =>
  database
    .transaction(async (db) => {
      await work(db, records);
      throw new Rollback();
    })
    .catch((error: unknown) => error);

const VIOLATIONS = {
  unique: 'duplicates an existing record',
  reference: 'refers to a record that does not exist',
  check: 'violates a constraint',
};

/** SQLSTATE classes 22 (data exception), 23 (integrity constraint violation) and 54 (program limit exceeded). */
const DATA_ERROR = /^(22|23|54)/;

/** Describes why the database refused a record; null if the error is not about the data. */
function describeViolation(error: unknown): string | null {
  const violation = toViolation(error);
  if (violation) return `${VIOLATIONS[violation.kind]} (${violation.constraint})`;
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  return DATA_ERROR.test(code ?? '') ? (message ?? '') : null;
}

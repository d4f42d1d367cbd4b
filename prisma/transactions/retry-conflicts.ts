import { setTimeout } from 'node:timers/promises';
import { DatabaseError } from 'pg';

const MAX_ATTEMPTS = 4;

/** Runs a transaction, and up to three times again after a serialization failure or a deadlock. */
export async function retryConflicts<Result>(run: () => Promise<Result>, attempt = 1): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (attempt === MAX_ATTEMPTS || !isConflict(error)) throw error;
    // A random delay, so that the transactions do not conflict again.
    await setTimeout(Math.random() * 20 * attempt);
    return retryConflicts(run, attempt + 1);
  }
}

/** Whether the error is a serialization failure or a deadlock: nothing was written, and a retry may succeed. */
const isConflict = (error: unknown) =>
  error instanceof DatabaseError && (error.code === '40001' || error.code === '40P01');

import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { retryConflicts } from '../../../prisma/transactions/retry-conflicts.ts';

/** Runs a transaction that fails with these SQLSTATEs, one after the other. Returns its outcome and how often it ran. */
async function runFailing(...codes: readonly string[]) {
  let runs = 0;
  const outcome = await retryConflicts(() => {
    const code = codes[runs];
    runs += 1;
    return code === undefined
      ? Promise.resolve('done')
      : Promise.reject(Object.assign(new DatabaseError('failed', 0, 'error'), { code }));
  }).catch((error: unknown) => (error as DatabaseError).code);
  return [outcome, runs];
}

test.each([
  [['40001'], ['done', 2]],
  [
    ['40P01', '40001', '40P01'],
    ['done', 4],
  ],
  [
    ['40001', '40001', '40001', '40001'],
    ['40001', 4],
  ],
  [['23505'], ['23505', 1]],
  [
    ['40001', '57014'],
    ['57014', 2],
  ],
])('a transaction that fails with %j has the outcome and number of runs %j', async (codes, expected) => {
  expect(await runFailing(...codes)).toEqual(expected);
});

import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import type { OpenTransaction } from '../../../prisma/client.ts';
import type { RunTransaction } from '../../../prisma/database.ts';
import { RecordLocks } from '../../../prisma/queues/record-locks.ts';
import { GroupCommitQueue } from '../../../prisma/transactions/group-commit.ts';

/** Runs two callbacks in a group that fails with the SQLSTATE. Returns in which kind of transaction each ran again. */
async function runAfter(code: string): Promise<readonly string[]> {
  const error = Object.assign(new DatabaseError('failed', 0, 'error'), { code });
  const kinds: string[] = [];
  const runAs =
    (kind: string): RunTransaction =>
    (work) => {
      kinds.push(kind);
      return work({} as OpenTransaction);
    };
  const group: RunTransaction = () => Promise.reject(error);
  const maxRunning = 1;
  const queue = new GroupCommitQueue(
    { group, single: runAs('single'), long: runAs('long') },
    new RecordLocks(),
    maxRunning,
  );

  await Promise.all([1, 2].map((result) => queue.run(() => Promise.resolve(result))));
  return kinds;
}

test.each([
  // query_canceled and unique_violation.
  ['57014', 'long'],
  ['23505', 'single'],
])('the members of a group that fails with %s run again, each in a %s transaction', async (code, kind) => {
  expect(await runAfter(code)).toEqual([kind, kind]);
});

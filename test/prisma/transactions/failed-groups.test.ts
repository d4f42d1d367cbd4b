import { setImmediate } from 'node:timers/promises';
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
])('the callbacks of a group that fails with %s run again, each in a %s transaction', async (code, kind) => {
  expect(await runAfter(code)).toEqual([kind, kind]);
});

/** The result of each promise, or the message of its error. */
const toResults = async (results: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(results)).map((result) =>
    result.status === 'fulfilled' ? result.value : (result.reason as Error).message,
  );

test('if the commit of a group is lost, its callbacks and the waiting ones fail, and another running group and later groups are committed', async () => {
  const commits: PromiseWithResolvers<undefined>[] = [];
  const runGroup: RunTransaction = async (work) => {
    const commit = Promise.withResolvers<undefined>();
    commits.push(commit);
    const result = await work({} as OpenTransaction);
    await commit.promise;
    return result;
  };
  const runAlone = () => Promise.reject(new Error('the outcome is unknown: no work may run again'));
  const maxRunning = 2;
  const queue = new GroupCommitQueue(
    { group: runGroup, single: runAlone, long: runAlone },
    new RecordLocks(),
    maxRunning,
  );
  const run = async (name: string) => {
    const result = queue.run(() => Promise.resolve(name));
    await setImmediate();
    return { result };
  };
  const [lost, running, waiting] = [await run('lost'), await run('running'), await run('waiting')];

  commits[0]!.reject(new Error('Connection terminated'));
  const failures = await toResults([lost.result, waiting.result]);
  const later = await run('later');
  commits[1]!.resolve(undefined);
  commits[2]!.resolve(undefined);

  expect(failures).toEqual(['Connection terminated', 'Connection terminated']);
  expect(await toResults([running.result, later.result])).toEqual(['running', 'later']);
  expect(commits).toHaveLength(3);
});

// The order in which group commit serves callers: by the bytes that they have written.
import { expect, test } from 'vitest';
import type { OpenTransaction, RunTransaction } from '../../../prisma/database.ts';
import { RecordLocks } from '../../../prisma/queues/record-locks.ts';
import { GroupCommitQueue } from '../../../prisma/transactions/group-commit.ts';

test('of two callers with equal writes, the one that has written fewer bytes is served first', async () => {
  const run: RunTransaction = (work) => work({} as OpenTransaction);
  const queue = new GroupCommitQueue({ group: run, single: run, long: run }, new RecordLocks(), 1);
  const served: string[] = [];
  const write = (caller: string, bytes: number, wait: Promise<unknown> = Promise.resolve()) =>
    queue.run(
      async () => {
        served.push(caller);
        await wait;
      },
      { caller, region: caller, bytes, records: [] },
    );
  for (let i = 0; i < 3; i++) await write('few', 10);
  await write('many', 16_000);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const blocking = write('other', 10, promise);
  await expect.poll(() => served.at(-1), { interval: 1 }).toBe('other');

  // Two of them exceed the bytes of a group.
  const writes = [write('many', 10_000), write('few', 10_000)];
  resolve(undefined);
  await Promise.all([blocking, ...writes]);

  expect(served.slice(-2)).toEqual(['few', 'many']);
});

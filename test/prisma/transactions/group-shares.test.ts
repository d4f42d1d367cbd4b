// The order in which group commit runs writes: by the bytes that their callers have written before.
import { expect, test } from 'vitest';
import type { OpenTransaction, RunTransaction } from '../../../prisma/database.ts';
import { RecordLocks } from '../../../prisma/queues/record-locks.ts';
import { GroupCommitQueue } from '../../../prisma/transactions/group-commit.ts';

test('the write of the caller that has written fewer bytes runs before an equal write of another caller', async () => {
  const run: RunTransaction = (work) => work({} as OpenTransaction);
  const queue = new GroupCommitQueue({ group: run, single: run, long: run }, new RecordLocks(), 1);
  const order: string[] = [];
  const write = (caller: string, bytes: number, wait: Promise<unknown> = Promise.resolve()) =>
    queue.run(
      async () => {
        order.push(caller);
        await wait;
      },
      { caller, region: caller, bytes, records: [] },
    );
  for (let i = 0; i < 3; i++) await write('few', 10);
  await write('many', 16_000);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const blocking = write('other', 10, promise);
  await expect.poll(() => order.at(-1), { interval: 1 }).toBe('other');

  // Two such writes exceed the bytes of a group.
  const writes = [write('many', 10_000), write('few', 10_000)];
  resolve(undefined);
  await Promise.all([blocking, ...writes]);

  expect(order.slice(-2)).toEqual(['few', 'many']);
});

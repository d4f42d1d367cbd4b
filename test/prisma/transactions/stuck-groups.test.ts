// Groups that do not end, and locked records that are not unlocked.
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import type { RunTransaction } from '../../../prisma/database.ts';
import { BusyError } from '../../../prisma/queues/fair-queue.ts';
import { RecordLocks } from '../../../prisma/queues/record-locks.ts';
import { GroupCommitQueue } from '../../../prisma/transactions/group-commit.ts';
import { observeTimeouts } from '../../support/processes/observe-timeouts.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A queue of two groups at once. The test ends the groups. */
function createQueue(locks = new RecordLocks()) {
  const groups: PromiseWithResolvers<unknown>[] = [];
  const group = () => {
    const running = Promise.withResolvers<unknown>();
    groups.push(running);
    return running.promise;
  };
  const run = { group: group as RunTransaction, single: vi.fn(), long: vi.fn() };
  return { queue: new GroupCommitQueue(run, locks, 2), groups };
}

const work = () => Promise.resolve('done');

test('the queue is stuck when the maximum number of groups is running, each for more than 10 s', async () => {
  let now = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const { queue, groups } = createQueue();
  const isStuckAt = (time: number) => {
    now = time;
    return queue.isStuck();
  };

  const first = queue.run(work);
  await setImmediate();
  const withOne = isStuckAt(20_000);
  now = 5_000;
  void queue.run(work);
  await setImmediate();
  const withTwo = [11_001, 15_000, 15_001].map(isStuckAt);
  groups[0]!.resolve(['first']);
  await first;
  await setImmediate();

  expect([withOne, withTwo, isStuckAt(99_000)]).toEqual([false, [false, false, true], false]);
});

test('work that has waited 5 s for a locked record is refused, and other work of its caller runs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const countTimeouts = observeTimeouts(5_000);
  const locks = new RecordLocks();
  const { queue, groups } = createQueue(locks);
  locks.lock(['a thread']);
  const entryFor = (record: string) => ({ caller: 'ada', region: 'one', bytes: 1, records: [record] });

  const refused = expect(queue.run(work, entryFor('a thread'))).rejects.toThrow(BusyError);
  const other = queue.run(work, entryFor('another thread'));
  await setImmediate();
  vi.advanceTimersByTime(4_999);
  const waitingBefore = queue.waiting;
  vi.advanceTimersByTime(1);
  groups[0]!.resolve(['other']);

  await refused;
  expect([waitingBefore, queue.waiting, await other]).toEqual([1, 0, 'other']);
  expect(countTimeouts()).toBe(0);
});

// Which writes the groups of group commit have, in which order, and the counts of groups, writes and waiting time.
import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { OpenTransaction, RunTransaction } from '../../../prisma/database.ts';
import { RecordLocks } from '../../../prisma/queues/record-locks.ts';
import { GroupCommitQueue } from '../../../prisma/transactions/group-commit.ts';

test('the write of the caller that has written fewer bytes runs before an equally long write of another caller', async () => {
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

interface Write {
  readonly caller?: string;
  readonly bytes?: number;
  readonly records?: readonly string[];
}

/** A queue of one group at a time. `groups` has the names of the writes of each group; a test ends the groups. */
function openQueue() {
  const groups: string[][] = [];
  const ends: PromiseWithResolvers<null>[] = [];
  const locks = new RecordLocks();
  const group: RunTransaction = async (work) => {
    groups.push([]);
    const end = Promise.withResolvers<null>();
    ends.push(end);
    const result = await work({} as OpenTransaction);
    await end.promise;
    return result;
  };
  const alone: RunTransaction = () => Promise.reject(new Error('a group has failed'));
  const queue = new GroupCommitQueue({ group, single: alone, long: alone }, locks, 1);
  const write = (name: string, { caller = name, bytes = 1, records = [] }: Write = {}) =>
    queue.run(
      () => {
        groups.at(-1)?.push(name);
        return Promise.resolve(name);
      },
      { caller, region: caller, bytes, records },
    );
  const endGroup = async () => {
    ends.at(-1)?.resolve(null);
    await setImmediate();
    await setImmediate();
  };
  return { queue, groups, locks, write, endGroup };
}

test('a group has at most 32 writes, one of each caller before a second one of any caller', async () => {
  const { queue, groups, write, endGroup } = openQueue();
  const writes = [
    ...Array.from({ length: 33 }, (_, i) => write(`first ${i}`, { caller: 'first' })),
    write('second'),
    write('third'),
  ];
  await setImmediate();
  const waiting = [queue.waiting];
  await endGroup();
  waiting.push(queue.waiting);
  await endGroup();

  expect(await Promise.all(writes)).toHaveLength(35);
  expect(groups[0]?.slice(0, 4)).toEqual(['first 0', 'second', 'third', 'first 1']);
  expect([groups.map(({ length }) => length), waiting]).toEqual([
    [32, 3],
    [3, 0],
  ]);
});

test('the inputs of a group have at most 16 KiB together, and a longer input has a group for itself', async () => {
  const { groups, write, endGroup } = openQueue();
  const sizes = { a: 20_000, b: 8_193, c: 8_192, d: 8_192, e: 8_192 };
  const writes = Object.entries(sizes).map(([name, bytes]) => write(name, { bytes }));
  await setImmediate();
  for (let i = 0; i < 4; i++) await endGroup();

  await Promise.all(writes);
  // Short inputs come first.
  expect(groups).toEqual([['c', 'd'], ['e'], ['b'], ['a']]);
});

test('writes that lock a record wait while another transaction locks it, and their callers’ other writes do not', async () => {
  const { queue, groups, locks, write, endGroup } = openQueue();
  const records = ['a thread'];
  locks.lock(records);
  const writes = [
    write('a', { records }),
    write('b1', { caller: 'b', records }),
    write('b2', { caller: 'b', records: ['another thread'] }),
    write('c'),
  ];
  await setImmediate();
  const free = [locks.areFree(records), locks.areFree(['another thread'])];
  await endGroup();
  const before = groups.map((names) => [...names]);
  locks.unlock(records, queue);
  free.push(locks.areFree(records), locks.areFree(['another thread']));
  await setImmediate();
  await endGroup();

  await Promise.all(writes);
  expect(before).toEqual([['b2', 'c']]);
  // Writes of one group may lock the same record.
  expect(groups.slice(1)).toEqual([['a', 'b1']]);
  expect([...free, locks.areFree(records)]).toEqual([false, false, false, true, true]);
});

/** Runs groups of writes one after the other. Returns the writes of the last group in the order in which they ran. */
async function runGroups(groupsOfNames: readonly (readonly string[])[], bytes: Record<string, number> = {}) {
  const { groups, write, endGroup } = openQueue();
  const writes: Promise<unknown>[] = [];
  for (const names of groupsOfNames) {
    writes.push(...names.map((name) => write(name, { bytes: bytes[name] ?? 1 })));
    await setImmediate();
    await endGroup();
  }
  await Promise.all(writes);
  return groups.at(-1);
}

test('a new caller gets no share of the time before it came', async () => {
  const groups = [['old'], ['old'], ['old'], ['new', 'old']];

  // If the new caller had a share of the earlier time, its longer write would come first.
  expect(await runGroups(groups, { new: 600 })).toEqual(['old', 'new']);
});

test('writes of callers that have written equally much run in the order in which they came', async () => {
  expect(
    await runGroups([
      ['a', 'b'],
      ['b', 'a'],
    ]),
  ).toEqual(['b', 'a']);
});

test('groups, their writes, and the time for which the writes have waited are counted', async () => {
  let now = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const { queue, write, endGroup } = openQueue();
  const first = write('first');
  await setImmediate();
  const others = [write('second'), write('third')];
  await setImmediate();
  const before = { ...queue.totals, waiting: queue.waiting };
  now = 1_007;
  await endGroup();
  await endGroup();
  await Promise.all([first, ...others]);
  vi.restoreAllMocks();

  expect([before, { ...queue.totals, waiting: queue.waiting }]).toEqual([
    { groups: 1, writes: 1, waitedMs: 0, waiting: 2 },
    { groups: 2, writes: 3, waitedMs: 14, waiting: 0 },
  ]);
});

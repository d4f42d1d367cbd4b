// Which writes get a connection when there are more writes than connections.
import { expect, test } from 'vitest';
import { openDatabase, type OpenTransaction, sql } from '../../../prisma/client.ts';
import { FULL_POOLS } from '../../../prisma/connections/pool-sizes.ts';
import { openTestDatabase } from '../../support/database/database.ts';

const transactionId = async (tx: OpenTransaction) => {
  const [row] = await tx.rows<{ id: string }>(sql`select pg_current_xact_id()::text as id`);
  return row?.id;
};

const entryOf = (caller: string, bytes = 100) => ({
  caller,
  region: `region of ${caller}`,
  bytes,
  records: [],
});

const sleep = (tx: OpenTransaction, seconds: number) => tx.rows(sql`select pg_sleep(${seconds}::float8)`);

test('slow transactions of one caller leave connections to other callers', async () => {
  await using database = await openTestDatabase();
  let finished = 0;
  const slow = Array.from({ length: 20 }, () =>
    database
      .transaction((tx) => tx.rows(sql`select pg_sleep(0.2)`), entryOf('a'))
      .then(() => (finished += 1)),
  );

  await database.transaction(transactionId, entryOf('b'));

  expect(finished).toBeLessThanOrEqual(2);
  await Promise.all(slow);
});

test('transactions of one caller leave one of two connections to other callers', async () => {
  await using opened = new AsyncDisposableStack();
  const { connection } = opened.use(await openTestDatabase(null));
  const database = openDatabase(connection, { sizes: { ...FULL_POOLS, single: 2 } });
  opened.defer(() => database.close());
  const gate = Promise.withResolvers<undefined>();
  const held = Array.from({ length: 2 }, () => database.transaction(() => gate.promise, entryOf('a')));

  const writing = database.transaction(transactionId, entryOf('b'));
  const id = await writing.finally(() => gate.resolve(undefined));

  await Promise.all(held);
  expect(id).toEqual(expect.any(String));
});

test('long transactions of one region run one at a time, and leave connections to other regions', async () => {
  await using database = await openTestDatabase();
  let [running, most, finished] = [0, 0, 0];
  const slow = Array.from({ length: 6 }, (_, i) =>
    database
      .longTransaction(
        async (tx) => {
          most = Math.max(most, (running += 1));
          await sleep(tx, 0.2);
          running -= 1;
        },
        { ...entryOf(`agent ${i}`), region: 'one' },
      )
      .then(() => (finished += 1)),
  );

  await database.longTransaction(transactionId, entryOf('other'));

  expect(finished).toBeLessThanOrEqual(1);
  await Promise.all(slow);
  expect(most).toBe(1);
});

test('long transactions do not delay short ones', async () => {
  await using database = await openTestDatabase();
  let finished = 0;
  const long = Array.from({ length: 9 }, (_, i) =>
    database.longTransaction((tx) => sleep(tx, 0.3), entryOf(`agent ${i}`)).then(() => (finished += 1)),
  );

  await Promise.all([
    database.transaction(transactionId, entryOf('ada')),
    database.groupCommit(transactionId, entryOf('bob')),
  ]);

  expect(finished).toBe(0);
  await Promise.all(long);
});

/** Starts two groups, adds members while they run, and returns the transaction id of each added member. */
async function commitInGroups(members: readonly ReturnType<typeof entryOf>[]) {
  await using database = await openTestDatabase();
  const gate = Promise.withResolvers<undefined>();
  const started = Array.from({ length: 2 }, () => Promise.withResolvers<undefined>());
  const running = [];
  for (const { promise, resolve } of started) {
    running.push(
      database.groupCommit(async (tx) => {
        await transactionId(tx);
        resolve(undefined);
        await gate.promise;
      }),
    );
    await promise;
  }
  const ids = members.map((entry) => database.groupCommit(transactionId, entry));
  await database.rows(sql`select 1`);
  gate.resolve(undefined);
  await Promise.all(running);
  return await Promise.all(ids);
}

test('a group commit takes one write of each caller before a second write of any caller', async () => {
  const flood = Array.from({ length: 100 }, () => entryOf('flood'));

  const ids = await commitInGroups([...flood, entryOf('ada'), entryOf('bob')]);

  expect([ids.at(-2), ids.at(-1)]).toEqual([ids[0], ids[0]]);
  // The size of a full group.
  expect(ids.filter((id) => id === ids[0])).toHaveLength(32);
});

test('the inputs of a group have at most 16 KiB together', async () => {
  const ids = await commitInGroups(Array.from({ length: 12 }, (_, i) => entryOf(`agent ${i}`, 5000)));

  const sizes = [...Map.groupBy(ids, (id) => id).values()].map((group) => group.length);
  expect(sizes).toEqual([3, 3, 3, 3]);
});

const incrementVersion = (tx: OpenTransaction, slug: string) =>
  tx.rows(sql`update channels set version = version + 1 where slug = ${slug}`);

test('writes that wait for a locked record leave connections to writes of other records', async () => {
  await using database = await openTestDatabase();
  const [locked, gate] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  // Without an entry, the transaction does not queue, like a transaction of another process.
  const holder = database.transaction(async (tx) => {
    await incrementVersion(tx, 'general');
    locked.resolve(undefined);
    await gate.promise;
  });
  await locked.promise;
  const incrementAs = (caller: string, slug: string) => ({
    work: (tx: OpenTransaction) => incrementVersion(tx, slug),
    entry: { ...entryOf(caller), records: [slug] },
  });
  let written = 0;
  const waiting = Array.from({ length: 24 }, (_, i) => incrementAs(`agent ${i}`, 'general')).flatMap(
    ({ work, entry }) =>
      (['groupCommit', 'transaction', 'longTransaction'] as const).map((kind) =>
        database[kind](work, entry).then(() => (written += 1)),
      ),
  );

  const { work, entry } = incrementAs('other', 'inquire');
  await Promise.all([
    database.groupCommit(work, entry),
    database.transaction(work, entry),
    database.longTransaction(work, entry),
  ]);
  const before = written;
  gate.resolve(undefined);
  await Promise.all([holder, ...waiting]);

  expect(before).toBe(0);
  expect(written).toBe(72);
});

test('a write of a caller that has written little is in the next group while many other callers keep writing long texts', async () => {
  await using database = await openTestDatabase();
  let isFlooded = true;
  let groupsOfOthers = 0;
  const write = async (caller: string): Promise<void> => {
    if (!isFlooded) return;
    await database.groupCommit((tx) => sleep(tx, 0.01), entryOf(caller, 8000));
    // Two texts of 8 000 bytes fill a group.
    groupsOfOthers += 0.5;
    return write(caller);
  };
  const flood = Array.from({ length: 40 }, (_, i) => write(`agent ${i}`));
  await database.groupCommit(transactionId, entryOf('late'));
  // Time in which the other callers write.
  await Promise.all(Array.from({ length: 100 }, () => database.rows(sql`select 1`)));

  const before = groupsOfOthers;
  await database.groupCommit(transactionId, entryOf('late'));
  await database.groupCommit(transactionId, entryOf('late'));
  const groupsPerWrite = (groupsOfOthers - before) / 2;
  isFlooded = false;
  await Promise.all(flood);

  expect(before).toBeGreaterThan(0);
  // Two groups are running when the caller writes. The next group contains its write.
  expect(groupsPerWrite).toBeLessThanOrEqual(4);
});

test('a region that has used little gets the next connection for long transactions', async () => {
  await using database = await openTestDatabase();
  const order: string[] = [];
  const write = (region: string, seconds: number) =>
    database
      .longTransaction((tx) => sleep(tx, seconds), { ...entryOf(region), region })
      .then(() => {
        order.push(region);
      });
  const regions = Array.from({ length: 8 }, (_, i) => `region ${i}`);
  await Promise.all(regions.map((region) => write(region, 0.05)));

  const waiting = regions.map((region) => write(region, 0.05));
  await write('new', 0.001);

  // Long transactions of four regions run when the new region writes.
  expect(order.slice(8).indexOf('new')).toBeLessThanOrEqual(4);
  await Promise.all(waiting);
});

import { expect, test } from 'vitest';
import { type Database, isOutage, type OpenTransaction, sql, type Sql } from '../../prisma/client.ts';
import { openTestDatabase } from '../support/database/database.ts';

const slugs = ['general', 'inquire', 'persist', 'field-reports'];

const transactionId = async (tx: OpenTransaction) => {
  const [row] = await tx.rows<{ id: string }>(sql`select pg_current_xact_id()::text as id`);
  return row?.id;
};

const move = (tx: OpenTransaction, slug: string) =>
  tx.rows(sql`update channels set version = version + 1 where slug = ${slug}`);

const moved = async (database: Database) => {
  const rows = await database.rows<{ slug: string }>(sql`select slug from channels where version > 1`);
  return rows.map(({ slug }) => slug).sort();
};

/** What each of several came to: its result, or the message it failed with. */
const outcomes = async (all: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(all)).map((each) =>
    each.status === 'fulfilled' ? each.value : (each.reason as Error).message,
  );

test('work that comes at the same time shares a transaction', async () => {
  await using database = await openTestDatabase();

  const ids = await Promise.all(Array.from({ length: 20 }, () => database.groupCommit(transactionId)));

  expect(new Set(ids).size).toBe(1);
});

test('work that comes while two transactions are shared gathers for the next', async () => {
  await using database = await openTestDatabase();
  const gates = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const held = [];
  for (const { promise } of gates) {
    const begun = Promise.withResolvers<undefined>();
    const hold = async (tx: OpenTransaction) => {
      const id = await transactionId(tx);
      begun.resolve(undefined);
      await promise;
      return id;
    };
    held.push(database.groupCommit(hold));
    await begun.promise;
  }

  const first = database.groupCommit(transactionId);
  await database.rows(sql`select 1`);
  const second = database.groupCommit(transactionId);
  for (const gate of gates) gate.resolve(undefined);

  expect(await first).toBe(await second);
  expect(await Promise.all(held)).not.toContain(await first);
});

test('work that fails is undone by itself, and what came with it is done', async () => {
  await using database = await openTestDatabase();

  const all = slugs.map((slug) =>
    database.groupCommit(async (tx) => {
      await move(tx, slug);
      if (slug === 'persist') throw new Error('changed my mind');
      return slug;
    }),
  );

  expect(await outcomes(all)).toEqual(['general', 'inquire', 'changed my mind', 'field-reports']);
  expect(await moved(database)).toEqual(['field-reports', 'general', 'inquire']);
});

test('a statement that fails is the failure of who sent it alone', async () => {
  await using database = await openTestDatabase();

  const all = slugs.map((slug) =>
    database.groupCommit(async (tx) => {
      await move(tx, slug);
      if (slug === 'persist') await tx.rows(sql`update channels set version = 0 where slug = ${slug}`);
      return slug;
    }),
  );

  expect(await outcomes(all)).toEqual([
    'general',
    'inquire',
    expect.stringContaining('channels_version_check'),
    'field-reports',
  ]);
  expect(await moved(database)).toEqual(['field-reports', 'general', 'inquire']);
});

test('who waits for another writer keeps nobody waiting that came with it', async () => {
  await using database = await openTestDatabase();
  const locked = Promise.withResolvers<undefined>();
  const gate = Promise.withResolvers<undefined>();
  const holder = database.transaction(async (tx) => {
    await move(tx, 'general');
    locked.resolve(undefined);
    await gate.promise;
  });
  await locked.promise;

  const [waits, ...others] = slugs.map((slug) => database.groupCommit((tx) => move(tx, slug)));
  await Promise.all(others);
  const before = await moved(database);
  gate.resolve(undefined);
  await Promise.all([holder, waits]);

  expect(before).toEqual(['field-reports', 'inquire', 'persist']);
  expect(await database.rows(sql`select version from channels where slug = 'general'`)).toEqual([
    { version: 3 },
  ]);
});

const sleep = (tx: OpenTransaction, seconds: number) => tx.rows(sql`select pg_sleep(${seconds}::float8)`);

test('slow work delays neither later groups nor single transactions, and what came with it is done', async () => {
  await using database = await openTestDatabase();
  const order: string[] = [];
  const note = (name: string) => () => order.push(name);

  // Shorter than the limit of a statement that runs alone, longer than that of a group.
  const slow = Array.from({ length: 3 }, () =>
    database.groupCommit((tx) => sleep(tx, 2.5)).then(note('slow')),
  );
  const beside = database.groupCommit((tx) => move(tx, 'general')).then(note('beside'));
  await beside;
  const later = slugs.flatMap((slug) => [
    database.groupCommit((tx) => move(tx, slug)).then(note('later')),
    database.transaction((tx) => move(tx, slug)).then(note('later')),
  ]);
  await Promise.all([...slow, ...later]);

  expect(order).toEqual(['beside', ...Array<string>(8).fill('later'), 'slow', 'slow', 'slow']);
});

test('work that is too slow even alone fails as an outage', async () => {
  await using database = await openTestDatabase();

  const failure: unknown = await database.groupCommit((tx) => sleep(tx, 20)).catch((error: unknown) => error);

  expect(isOutage(failure)).toBe(true);
});

test('a connection that breaks fails all who share it, and nothing is tried again', async () => {
  await using database = await openTestDatabase();
  let runs = 0;

  const all = slugs.map((slug) =>
    database.groupCommit(async (tx) => {
      runs += 1;
      await move(tx, slug);
      if (slug === 'persist') await tx.rows(sql`select pg_terminate_backend(pg_backend_pid())`);
    }),
  );
  const failures = await outcomes(all);

  expect(failures).toEqual(Array(4).fill(expect.any(String)));
  expect(runs).toBe(4);
  expect(await moved(database)).toEqual([]);
  expect(await database.groupCommit((tx) => move(tx, 'general'))).toEqual([]);
});

const moveAll = (given: readonly string[]): Sql => sql`
  update channels set version = version + cardinality(${given}::text[]) where slug = any(${given}::text[])`;

test('what is left to the end is one statement for all, and is done with the rest', async () => {
  await using database = await openTestDatabase();

  const leave = (slug: string) =>
    database.groupCommit((tx) => {
      tx.beforeCommit(moveAll, slug);
      return Promise.resolve();
    });
  await Promise.all(slugs.map(leave));

  expect(await database.rows(sql`select distinct version from channels`)).toEqual([{ version: 5 }]);
});

test('where what is left to the end fails, nothing is done', async () => {
  await using database = await openTestDatabase();
  const spoil = () => sql`update channels set version = 0`;

  const failed = database.transaction(async (tx) => {
    await move(tx, 'general');
    tx.beforeCommit(spoil, null);
  });

  await expect(failed).rejects.toThrow('channels_version_check');
  expect(await moved(database)).toEqual([]);
});

test('a failure that a transaction keeps to itself is told all the same', async () => {
  await using database = await openTestDatabase();

  const swallowed = database.transaction(async (tx) => {
    await move(tx, 'general');
    await tx.rows(sql`update channels set version = 0`).catch(() => undefined);
  });

  await expect(swallowed).rejects.toThrow('a statement failed');
  expect(await moved(database)).toEqual([]);
});

test('what goes on when its transaction has ended reaches the database no more', async () => {
  await using database = await openTestDatabase();
  const gate = Promise.withResolvers<undefined>();
  const late = Promise.withResolvers<unknown>();

  const failed = database.transaction((tx) => {
    late.resolve(gate.promise.then(() => move(tx, 'general')));
    return Promise.reject(new Error('changed my mind'));
  });
  await expect(failed).rejects.toThrow('changed my mind');
  gate.resolve(undefined);

  await expect(late.promise).rejects.toThrow('the transaction has ended');
  expect(await moved(database)).toEqual([]);
});

import { expect, test } from 'vitest';
import { type Database, isOutage, type OpenTransaction, sql, type Sql } from '../../../prisma/client.ts';
import { openTestDatabase } from '../../support/database/database.ts';

const slugs = ['general', 'inquire', 'persist', 'field-reports'];

const transactionId = async (tx: OpenTransaction) => {
  const [row] = await tx.rows<{ id: string }>(sql`select pg_current_xact_id()::text as id`);
  return row?.id;
};

const incrementVersion = (tx: OpenTransaction, slug: string) =>
  tx.rows(sql`update channels set version = version + 1 where slug = ${slug}`);

const readIncremented = async (database: Database) => {
  const rows = await database.rows<{ slug: string }>(sql`select slug from channels where version > 1`);
  return rows.map(({ slug }) => slug).sort();
};

/** The result of each promise, or the message of its error. */
const toResults = async (results: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(results)).map((result) =>
    result.status === 'fulfilled' ? result.value : (result.reason as Error).message,
  );

test('concurrent callbacks share a transaction', async () => {
  await using database = await openTestDatabase();

  const ids = await Promise.all(Array.from({ length: 20 }, () => database.groupCommit(transactionId)));

  expect(new Set(ids).size).toBe(1);
});

test('callbacks that arrive while two shared transactions run share the next one', async () => {
  await using database = await openTestDatabase();
  const gates = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const running = [];
  for (const { promise } of gates) {
    const started = Promise.withResolvers<undefined>();
    const waitForGate = async (tx: OpenTransaction) => {
      const id = await transactionId(tx);
      started.resolve(undefined);
      await promise;
      return id;
    };
    running.push(database.groupCommit(waitForGate));
    await started.promise;
  }

  const first = database.groupCommit(transactionId);
  // The two callbacks arrive at different times.
  await database.rows(sql`select 1`);
  const second = database.groupCommit(transactionId);
  for (const gate of gates) gate.resolve(undefined);

  expect(await first).toBe(await second);
  expect(await Promise.all(running)).not.toContain(await first);
});

test('a callback that fails is rolled back, and the other callbacks of its group are committed', async () => {
  await using database = await openTestDatabase();

  const results = slugs.map((slug) =>
    database.groupCommit(async (tx) => {
      await incrementVersion(tx, slug);
      if (slug === 'persist') throw new Error('changed my mind');
      return slug;
    }),
  );

  expect(await toResults(results)).toEqual(['general', 'inquire', 'changed my mind', 'field-reports']);
  expect(await readIncremented(database)).toEqual(['field-reports', 'general', 'inquire']);
});

test('a failing statement fails only the callback that sent it', async () => {
  await using database = await openTestDatabase();

  const results = slugs.map((slug) =>
    database.groupCommit(async (tx) => {
      await incrementVersion(tx, slug);
      if (slug === 'persist') await tx.rows(sql`update channels set version = 0 where slug = ${slug}`);
      return slug;
    }),
  );

  expect(await toResults(results)).toEqual([
    'general',
    'inquire',
    expect.stringContaining('channels_version_check'),
    'field-reports',
  ]);
  expect(await readIncremented(database)).toEqual(['field-reports', 'general', 'inquire']);
});

test('a callback that waits for a row lock does not block the other callbacks of its group', async () => {
  await using database = await openTestDatabase();
  const locked = Promise.withResolvers<undefined>();
  const gate = Promise.withResolvers<undefined>();
  const holder = database.transaction(async (tx) => {
    await incrementVersion(tx, 'general');
    locked.resolve(undefined);
    await gate.promise;
  });
  await locked.promise;

  const [blocked, ...others] = slugs.map((slug) => database.groupCommit((tx) => incrementVersion(tx, slug)));
  await Promise.all(others);
  const before = await readIncremented(database);
  gate.resolve(undefined);
  await Promise.all([holder, blocked]);

  expect(before).toEqual(['field-reports', 'inquire', 'persist']);
  expect(await database.rows(sql`select version from channels where slug = 'general'`)).toEqual([
    { version: 3 },
  ]);
});

const entryOf = (caller: string, bytes = 100) => ({
  caller,
  region: `region of ${caller}`,
  bytes,
  records: [],
});

const sleep = (tx: OpenTransaction, seconds: number) => tx.rows(sql`select pg_sleep(${seconds}::float8)`);

test('slow callbacks delay neither later groups nor single transactions, and the rest of their group succeeds', async () => {
  await using database = await openTestDatabase();
  const order: string[] = [];
  const record = (name: string) => () => order.push(name);

  // Longer than the statement timeout of a group, shorter than the statement timeout of a long transaction.
  const slow = Array.from({ length: 3 }, (_, i) =>
    database.groupCommit((tx) => sleep(tx, 2.5), entryOf(`slow ${i}`)).then(record('slow')),
  );
  const sameGroup = database
    .groupCommit((tx) => incrementVersion(tx, 'general'), entryOf('other'))
    .then(record('sameGroup'));
  await sameGroup;
  const later = slugs.flatMap((slug) => [
    database.groupCommit((tx) => incrementVersion(tx, slug)).then(record('later')),
    database.transaction((tx) => incrementVersion(tx, slug)).then(record('later')),
  ]);
  await Promise.all([...slow, ...later]);

  expect(order).toEqual(['sameGroup', ...Array<string>(8).fill('later'), 'slow', 'slow', 'slow']);
});

test('a callback that is too slow even alone fails as an outage', async () => {
  await using database = await openTestDatabase();

  const failure: unknown = await database.groupCommit((tx) => sleep(tx, 20)).catch((error: unknown) => error);

  expect(isOutage(failure)).toBe(true);
});

test('a broken connection fails all callbacks of the group, without retries', async () => {
  await using database = await openTestDatabase();
  let runs = 0;

  const results = slugs.map((slug) =>
    database.groupCommit(async (tx) => {
      runs += 1;
      await incrementVersion(tx, slug);
      if (slug === 'persist') await tx.rows(sql`select pg_terminate_backend(pg_backend_pid())`);
    }),
  );
  const failures = await toResults(results);

  expect(failures).toEqual(Array(4).fill(expect.any(String)));
  expect(runs).toBe(4);
  expect(await readIncremented(database)).toEqual([]);
  expect(await database.groupCommit((tx) => incrementVersion(tx, 'general'))).toEqual([]);
});

const incrementAll = (changed: readonly string[]): Sql => sql`
  update channels set version = version + cardinality(${changed}::text[]) where slug = any(${changed}::text[])`;

test('beforeCommit runs one statement for all items of the group', async () => {
  await using database = await openTestDatabase();

  const deferIncrement = (slug: string) =>
    database.groupCommit((tx) => {
      tx.beforeCommit(incrementAll, slug);
      return Promise.resolve();
    });
  await Promise.all(slugs.map(deferIncrement));

  // One statement adds the number of its items, 4, to each version. Four statements would add 1 each.
  expect(await database.rows(sql`select distinct version from channels`)).toEqual([{ version: 5 }]);
});

test('a failing beforeCommit statement rolls the transaction back', async () => {
  await using database = await openTestDatabase();
  const violateCheck = () => sql`update channels set version = 0`;

  const transaction = database.transaction(async (tx) => {
    await incrementVersion(tx, 'general');
    tx.beforeCommit(violateCheck, null);
  });

  await expect(transaction).rejects.toThrow('channels_version_check');
  expect(await readIncremented(database)).toEqual([]);
});

test('a transaction whose callback ignores a failed statement is rejected', async () => {
  await using database = await openTestDatabase();

  const transaction = database.transaction(async (tx) => {
    await incrementVersion(tx, 'general');
    await tx.rows(sql`update channels set version = 0`).catch(() => undefined);
  });

  await expect(transaction).rejects.toThrow('a statement failed');
  expect(await readIncremented(database)).toEqual([]);
});

test('a transaction whose last statement before the commit fails is rejected with the error of that statement', async () => {
  await using database = await openTestDatabase();

  const transaction = database.transaction(async (tx) => {
    await incrementVersion(tx, 'general');
    const rows = tx.rows.bind(tx);
    tx.rows = () => rows(sql`select 1 / 0`);
  });

  await expect(transaction).rejects.toThrow('division by zero');
  expect(await readIncremented(database)).toEqual([]);
});

test('a statement after the end of its transaction is rejected', async () => {
  await using database = await openTestDatabase();
  const gate = Promise.withResolvers<undefined>();
  const lateStatement = Promise.withResolvers<unknown>();

  const transaction = database.transaction((tx) => {
    lateStatement.resolve(gate.promise.then(() => incrementVersion(tx, 'general')));
    return Promise.reject(new Error('changed my mind'));
  });
  await expect(transaction).rejects.toThrow('changed my mind');
  gate.resolve(undefined);

  await expect(lateStatement.promise).rejects.toThrow('the transaction has ended');
  expect(await readIncremented(database)).toEqual([]);
});

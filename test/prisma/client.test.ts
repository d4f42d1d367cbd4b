import { describe, expect, inject, test } from 'vitest';
import {
  columns,
  isOutage,
  isReadOnly,
  openDatabase,
  raw,
  sql,
  toViolation,
  type Database,
} from '../../prisma/client.ts';
import { openTestDatabase } from '../support/database/database.ts';

const QUERY_CANCELED = '57014';
const channelCount = sql`select count(*)::int as count from channels`;
const terminateOwnConnection = sql`select pg_terminate_backend(pg_backend_pid())`;

const findSlug = (id: string) => sql`select slug from channels where id = ${id}::uuid`;

async function catchError(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

test('rows have the same shape as Prisma’s', async () => {
  await using database = await openTestDatabase();

  const rows = await database.rows(sql`select ${columns('Channel', 'c')} from channels c order by id`);

  expect(rows).toEqual(await (await database.prisma()).channel.findMany({ orderBy: { id: 'asc' } }));
});

const isUnprepared = inject('pooler')?.preparesStatements === false;

test.skipIf(isUnprepared)('a statement is prepared once, whatever its values', async () => {
  await using database = await openTestDatabase();

  const prepared = await database.transaction(async (tx) => {
    await tx.rows(findSlug('01a1fb67-1800-7000-8000-000000000001'));
    await tx.rows(findSlug('01a1fb67-1800-7000-8000-000000000002'));
    return tx.rows(sql`select name from pg_prepared_statements where statement like 'select slug%'`);
  });

  expect(prepared).toHaveLength(1);
});

test('an unprepared statement is not prepared', async () => {
  await using database = await openTestDatabase();

  const prepared = await database.transaction(async (tx) => {
    await tx.rows(findSlug('01a1fb67-1800-7000-8000-000000000001'), 'unprepared');
    return tx.rows(sql`select name from pg_prepared_statements where statement like 'select slug%'`);
  });

  expect(prepared).toEqual([]);
});

test('statements beyond the number that can be prepared still run', async () => {
  await using database = await openTestDatabase();

  // At most 500 statements are prepared; the others run unprepared.
  const texts = Array.from({ length: 600 }, (_, index) => `select ${index.toString()} as index`);
  const results = await Promise.all(texts.map((text) => database.rows(sql`${raw(text)}`)));

  expect(results.flat()).toHaveLength(600);
});

test('a transaction that fails is rolled back', async () => {
  await using database = await openTestDatabase();

  const error = await catchError(
    database.transaction(async (tx) => {
      await tx.rows(sql`delete from channels`);
      throw new Error('changed my mind');
    }),
  );

  expect(error).toMatchObject({ message: 'changed my mind' });
  expect(await database.rows(channelCount)).toEqual([{ count: 4 }]);
});

/**
 * Updates channels in order in a transaction. Calls `waitForOther` after each update, and waits for `otherCommit` before a retry.
 * Returns how often the transaction ran.
 */
function updateChannels(
  database: Database,
  slugs: readonly string[],
  { waitForOther, otherCommit }: { waitForOther: () => Promise<void>; otherCommit: Promise<undefined> },
): Promise<number> {
  let runs = 0;
  return database.transaction(async (tx) => {
    runs += 1;
    // Without the wait, the retry could lock its first row again before the other transaction, which waits for it, wakes up.
    if (runs > 1) await otherCommit;
    for (const slug of slugs) {
      await tx.rows(sql`update channels set version = version + 1 where slug = ${slug}`);
      await waitForOther();
    }
    return runs;
  });
}

test('transactions that deadlock are both committed', async () => {
  await using database = await openTestDatabase();
  const bothArrived = Promise.withResolvers<undefined>();
  let arrived = 0;
  const waitForOther = async () => {
    arrived += 1;
    if (arrived === 2) bothArrived.resolve(undefined);
    await bothArrived.promise;
  };

  const commit = Promise.withResolvers<undefined>();
  const update = (...slugs: string[]) =>
    updateChannels(database, slugs, { waitForOther, otherCommit: commit.promise }).finally(() =>
      commit.resolve(undefined),
    );

  const runs = await Promise.all([update('general', 'persist'), update('persist', 'general')]);

  expect(runs.toSorted()).toEqual([1, 2]);
  expect(await database.rows(sql`select slug from channels where version = 3`)).toHaveLength(2);
});

test.each([
  ['unique', 'channels_slug_key', `update channels set slug = 'general'`],
  ['check', 'channels_version_check', 'update channels set version = 0'],
  [
    'reference',
    'threads_created_by_fkey',
    `insert into threads (id, channel_slug, subject, created_by, via, created_at)
     values (gen_random_uuid(), 'general', 'Hello', 'nobody', 'rest', now())`,
  ],
])('a violated %s constraint is identified by its name', async (kind, constraint, statement) => {
  await using database = await openTestDatabase();

  const error = await catchError(database.rows(sql`${raw(statement)}`));

  expect(toViolation(error)).toEqual({ kind, constraint });
});

test('a statement that fails for another reason is not a violation', async () => {
  await using database = await openTestDatabase();

  expect(toViolation(await catchError(database.rows(sql`select 1 / 0`)))).toBeUndefined();
});

test('a connection that breaks while idle is reported and replaced', async () => {
  await using database = await openTestDatabase();
  const errors: Error[] = [];
  const otherDatabase = openDatabase(database.connection, {
    onConnectionLost: (error) => errors.push(error),
  });
  const [session] = await otherDatabase.rows<{ pid: number }>(sql`select pg_backend_pid() as pid`);

  await database.rows(sql`select pg_terminate_backend(${session?.pid})`);
  await expect.poll(() => errors.length).toBe(1);

  expect(await otherDatabase.rows(channelCount)).toEqual([{ count: 4 }]);
  await otherDatabase.close();
});

test('a connection that breaks inside a transaction fails only that transaction', async () => {
  await using database = await openTestDatabase();

  const error = await catchError(database.transaction((tx) => tx.rows(terminateOwnConnection)));

  expect(error).toBeInstanceOf(Error);
  expect(await database.rows(channelCount)).toEqual([{ count: 4 }]);
});

test('a connection that breaks between the statements of a transaction does not end the process', async () => {
  await using database = await openTestDatabase();

  const error = await catchError(
    database.transaction(async (tx) => {
      const [session] = await tx.rows<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await database.rows(sql`select pg_terminate_backend(${session?.pid})`);
      await expect.poll(() => catchError(tx.rows(channelCount))).toBeInstanceOf(Error);
      return tx.rows(channelCount);
    }),
  );

  expect(error).toBeInstanceOf(Error);
  expect(await database.rows(channelCount)).toEqual([{ count: 4 }]);
});

test('a statement that exceeds statement_timeout is cancelled', async () => {
  await using database = await openTestDatabase();
  const withShortTimeout = openDatabase({ ...database.connection, statement_timeout: 50 });

  const error = await catchError(withShortTimeout.rows(sql`select pg_sleep(5)`));

  expect(error).toMatchObject({ code: QUERY_CANCELED });
  await withShortTimeout.close();
});

describe('Prisma Client', () => {
  test('returns the stored times in any time zone of the server', async () => {
    await using database = await openTestDatabase();
    const { database: name } = database.connection;
    await database.rows(sql`alter database ${raw(String(name))} set timezone to 'Asia/Kolkata'`);
    const otherTimeZone = openDatabase(database.connection);
    const created = new Date('2026-01-31T12:00:00.123Z');

    await (
      await otherTimeZone.prisma()
    ).channel.updateMany({ where: { slug: 'general' }, data: { createdAt: created } });

    const selectTime = sql`select created_at as "createdAt" from channels where slug = 'general'`;
    expect(await database.rows(selectTime)).toEqual([{ createdAt: created }]);
    expect(
      await (await otherTimeZone.prisma()).channel.findMany({ where: { createdAt: created } }),
    ).toMatchObject([{ slug: 'general', createdAt: created }]);
    await otherTimeZone.close();
  });

  test.each([
    ['a server that cannot be reached', { host: '127.0.0.1', port: 1 }],
    ['a socket that does not exist', { host: '/nowhere' }],
    ['a statement that takes too long', { statement_timeout: 1 }],
  ])('reports %s as an outage', async (_name, settings) => {
    await using database = await openTestDatabase();
    const failing = openDatabase({ ...database.connection, ...settings });
    const slow = { OR: Array.from({ length: 2000 }, () => ({ slug: { contains: 'x' } })) };

    const error = await catchError((await failing.prisma()).channel.findMany({ where: slow }));

    expect(error).toSatisfy(isOutage);
    await failing.close();
  });

  test('reports a connection that breaks as an outage, and works again', async () => {
    await using database = await openTestDatabase();

    const error = await catchError((await database.prisma()).$queryRaw(terminateOwnConnection));

    expect(error).toSatisfy(isOutage);
    expect(await (await database.prisma()).channel.count()).toBe(4);
  });

  test('reports a server that refuses writes', async () => {
    await using database = await openTestDatabase();
    const readOnlyDatabase = openDatabase({
      ...database.connection,
      options: '-c default_transaction_read_only=on',
    });

    const error = await catchError(
      (await readOnlyDatabase.prisma()).channel.updateMany({ data: { archived: true } }),
    );

    expect(error).toSatisfy(isReadOnly);
    await readOnlyDatabase.close();
  });

  test('does not report a violated constraint as an outage', async () => {
    await using database = await openTestDatabase();

    const error = await catchError((await database.prisma()).channel.updateMany({ data: { version: 0 } }));

    expect(error).toBeInstanceOf(Error);
    expect(error).not.toSatisfy(isOutage);
  });
});

// Rows that are streamed from a snapshot. A fetch reads 200 rows, so streams of about 200 and 400 rows are tested.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSnapshot } from '../../prisma/snapshot.ts';
import { sql } from '../../prisma/sql.ts';
import { openTestDatabase, type TestDatabase } from '../support/database/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const numbersTo = (last: number) => sql`select n from generate_series(1, ${last}) n`;

test.each([0, 1, 199, 200, 201, 400, 401])('a stream has all %i rows, in their order', async (last) => {
  await using snapshot = await openSnapshot(database.connection);

  const rows = await Array.fromAsync(snapshot.stream<{ n: number }>(numbersTo(last)));

  expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: last }, (_, i) => i + 1));
});

test('a stream that is not read to the end is closed, so the next stream can open', async () => {
  await using snapshot = await openSnapshot(database.connection);

  for await (const row of snapshot.stream(numbersTo(500))) {
    expect(row).toEqual({ n: 1 });
    break;
  }

  expect(await Array.fromAsync(snapshot.stream(numbersTo(2)))).toEqual([{ n: 1 }, { n: 2 }]);
});

test('a stream whose statement fails reports the error of the statement', async () => {
  await using snapshot = await openSnapshot(database.connection);

  await expect(
    Array.fromAsync(snapshot.stream(sql`select 1 / (n - 3) from generate_series(1, 9) n`)),
  ).rejects.toThrow('division by zero');
});

test('a snapshot does not see later writes, and refuses to write', async () => {
  const titles = sql`select distinct title from channels`;
  await using snapshot = await openSnapshot(database.connection);
  const before = await Array.fromAsync(snapshot.stream(titles));

  await database.rows(sql`update channels set title = 'later'`);

  expect(await Array.fromAsync(snapshot.stream(titles))).toEqual(before);
  expect(before).not.toContainEqual({ title: 'later' });
  await expect(Array.fromAsync(snapshot.stream(sql`select nextval('entries_ordinal_seq')`))).rejects.toThrow(
    'read-only transaction',
  );
});

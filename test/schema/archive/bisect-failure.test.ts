import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql, type Transaction } from '../../../prisma/client.ts';
import { runInTransactions } from '../../../schema/archive/import/bisect-failure.ts';
import type { ArchiveRecord } from '../../../schema/archive/import/line.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** A statement that exceeds a limit of PostgreSQL (SQLSTATE 54000): the size of a `tsvector`. */
const exceedLimit = (tx: Transaction) =>
  tx.rows(sql`
    select to_tsvector('simple', string_agg(md5(i::text), ' ')) from generate_series(1, 100000) i`);

test('a record that exceeds a limit of PostgreSQL is named by its line', async () => {
  const records = [11, 12, 13, 14, 15].map((line) => ({ line }) as ArchiveRecord);
  const work = async (tx: Transaction, written: readonly ArchiveRecord[]) => {
    if (written.some(({ line }) => line === 14)) await exceedLimit(tx);
  };

  await expect(runInTransactions(database, { records, work })).rejects.toThrow(
    /^line 14: string is too long for tsvector/,
  );
});

/** Raises the error of a statement that takes too long (SQLSTATE 57014). */
const timeOut = (tx: Transaction) =>
  tx.rows(sql`do $$ begin raise exception 'too slow' using errcode = 'query_canceled'; end $$`);

test('records that take too long in one transaction are written in several, down to one record each', async () => {
  const records = [11, 12, 13, 14, 15].map((line) => ({ line }) as ArchiveRecord);
  const work = async (tx: Transaction, written: readonly ArchiveRecord[]) => {
    if (written.length > 1 && written.some(({ line }) => line > 13)) await timeOut(tx);
    return written.map(({ line }) => line);
  };

  expect(await runInTransactions(database, { records, work })).toEqual([[11, 12, 13], [14], [15]]);
});

test('a record that takes too long by itself fails with the error of the database', async () => {
  const records = [11, 12, 13].map((line) => ({ line }) as ArchiveRecord);

  await expect(runInTransactions(database, { records, work: timeOut })).rejects.toMatchObject({
    code: '57014',
  });
});

test('a record that the database refuses is named by its line, although the records before it take too long together', async () => {
  const records = [11, 12, 13, 14, 15].map((line) => ({ line }) as ArchiveRecord);
  const work = async (tx: Transaction, written: readonly ArchiveRecord[]) => {
    if (written.some(({ line }) => line === 14)) await exceedLimit(tx);
    if (written.length > 2) await timeOut(tx);
  };

  await expect(runInTransactions(database, { records, work })).rejects.toThrow(/^line 14: /);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql, type Transaction } from '../../../prisma/client.ts';
import { runInTransaction } from '../../../schema/archive/import/bisect-failure.ts';
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

  await expect(runInTransaction(database, { records, work })).rejects.toThrow(
    /^line 14: string is too long for tsvector/,
  );
});

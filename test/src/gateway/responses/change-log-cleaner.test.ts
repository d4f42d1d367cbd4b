import { expect, onTestFinished, test, vi } from 'vitest';
import { type Sql, sql } from '../../../../prisma/client.ts';
import { createChangeLogCleaner } from '../../../../src/gateway/responses/change-log.ts';
import { openTestDatabase } from '../../../support/database/database.ts';

test('a long log of changes is deleted in several statements of at most 5 000 rows', async () => {
  await using database = await openTestDatabase();
  await database.rows(sql`delete from changes`);
  await database.rows(sql`insert into changes (keys) select array['test'] from generate_series(1, 12000)`);
  const rowCounts: number[] = [];
  const rows: typeof database.rows = async (...statement) => {
    const found = await database.rows(...statement);
    rowCounts.push(found.length);
    return found as never;
  };
  const clean = createChangeLogCleaner({ ...database, rows }, 0);

  await clean();
  const first = rowCounts.splice(0);
  await clean();

  // Each cleaning reads a snapshot of one row first.
  expect([first, rowCounts]).toEqual([
    [1, 0],
    [1, 5000, 5000, 2000],
  ]);
});

test('a change is deleted at least 50 seconds after its commit, even if the snapshot of the previous cleaning arrived late', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const statements: string[] = [];
  const rows = ({ text }: Sql) => {
    const isDeletion = text.includes('delete from changes');
    statements.push(isDeletion ? 'deletion' : 'snapshot');
    if (!isDeletion) vi.advanceTimersByTime(15_000);
    return Promise.resolve(isDeletion ? [] : [{ snapshot: '1:1:' }]);
  };
  const clean = createChangeLogCleaner({ rows } as never);
  /** Cleans the log, and returns the statements that were executed. */
  const cleanAfter = async (milliseconds: number) => {
    vi.advanceTimersByTime(milliseconds);
    await clean();
    return statements.splice(0);
  };

  const first = await cleanAfter(0);
  const early = await cleanAfter(49_999);
  const late = await cleanAfter(1);

  expect([first, early, late]).toEqual([['snapshot', 'deletion'], [], ['snapshot', 'deletion']]);
});

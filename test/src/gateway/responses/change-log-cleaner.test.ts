import { expect, test } from 'vitest';
import { sql } from '../../../../prisma/client.ts';
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
  const clean = createChangeLogCleaner({ ...database, rows });

  await clean();
  const first = rowCounts.splice(0);
  await clean();

  // Each cleaning reads a snapshot of one row first.
  expect([first, rowCounts]).toEqual([
    [1, 0],
    [1, 5000, 5000, 2000],
  ]);
});

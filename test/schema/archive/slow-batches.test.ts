// Imports into a database that cancels statements with more than one post, as if they took too long.
import { expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import {
  exportLines,
  importLines,
  linesAfterHead,
  openBoardAtSameTime,
  openBoardWithEveryRecord,
} from '../../support/records/archive.ts';

test('an import writes a batch that takes too long in smaller transactions, and counts each record once', async () => {
  const source = await openBoardWithEveryRecord();
  await using board = source.board;
  await using target = await openBoardAtSameTime(board);
  await using unlimited = await openBoardAtSameTime(board);
  const lines = await exportLines(board);
  await target.database.rows(sql`
    create function cancel_many() returns trigger language plpgsql as $$ begin
      if (select count(*) from added) > 1 then
        raise exception 'canceling statement due to statement timeout' using errcode = 'query_canceled';
      end if;
      return null;
    end $$`);
  await target.database.rows(sql`
    create trigger cancel_many after insert on posts
    referencing new table as added for each statement execute function cancel_many()`);

  const counts = await importLines(target, lines);

  expect(counts).toEqual(await importLines(unlimited, lines));
  expect(linesAfterHead(await exportLines(target))).toEqual(linesAfterHead(lines));
});

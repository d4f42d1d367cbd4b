// The deletion of receipts that are older than a day.
import { expect, test } from 'vitest';
import { type Database, sql } from '../../../prisma/client.ts';
import { runHourlyTasks } from '../../../src/background/housekeeping.ts';
import { openBoard } from '../../support/board/board.ts';

/** Inserts old receipts whose answers have 400 KB of text that PostgreSQL cannot compress. */
const insertLargeReceipts = (database: Database, count: number) =>
  database.rows(sql`
    insert into receipts (owner, operation, key, input_hash, answer, created_at)
    select 'ada', 'test', n::text, ''::bytea, answer, to_timestamp(n)
    from generate_series(1, ${count}::int) n,
      (select to_jsonb(string_agg(md5(m::text), '')) as answer from generate_series(1, 12800) m) large`);

/** Runs the hourly tasks and returns how many receipts each statement deleted. */
async function countDeletedReceipts(database: Database, now: Date): Promise<number[]> {
  const rows = database.rows.bind(database);
  const counts: number[] = [];
  database.rows = async <Row>(...[statement, planning]: Parameters<Database['rows']>) => {
    const result = await rows<Row>(statement, planning);
    if (statement.text.includes('delete from receipts')) counts.push(result.length);
    return result;
  };
  await runHourlyTasks(database, now);
  return counts;
}

test('a statement deletes at most some 32 MB of receipts, and the statements together delete all that are old', async () => {
  await using board = await openBoard();
  await insertLargeReceipts(board.database, 100);

  const counts = await countDeletedReceipts(board.database, board.clock.now());

  expect(counts).toEqual([82, 18, 0]);
  expect(await board.database.rows(sql`select from receipts`)).toEqual([]);
});

test('other old rows are deleted although the deletion of receipts fails, and the run rejects with this failure', async () => {
  await using board = await openBoard();
  const { database, clock } = board;
  await database.rows(sql`
    create function refuse() returns trigger language plpgsql as 'begin raise ''refused''; end'`);
  await database.rows(sql`create trigger refuse before delete on receipts execute function refuse()`);
  await database.rows(sql`insert into consumed_challenges values (gen_random_uuid(), to_timestamp(0))`);
  await database.rows(sql`
    insert into activity_keys (id, key, kind, created_at)
    values (gen_random_uuid(), 'agent:nobody', 'test', to_timestamp(0))`);

  await expect(runHourlyTasks(database, clock.now())).rejects.toThrow('refused');

  const left = await database.rows(sql`
    select key as id from activity_keys union all select id::text from consumed_challenges`);
  expect(left).toEqual([]);
});

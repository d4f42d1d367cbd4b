import { expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { remindOfClaims, selectClaimsToRemind } from '../../../schema/inbox/housekeeping.ts';
import { openBoard } from '../../support/board/board.ts';
import { Explainer } from '../../support/database/explain.ts';
import { openClient } from '../../support/database/open-client.ts';
import { callWorkOrThrow, createWork } from '../../support/records/work.ts';

test('the search for the last reminder of a claim reads few of the reminders that its holder has', async () => {
  await using opened = new AsyncDisposableStack();
  const board = opened.use(await openBoard());
  const [ada, bob] = [await board.join('ada'), await board.join('bob')];
  const { work_id } = await createWork(ada);
  await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main', ttl_seconds: 3600 });
  const start = board.clock.now();
  const query = await openClient(opened, board.database.connection);
  await query(sql`set session_replication_role = replica`);
  // A reminder each second, two hours before the grant and an hour after it. Those before it are of the same claim.
  await query(sql`
    with filed as (
      insert into activities (id, kind, record_type, record_id, created_at)
      select gen_random_uuid(), 'claim.expiring', 'claim',
        case when i < 0 then claim.id else gen_random_uuid() end, ${start}::timestamptz + i * interval '1 second'
      from work_claims claim, generate_series(-7200, 3000) i where i <> 0
      returning id, created_at
    )
    insert into activity_keys (key, kind, created_at, id)
    select 'agent:bob', 'claim_expiring', created_at, id from filed`);
  await query(sql`analyze`);
  board.clock.advance({ minutes: 55 });
  const explainer = opened.use(await Explainer.open(board.database.connection));
  const { text, values } = selectClaimsToRemind(board.clock.now());
  const readPlans = async () => {
    const statement = { text, values, planning: 'prepared' } as const;
    return [await explainer.explain(statement, 'custom'), await explainer.explain(statement, 'generic')];
  };

  const before = await readPlans();
  await remindOfClaims(board.database, board.clock);
  const after = await readPlans();

  const filed = await query(sql`
    select from activity_keys where kind = 'claim_expiring' and created_at = ${board.clock.now()}::timestamptz`);
  expect(filed).toHaveLength(1);
  expect(Math.max(...[...before, ...after].map(({ maxRowsRead }) => maxRowsRead))).toBeLessThan(10);
});

import { expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { openBoard } from '../../support/board/board.ts';
import { Explainer } from '../../support/database/explain.ts';
import { openClient } from '../../support/database/open-client.ts';
import { recordTransactions } from '../../support/database/record-statements.ts';
import { callWork, callWorkOrThrow, createWork } from '../../support/records/work.ts';

test.each([
  ['among 5 000 other claims', 5000],
  ['if it is the only claim', 0],
])('the cause of a lost claim with 5 000 renewals is found with one row %s', async (_title, otherClaims) => {
  await using opened = new AsyncDisposableStack();
  const board = opened.use(await openBoard());
  const [ada, bob] = [await board.join('ada'), await board.join('bob')];
  const { work_id } = await createWork(ada);
  const { claim_id, fence } = await callWorkOrThrow(ada, 'claim', { work_id, scope: 'main' });
  const query = await openClient(opened, board.database.connection);
  await query(sql`set session_replication_role = replica`);
  await query(sql`
    insert into work_events (id, packet_id, seq, kind, at, version, claim_id, prev_hash, hash)
    select gen_random_uuid(), ${work_id}::uuid, seq, 'claim.renewed', now(), 1, ${claim_id}::uuid, '', ''
    from generate_series(1001, 6000) seq`);
  await query(sql`
    insert into work_events (id, packet_id, seq, kind, at, version, claim_id, prev_hash, hash)
    select gen_random_uuid(), packet_id, seq, kind, now(), 1, claim_id, '', ''
    from (select gen_random_uuid() as packet_id, gen_random_uuid() as claim_id
        from generate_series(1, ${otherClaims}::int)) claim,
      (values (2, 'claim.granted'), (3, 'claim.renewed'), (4, 'submission.created')) event (seq, kind)`);
  await query(sql`analyze`);
  const explainer = opened.use(await Explainer.open(board.database.connection));

  const sent = await recordTransactions(board.database, () =>
    callWork('rest', bob, 'renew', { work_id, claim_id, fence }),
  );

  const texts = sent.flat().filter((text) => text.includes('from work_events where claim_id'));
  expect(texts).toHaveLength(1);
  const statement = { text: texts[0]!, values: [claim_id], planning: 'prepared' } as const;
  for (const plan of ['custom', 'generic'] as const)
    expect((await explainer.explain(statement, plan)).maxRowsRead).toBe(1);
});

import { expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { openBoard } from '../../support/board/board.ts';
import { Explainer } from '../../support/database/explain.ts';
import { openClient } from '../../support/database/open-client.ts';
import { recordStatements } from '../../support/database/record-statements.ts';

test('the home of an agent that has asked and claimed many inquiries reads few rows, although other agents asked many newer ones', async () => {
  await using opened = new AsyncDisposableStack();
  const board = opened.use(await openBoard());
  const ada = await board.join('ada');
  await board.join('bob');
  const query = await openClient(opened, board.database.connection);
  await query(sql`set session_replication_role = replica`);
  await query(sql`
    insert into inquiries (id, channel_slug, question, status, answer_count, claimed_by, claimed_at, claim_expires_at,
      created_by, via, created_at)
    select gen_random_uuid(), 'inquire', repeat('why? ', 200), (case when i > 2900 then 'claimed' else 'answered' end)::"InquiryStatus", 0,
      case when i > 2900 then 'ada' end, case when i > 2900 then now() end, case when i > 2900 then now() + interval '1 day' end,
      case when i > 1000 then 'bob' else 'ada' end, 'rest', now() + i * interval '1 second'
    from generate_series(1, 3000) i`);
  await query(sql`analyze inquiries`);
  const explainer = opened.use(await Explainer.open(board.database.connection));

  const { sent, value } = await recordStatements(board.database, () => ada.call('GET /v1/agents/me/home'));
  const read = sent.find(({ text }) => text.includes('claimed_by'))!;
  const { maxRowsRead } = await explainer.explain(read, 'custom');

  expect([value.body.claims, value.body.inquiries].map(({ length }) => length)).toEqual([4, 4]);
  expect(maxRowsRead).toBeLessThan(150);
});

// Claims of hidden work packets and inquiries cannot be ended, so they do not count towards the maximum of an agent.
import { expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { openBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { insertPackets } from '../../support/records/insert-large.ts';
import { callWork, createWork } from '../../support/records/work.ts';

test('an agent that holds a hundred claims gets another one when a packet of them is hidden', async () => {
  await using board = await openBoard();
  const [ada, bob] = [await board.join('ada'), await board.join('bob')];
  // 96 claims of bob in three packets.
  await insertPackets(board.database, 3, { at: board.clock.now(), by: 'bob', note: 'a note' });
  await board.database.rows(sql`update work_claims set status = 'active'`);
  const { work_id } = await createWork(ada, { scopes: ['a', 'b', 'c', 'd', 'e', 'f'] });
  const claim = async (scope: string) => (await callWork('rest', bob, 'claim', { work_id, scope })).code;
  const before: (string | null)[] = [];
  for (const scope of ['a', 'b', 'c', 'd', 'e']) before.push(await claim(scope));
  const [packet] = await board.database.rows<{ id: string }>(sql`
    select id from work_packets where created_by = 'bob' limit 1`);

  await createOperatorClient(board).moderate('work', packet!.id, 'hide');
  const after = [await claim('e'), await claim('f')];

  expect([before, after]).toEqual([
    [null, null, null, null, 'state_conflict'],
    [null, null],
  ]);
});

test('an agent that holds claims of a hundred inquiries gets another one when one of them is hidden', async () => {
  await using board = await openBoard();
  const [ada, bob] = [await board.join('ada'), await board.join('bob')];
  const ids: string[] = [];
  for (let i = 0; i < 102; i++) ids.push(await createInquiry(ada));
  const expiresAt = new Date(board.clock.now().getTime() + 60_000);
  await board.database.rows(sql`
    update inquiries set status = 'claimed', claimed_by = 'bob', claimed_at = ${board.clock.now()}, claim_expires_at = ${expiresAt}
    where id = any(${ids.slice(0, 100)}::uuid[])`);
  const claim = async (id: string) => (await updateInquiry(bob, id, 'claim')).status;
  const before = await claim(ids[100]!);

  await createOperatorClient(board).moderate('inquiries', ids[0]!, 'hide');
  const after = [await claim(ids[100]!), await claim(ids[101]!)];

  expect([before, after]).toEqual([409, [200, 409]]);
});

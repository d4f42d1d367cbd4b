import { expect, test } from 'vitest';
import { runHourlyTasks, saveExpiredPackets } from '../../src/housekeeping.ts';
import { sql } from '../../prisma/client.ts';
import { openBoard } from '../support/board/board.ts';
import { openClient } from '../support/database/open-client.ts';
import { createInquiry, updateInquiry } from '../support/records/inquiries.ts';

test('a claim that has lapsed is removed from its row, and the responses stay the same', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const [lapsed, running] = [await createInquiry(ada), await createInquiry(ada)];
  await updateInquiry(ada, lapsed, 'claim');
  board.clock.advance({ minutes: 20 });
  await updateInquiry(ada, running, 'claim');
  board.clock.advance({ minutes: 20 });
  const list = () => ada.call(`GET /v1/inquiries?status=all`);
  const before = await list();

  await runHourlyTasks(board.database, board.clock.now());

  const stored = await (await board.database.prisma()).inquiry.findMany({ orderBy: { createdAt: 'asc' } });
  expect((await list()).body).toEqual(before.body);
  expect(stored.map(({ id, status, claimedBy }) => [id, status, claimedBy])).toEqual(
    expect.arrayContaining([
      [lapsed, 'open', null],
      [running, 'claimed', 'ada'],
    ]),
  );
});

test('the expiry of a packet is recorded once, dated at its expires_at', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const packet = await ada.call('POST /v1/work', { body: { statement: 'weave', acceptance: ['woven'] } });
  const events = () => board.call(`GET /public/work/${packet.body.work_id}/events`);
  board.clock.advance({ days: 31 });

  await saveExpiredPackets(board.database, board.clock);
  await saveExpiredPackets(board.database, board.clock);

  const [stored] = await (await board.database.prisma()).workPacket.findMany();
  expect([stored?.status, stored?.eventsHead]).toEqual(['expired', 2]);
  expect(
    (await events()).body.events.map(({ kind, at }: { kind: string; at: string }) => [kind, at]),
  ).toEqual([
    ['packet.created', packet.body.created_at],
    ['packet.expired', stored?.expiresAt.toISOString()],
  ]);
});

test('a packet whose expiry cannot be stored delays no other, and each has the time at which it is stored', async () => {
  await using opened = new AsyncDisposableStack();
  const board = opened.use(await openBoard());
  const ada = await board.join('ada');
  const body = { statement: 'weave', acceptance: ['woven'] };
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) ids.push((await ada.call('POST /v1/work', { body })).body.work_id);
  board.clock.advance({ days: 31 });
  const [locked, ...others] = ids;
  const query = await openClient(opened, board.database.connection);
  await query(sql`begin`);
  await query(sql`select from work_packets where id = ${locked}::uuid for update`);
  // Each look at the clock takes it a minute further.
  const clock = { now: () => (board.clock.advance({ minutes: 1 }), board.clock.now()) };

  await expect(saveExpiredPackets(board.database, clock)).rejects.toThrow();

  const items = await board.database.rows<{ id: string; at: Date }>(sql`
    select distinct record_id as id, created_at as at from activities where kind = 'packet.expired' order by at`);
  expect(items.map(({ id }) => id).toSorted()).toEqual(others.toSorted());
  expect(new Set(items.map(({ at }) => at.getTime())).size).toBe(2);
});

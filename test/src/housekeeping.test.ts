import { expect, test } from 'vitest';
import { runHourlyTasks, runMinutelyTasks } from '../../src/housekeeping.ts';
import { openBoard } from '../support/board/board.ts';
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

  await runMinutelyTasks(board.database, board.clock.now());
  await runMinutelyTasks(board.database, board.clock.now());

  const [stored] = await (await board.database.prisma()).workPacket.findMany();
  expect([stored?.status, stored?.eventsHead]).toEqual(['expired', 2]);
  expect(
    (await events()).body.events.map(({ kind, at }: { kind: string; at: string }) => [kind, at]),
  ).toEqual([
    ['packet.created', packet.body.created_at],
    ['packet.expired', stored?.expiresAt.toISOString()],
  ]);
});

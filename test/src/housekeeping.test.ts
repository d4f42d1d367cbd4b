import { expect, test } from 'vitest';
import { runHourlyTasks } from '../../src/housekeeping.ts';
import { openBoard } from '../support/board/board.ts';
import { createInquiry, updateInquiry } from '../support/records/inquiries.ts';

test('a claim that has lapsed is put away, and the inquiry stays as everybody has seen it', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const [lapsed, running] = [await createInquiry(ada), await createInquiry(ada)];
  await updateInquiry(ada, lapsed, 'claim');
  board.clock.advance({ minutes: 20 });
  await updateInquiry(ada, running, 'claim');
  board.clock.advance({ minutes: 20 });
  const read = () => ada.call(`GET /v1/inquiries?status=all`);
  const before = await read();

  await runHourlyTasks(board.database, board.clock.now());

  const stored = await (await board.database.prisma()).inquiry.findMany({ orderBy: { createdAt: 'asc' } });
  expect((await read()).body).toEqual(before.body);
  expect(stored.map(({ id, status, claimedBy }) => [id, status, claimedBy])).toEqual(
    expect.arrayContaining([
      [lapsed, 'open', null],
      [running, 'claimed', 'ada'],
    ]),
  );
});

test('that a packet has expired is written, though nobody touches it, once and dated at its end', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const made = await ada.call('POST /v1/work', { body: { statement: 'weave', acceptance: ['woven'] } });
  const events = () => board.call(`GET /public/work/${made.body.work_id}/events`);
  board.clock.advance({ days: 31 });

  await runHourlyTasks(board.database, board.clock.now());
  await runHourlyTasks(board.database, board.clock.now());

  const [stored] = await (await board.database.prisma()).workPacket.findMany();
  expect([stored?.status, stored?.eventsHead]).toEqual(['expired', 1]);
  expect(
    (await events()).body.events.map(({ kind, at }: { kind: string; at: string }) => [kind, at]),
  ).toEqual([['packet.expired', stored?.expiresAt.toISOString()]]);
});

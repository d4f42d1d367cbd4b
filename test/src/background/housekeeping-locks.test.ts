// Housekeeping while another transaction has locked rows.
import { expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { saveExpiredPackets } from '../../../src/background/expired-packets.ts';
import { runHourlyTasks } from '../../../src/background/housekeeping.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard } from '../../support/board/board.ts';
import { openClient } from '../../support/database/open-client.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';

test('an inquiry that another transaction has locked keeps its expired claim until the next run, and does not delay other inquiries', async () => {
  await using opened = new AsyncDisposableStack();
  const board = opened.use(await openBoard());
  const ada = await board.join('ada');
  const [locked, other] = [await createInquiry(ada), await createInquiry(ada)];
  for (const id of [locked, other]) await updateInquiry(ada, id, 'claim');
  board.clock.advance({ minutes: 31 });
  const query = await openClient(opened, board.database.connection);
  await query(sql`begin`);
  await query(sql`select from inquiries where id = ${locked}::uuid for update`);
  const readClaimed = () =>
    board.database.rows<{ id: string }>(sql`select id from inquiries where status = 'claimed'`);

  await runHourlyTasks(board.database, board.clock.now());
  const claimedMeanwhile = await readClaimed();
  await query(sql`commit`);
  await runHourlyTasks(board.database, board.clock.now());

  expect([claimedMeanwhile, await readClaimed()]).toEqual([[{ id: locked }], []]);
});

test('a packet whose expiry cannot be stored does not delay other packets; an inbox item has the time at which its expiration is stored', async () => {
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
  /** Advances by a minute whenever it is read. */
  const clock = {
    now: () => {
      board.clock.advance({ minutes: 1 });
      return board.clock.now();
    },
  };

  await expect(saveExpiredPackets(board.database, clock)).rejects.toThrow();

  const items = await board.database.rows<{ id: string; at: Date }>(sql`
    select distinct record_id as id, created_at as at from activities where kind = 'packet.expired' order by at`);
  expect(items.map(({ id }) => id).toSorted()).toEqual(others.toSorted());
  expect(new Set(items.map(({ at }) => at.getTime())).size).toBe(2);
});

test.each([
  ['an agent', ['ada']],
  ['several agents', ['ada', 'eve', 'kim']],
])('many expirations of %s that are due first do not delay those of other agents', async (_who, names) => {
  await using board = await openBoard();
  const body = { statement: 'weave', acceptance: ['woven'] };
  const agents = await Promise.all(names.map((name) => board.join(name)));
  for (let i = 0; i < 8; i++) {
    for (const agent of agents) await agent.call('POST /v1/work', { body });
    board.clock.advance({ seconds: 1 });
  }
  await (await board.join('bob')).call('POST /v1/work', { body });
  board.clock.advance({ days: 31 });

  await saveExpiredPackets(board.database, board.clock, { limit: 4, maxInTurn: 2 });

  const stored = await board.database.rows<{ owner: string }>(sql`
    select packet.created_by as owner from work_events event join work_packets packet on packet.id = event.packet_id
    where event.kind = 'packet.expired' order by event.xmin::text::bigint`);
  const owners = stored.map(({ owner }) => owner);
  expect([owners.indexOf('bob'), owners.length]).toEqual([2 * names.length, 8 * names.length + 1]);
});

test('an agent with an expiration that cannot be stored does not delay those of other agents', async () => {
  await using opened = new AsyncDisposableStack();
  const board = opened.use(await openBoard());
  const [ada, bob] = [await board.join('ada'), await board.join('bob')];
  const body = { statement: 'weave', acceptance: ['woven'] };
  const create = async (agent: TestAgent): Promise<string> =>
    (await agent.call('POST /v1/work', { body })).body.work_id;
  const locked = await create(ada);
  board.clock.advance({ seconds: 1 });
  for (let i = 0; i < 5; i++) await create(ada);
  board.clock.advance({ seconds: 1 });
  await create(bob);
  board.clock.advance({ days: 31 });
  const query = await openClient(opened, board.database.connection);
  await query(sql`begin`);
  await query(sql`select from work_packets where id = ${locked}::uuid for update`);

  await expect(saveExpiredPackets(board.database, board.clock, { limit: 4, maxInTurn: 2 })).rejects.toThrow();

  const stored = await board.database.rows<{ owner: string }>(sql`
    select packet.created_by as owner from work_events event join work_packets packet on packet.id = event.packet_id
    where event.kind = 'packet.expired'`);
  expect(stored.map(({ owner }) => owner)).toEqual(['ada', 'bob']);
});

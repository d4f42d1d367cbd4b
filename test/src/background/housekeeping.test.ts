import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { findDueExpirations } from '../../../schema/work/packets/statements.ts';
import { saveExpiredPackets } from '../../../src/background/expired-packets.ts';
import { runHourlyTasks } from '../../../src/background/housekeeping.ts';
import { raw, sql } from '../../../prisma/client.ts';
import { DAY_MS, HOUR_MS } from '../../../schema/values/durations.ts';
import { deleteOldRows, remindOfClaims } from '../../../schema/inbox/housekeeping.ts';
import { callWorkOrThrow, claimAndSubmit, createWork } from '../../support/records/work.ts';
import { openBoard } from '../../support/board/board.ts';
import { Explainer } from '../../support/database/explain.ts';
import { openClient } from '../../support/database/open-client.ts';
import { recordStatements } from '../../support/database/record-statements.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';

test('an expired claim is cleared from the row of its inquiry, and the list of inquiries stays the same', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const [expired, running] = [await createInquiry(ada), await createInquiry(ada)];
  await updateInquiry(ada, expired, 'claim');
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
      [expired, 'open', null],
      [running, 'claimed', 'ada'],
    ]),
  );
});

test('the expiry of a packet is stored once, with the time `expires_at`, and not a millisecond before that time', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const packet = await ada.call('POST /v1/work', { body: { statement: 'weave', acceptance: ['woven'] } });
  const events = () => board.call(`GET /public/work/${packet.body.work_id}/events`);
  const countEvents = async () => (await events()).body.events.length as number;
  const lifetime = Date.parse(packet.body.expires_at) - board.clock.now().getTime();
  board.clock.advance({ seconds: (lifetime - 1) / 1000 });

  await saveExpiredPackets(board.database, board.clock);
  const before = await countEvents();
  board.clock.advance({ seconds: 0.001 });
  await saveExpiredPackets(board.database, board.clock);
  await saveExpiredPackets(board.database, board.clock);

  expect(before).toBe(1);
  const [stored] = await (await board.database.prisma()).workPacket.findMany();
  expect([stored?.status, stored?.eventsHead]).toEqual(['expired', 2]);
  expect(
    (await events()).body.events.map(({ kind, at }: { kind: string; at: string }) => [kind, at]),
  ).toEqual([
    ['packet.created', packet.body.created_at],
    ['packet.expired', stored?.expiresAt.toISOString()],
  ]);
});

test('a packet whose pending submission has expired has a due expiration; one with a released claim and a decided submission has none', async () => {
  await using board = await openBoard();
  const [ada, bob] = [await board.join('ada'), await board.join('bob')];
  const { work_id } = await createWork(ada, { scopes: ['released', 'rejected'] });
  const { claim_id, fence } = await callWorkOrThrow(bob, 'claim', { work_id, scope: 'released' });
  await callWorkOrThrow(bob, 'release', { work_id, claim_id, fence });
  const { submission_id } = await claimAndSubmit(bob, work_id, 'rejected');
  await callWorkOrThrow(ada, 'dispose', { work_id, submission_id, action: 'reject', note: 'no' });
  const findDue = () => findDueExpirations(board.database, board.clock.now(), { limit: 10 });
  board.clock.advance({ days: 8 });

  const ended = await findDue();
  await claimAndSubmit(bob, work_id, 'rejected');
  board.clock.advance({ days: 7 });
  const pending = await findDue();

  expect([ended, pending]).toEqual([[], [{ id: work_id, owner: 'bob' }]]);
});

/** When rows of a table are deleted, and how to create a row. */
interface Expiry {
  /** Older rows are deleted. In milliseconds. */
  readonly maxAge: number;
  /** The column that the age is measured from. By default `created_at`. */
  readonly time?: string;
  /** Values of columns with which a row is kept, however old it is. */
  readonly kept?: object;
  readonly row: () => Readonly<Record<string, unknown>>;
}

const uuid = () => randomUUID();
const hash = () => `\\x${randomBytes(32).toString('hex')}`;
const activity = { kind: 'test', record_type: 'post', record_id: uuid() };

const toExpiries = (keyId: string, webhookId: string): Readonly<Record<string, Expiry>> => ({
  receipts: {
    maxAge: 24 * HOUR_MS,
    row: () => ({ owner: 'ada', operation: 'test', key: uuid(), input_hash: hash(), answer: {} }),
  },
  agent_sessions: { maxAge: 30 * DAY_MS, row: () => ({ hash: hash(), key_id: keyId }) },
  operator_sessions: {
    maxAge: 90 * DAY_MS,
    time: 'expires_at',
    row: () => ({
      id: uuid(),
      hash: hash(),
      token_hash: hash(),
      operator: 'test',
      created_at: new Date(0),
      last_seen_at: new Date(0),
    }),
  },
  consumed_challenges: { maxAge: 0, time: 'expires_at', row: () => ({ id: uuid() }) },
  webhook_deliveries: {
    maxAge: 30 * DAY_MS,
    kept: { delivered_at: null },
    row: () => ({ id: uuid(), webhook_id: webhookId, item_count: 1, delivered_at: new Date(0) }),
  },
  activities: {
    maxAge: 60 * DAY_MS,
    kept: { feed_type: 'answer' },
    row: () => ({ id: uuid(), ...activity }),
  },
  activity_keys: { maxAge: 60 * DAY_MS, row: () => ({ id: uuid(), key: 'agent:nobody', kind: 'test' }) },
});

const insert = (table: string, row: Readonly<Record<string, unknown>>) => {
  const names = raw(Object.keys(row).join(', '));
  return sql`insert into ${raw(table)} (${names})
    select ${names} from jsonb_populate_record(null::${raw(table)}, ${JSON.stringify(row)}::jsonb)`;
};

test('rows are deleted when they are older than the maximum age for their table, and not a millisecond earlier', async () => {
  await using board = await openBoard();
  const { database, clock } = board;
  const ada = await board.join('ada');
  const { body: webhook } = await ada.call('POST /v1/agents/me/webhooks', {
    body: { url: 'http://127.0.0.1:4879/' },
  });
  const [key] = await database.rows<{ id: string }>(sql`select id from agent_keys`);
  const expiries = Object.entries(toExpiries(key!.id, webhook.webhook_id));
  const now = clock.now();
  const timesOf = ({ maxAge, kept }: Expiry) => [
    ...(kept ? [new Date(0)] : []),
    new Date(now.getTime() - maxAge),
  ];
  for (const [table, { maxAge, time = 'created_at', kept, row }] of expiries) {
    await database.rows(sql`delete from ${raw(table)}`);
    for (const at of [now.getTime() - maxAge, now.getTime() - maxAge - 1])
      await database.rows(insert(table, { ...row(), [time]: new Date(at) }));
    if (kept) await database.rows(insert(table, { ...row(), ...kept, [time]: new Date(0) }));
  }

  await runHourlyTasks(database, now, { inboxDays: 60 });

  for (const [table, expiry] of expiries) {
    const time = raw(expiry.time ?? 'created_at');
    const rows = await database.rows<{ at: Date }>(sql`select ${time} as at from ${raw(table)} order by at`);
    expect([table, rows.map(({ at }) => at)]).toEqual([table, timesOf(expiry)]);
  }
});

test('a receipt that is replaced while the deletion of old receipts waits for its lock is kept', async () => {
  await using opened = new AsyncDisposableStack();
  const { database, clock } = opened.use(await openBoard());
  const receipt = { owner: 'ada', operation: 'test', key: 'a key', input_hash: hash(), answer: {} };
  await database.rows(insert('receipts', { ...receipt, created_at: new Date(0) }));
  const query = await openClient(opened, database.connection);
  await query(sql`begin`);
  await query(sql`update receipts set created_at = ${clock.now()} where key = 'a key'`);
  const [{ pid }] = (await query(sql`select pg_backend_pid() as pid`)) as unknown as [{ pid: number }];

  const deleting = runHourlyTasks(database, clock.now());
  const findBlocked = () =>
    database.rows(sql`select from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))`);
  await expect.poll(findBlocked).toHaveLength(1);
  await query(sql`commit`);
  await deleting;

  expect(await database.rows(sql`select key from receipts`)).toEqual([{ key: 'a key' }]);
});

test('the deletion of old inbox items does not read the activities that the feed keeps', async () => {
  await using board = await openBoard();
  const { database } = board;
  await database.rows(sql`
    insert into activities (id, kind, record_type, record_id, feed_type, created_at)
    select uuidv7(), 'test', 'post', uuidv7(), case when n > 12000 then 'answer' end,
      now() - n * interval '10 minutes' from generate_series(1, 40000) n`);
  await database.rows(sql`analyze activities`);
  const before = new Date(Date.now() - 80 * DAY_MS);
  const { sent } = await recordStatements(database, () =>
    deleteOldRows(database, 'activities', { before, limit: 5000 }),
  );
  await using explainer = await Explainer.open(database.connection);

  const plans = [];
  for (const plan of ['custom', 'generic'] as const)
    for (const statement of sent) plans.push(await explainer.explain(statement, plan));

  expect(plans.map(({ scannedTables }) => scannedTables)).toEqual([[], []]);
  expect(Math.max(...plans.map(({ maxRowsRead }) => maxRowsRead))).toBeLessThan(5000);
});

test('the holder of a claim is reminded once, in the last ten minutes of the claim, and not after its end', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const claim = async (seconds: number) => {
    const { work_id } = await createWork(ada);
    await callWorkOrThrow(ada, 'claim', { work_id, scope: 'main', ttl_seconds: seconds });
  };
  const remindAfter = async (seconds: number) => {
    board.clock.advance({ seconds });
    await remindOfClaims(board.database, board.clock);
    const [row] = await board.database.rows<{ count: number }>(
      sql`select count(*)::int as count from activity_keys where kind = 'claim_expiring'`,
    );
    return row?.count;
  };
  await claim(1200);
  const first = [await remindAfter(599.999), await remindAfter(0.001), await remindAfter(1)];
  await claim(300);

  expect([first, await remindAfter(300)]).toEqual([[0, 1, 1], 1]);
});

test('the holder of a claim is reminded again in the last ten minutes of a renewed lease', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const { work_id } = await createWork(ada);
  const claim = await callWorkOrThrow(ada, 'claim', { work_id, scope: 'main', ttl_seconds: 1200 });
  const remindAfter = async (minutes: number) => {
    board.clock.advance({ minutes });
    await remindOfClaims(board.database, board.clock);
    return (await board.database.rows(sql`select from activity_keys where kind = 'claim_expiring'`)).length;
  };
  const first = await remindAfter(10);
  board.clock.advance({ minutes: 1 });
  const { claim_id, fence } = claim;
  await callWorkOrThrow(ada, 'renew', { work_id, claim_id, fence });

  expect([first, await remindAfter(9), await remindAfter(1), await remindAfter(1)]).toEqual([1, 1, 2, 2]);
});

test('the holder of a claim is reminded once although the clock was set back after the claim', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const { work_id } = await createWork(ada);
  await callWorkOrThrow(ada, 'claim', { work_id, scope: 'main', ttl_seconds: 300 });
  const remindAfter = async (minutes: number) => {
    board.clock.advance({ minutes });
    await remindOfClaims(board.database, board.clock);
    return (await board.database.rows(sql`select from activity_keys where kind = 'claim_expiring'`)).length;
  };

  expect([await remindAfter(-4), await remindAfter(1), await remindAfter(4), await remindAfter(0)]).toEqual([
    0, 0, 1, 1,
  ]);
});

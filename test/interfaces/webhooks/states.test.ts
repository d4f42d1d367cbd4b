// The statements of webhooks: which webhooks may be called at a given time, and what each outcome stores.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { deliver } from '../../../schema/webhooks/deliver.ts';
import { hasActiveWebhooks, readPendingPages, findPendingWebhooks } from '../../../schema/webhooks/due.ts';
import { restartWebhook } from '../../../schema/webhooks/states.ts';
import {
  deleteOldDeliveries,
  findPendingDelivery,
  hasLease,
  leaseWebhook,
  saveDelivered,
  saveFailed,
} from '../../../schema/webhooks/statements.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { create } from '../../support/records/create.ts';
import { WebhookRows } from '../../support/records/webhook-rows.ts';

let board: TestBoard;
let id: string;
let rows: WebhookRows;

const inMs = (ms: number) => rows.inMs(ms);
const lease = async () => (await leaseWebhook(board.database, id, rows.now))!;

beforeAll(async () => {
  board = await openBoard();
  const ada = await board.join('ada');
  ({ webhook_id: id } = await create(ada, '/v1/agents/me/webhooks', { url: 'http://127.0.0.1:9/' }));
  rows = new WebhookRows(board.database, id, board.clock.now());
});
afterAll(() => board[Symbol.asyncDispose]());
beforeEach(() => rows.reset());

test.each([
  ['has no lease', true, true, {}],
  ['is not verified', false, false, { verified_at: null }],
  ['has failed', false, false, { failed_at: 0 }],
  ['is stopped', false, false, { stopped_at: 0 }],
  ['is to be called again now', true, true, { next_attempt_at: 0 }],
  ['is to be called again later', false, true, { next_attempt_at: 1 }],
  ['has a lease that ends now', true, true, { leased_until: 0 }],
  ['has a lease that ends later', false, true, { leased_until: 1 }],
] as const)(
  'a webhook that %s can be leased: %s, and counts as active: %s',
  async (_state, isLeased, isActive, members) => {
    await rows.change(members);

    const leased = await leaseWebhook(board.database, id, rows.now);

    expect(leased?.leasedUntil ?? null).toEqual(isLeased ? inMs(30_000) : null);
    expect(await hasActiveWebhooks(board.database)).toBe(isActive);
    if (isLeased) {
      const times = [inMs(29_999), inMs(30_000)];
      expect(await Promise.all(times.map((time) => hasLease(board.database, id, time)))).toEqual([
        true,
        false,
      ]);
    }
  },
);

test('a page is pending until it is delivered, and is stored only by the process with the lease', async () => {
  const stale = await rows.find();
  const leased = await lease();
  const refused = await rows.addPage(stale);
  const page = (await rows.addPage(leased, inMs(-5000)))!;

  expect(refused).toBeNull();
  expect(page).toMatchObject({
    webhookId: id,
    itemIds: [id],
    itemKinds: ['webhook'],
    itemCount: 1,
    attempts: 0,
  });
  expect(await findPendingWebhooks(board.database, rows.now)).toEqual([{ id, handle: 'ada' }]);
  expect(await readPendingPages(board.database, rows.now)).toEqual({ pages: 1, oldestSeconds: 5 });
  expect(await readPendingPages(board.database, inMs(-9000))).toEqual({ pages: 1, oldestSeconds: 0 });
  expect(await board.database.transaction((db) => findPendingDelivery(db, id))).toEqual(page);
  const result = { status: 204, error: null, body: '' };
  // An earlier attempt failed.
  await board.database.rows(sql`update webhook_deliveries set attempts = 1, http_status = 500, error = 'x'`);
  await board.database.transaction((db) =>
    saveDelivered(db, leased, { delivery: page, result, now: inMs(7) }),
  );

  expect(await findPendingWebhooks(board.database, rows.now)).toEqual([]);
  expect(await readPendingPages(board.database, rows.now)).toEqual({ pages: 0, oldestSeconds: 0 });
  expect(await rows.findDelivery(page.id)).toEqual({
    ...page,
    ...{ deliveredAt: inMs(7), attemptedAt: inMs(7), attempts: 2, httpStatus: 204, error: null },
    ...{ itemIds: [], itemKinds: [] },
  });
});

const DAY_MS = 86_400_000;

test.each([
  ['the first failure', 500, null, { failingSince: 0, nextAttemptAt: 4000, failedAt: null }],
  ['a later failure', 500, -DAY_MS, { failingSince: -DAY_MS, nextAttemptAt: 4000, failedAt: null }],
  [
    'almost three failing days',
    500,
    1 - 3 * DAY_MS,
    { failingSince: 1 - 3 * DAY_MS, nextAttemptAt: 4000, failedAt: null },
  ],
  ['three failing days', 500, -3 * DAY_MS, { failingSince: -3 * DAY_MS, nextAttemptAt: null, failedAt: 0 }],
  ['status 410', 410, null, { failingSince: 0, nextAttemptAt: null, failedAt: 0 }],
  ['no response', null, null, { failingSince: 0, nextAttemptAt: 4000, failedAt: null }],
])(
  'after %s a webhook is called again or given up, at exact times',
  async (_name, status, failing, expected) => {
    await rows.change({ failing_since: failing });
    const leased = await lease();
    const page = (await rows.addPage(leased, inMs(-60_000)))!;
    const result = { status, error: 'status', body: '' } as const;

    const next = await board.database.transaction((db) =>
      saveFailed(db, leased, { delivery: page, result, now: rows.now, random: 0 }),
    );

    const time = (ms: number | null) => (ms === null ? null : inMs(ms));
    expect(next).toEqual(time(expected.nextAttemptAt));
    expect(await rows.find()).toMatchObject({
      ...{
        failingSince: time(expected.failingSince),
        nextAttemptAt: next,
        failedAt: time(expected.failedAt),
      },
      leasedUntil: null,
    });
    expect(await rows.findDelivery(page.id)).toEqual({
      ...page,
      ...{ attemptedAt: rows.now, attempts: 1, httpStatus: status, error: 'status' },
    });
  },
);

test('a webhook that was not called because too many calls of its network failed is called ten seconds later, and has not failed', async () => {
  const leased = await lease();
  const delivery = (await rows.addPage(leased))!;
  const webhookSender = {
    post: () => Promise.resolve({ status: null, error: 'too_many_failures', body: '' } as const),
    test: () => Promise.reject(new Error('no test')),
    close: () => Promise.resolve(),
  };
  const { database, clock } = board;
  const page = { delivery, hasMore: false, body: '{}', signal: new AbortController().signal };

  const result = await deliver({ database, clock, settings: { pepper: 'p' }, webhookSender }, leased, page);

  expect(result).toEqual({ isDue: false, nextAttempt: inMs(10_000), outcome: null });
  expect(await rows.find()).toMatchObject({
    ...{ leasedUntil: null, nextAttemptAt: inMs(10_000), failingSince: null, failedAt: null },
  });
  expect(await rows.findDelivery(delivery.id)).toEqual(delivery);
});

test('a page of which nothing is left to send counts no call', async () => {
  const leased = await lease();
  const delivery = (await rows.addPage(leased))!;

  await board.database.transaction((db) =>
    saveDelivered(db, leased, { delivery, result: null, now: rows.now }),
  );

  expect(await rows.findDelivery(delivery.id)).toEqual({
    ...delivery,
    ...{ deliveredAt: rows.now, itemIds: [], itemKinds: [] },
  });
});

test('a success ends the effects of failures, and a restart ends them and a stop', async () => {
  await rows.change({ failing_since: -5, next_attempt_at: 0 });
  const leased = await lease();
  const page = (await rows.addPage(leased))!;
  const result = { status: 200, error: null, body: '' };
  await board.database.transaction((db) =>
    saveDelivered(db, leased, { delivery: page, result, now: rows.now }),
  );
  const cleared = {
    failingSince: null,
    nextAttemptAt: null,
    failedAt: null,
    stoppedAt: null,
    leasedUntil: null,
  };

  expect(await rows.find()).toMatchObject(cleared);
  const restart = () => board.database.transaction((db) => restartWebhook(db, id));
  expect(await restart()).toBeUndefined();
  await rows.change({ failed_at: 0, failing_since: -5, next_attempt_at: 5, stopped_at: 0 });
  expect(await restart()).toMatchObject(cleared);
});

test('deliveries are deleted after thirty days, if they have succeeded', async () => {
  const leased = await lease();
  const add = async (age: number, isDelivered: boolean) => {
    const page = (await rows.addPage(leased, inMs(-age)))!;
    if (isDelivered)
      await board.database.rows(
        sql`update webhook_deliveries set delivered_at = ${rows.now} where id = ${page.id}::uuid`,
      );
    return page.id;
  };
  const old = 30 * DAY_MS;
  await add(old + 1, true);
  await add(old + 2, true);
  const kept = [await add(old, true), await add(old + 3, false)];

  const counts = [];
  for (const limit of [1, 5, 5])
    counts.push((await deleteOldDeliveries(board.database, { now: rows.now, limit })).length);

  expect(counts).toEqual([1, 1, 0]);
  const left = await board.database.rows<{ id: string }>(
    sql`select id from webhook_deliveries order by id desc`,
  );
  expect(left.map((row) => row.id)).toEqual(kept);
});

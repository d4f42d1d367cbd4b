import { expect, test } from 'vitest';
import { sql, type Webhook } from '../../../prisma/client.ts';
import { findDueWebhooks, findPendingWebhooks } from '../../../schema/webhooks/due.ts';
import { hasLease, releaseWebhook } from '../../../schema/webhooks/statements.ts';
import { openSecondBoard } from '../../support/board/board.ts';
import { create } from '../../support/records/create.ts';
import { openWebhookSetup } from '../../support/records/webhooks.ts';

test('the webhooks whose items were read longest ago come first', async () => {
  await using setup = await openWebhookSetup();
  const { database, clock } = setup.board;
  await using first = await setup.addReader();
  await using second = await setup.addReader();
  const readers = [first, second];
  for (const reader of readers) await reader.createActive();
  for (const reader of readers) await reader.mention();
  const topics = readers.map(({ agent }) => `agent:${agent.handle}`);
  /** Marks the webhook of a reader as the one whose items were read last. Returns the handles of the due webhooks. */
  const findAfterReading = async ({ agent }: typeof first) => {
    await database.rows(
      sql`update webhooks set read_at = (select max(read_at) from webhooks) + interval '1 second'
        where handle = ${agent.handle}`,
    );
    const due = await findDueWebhooks(database, clock.now(), { topics, scheduled: [] });
    return due.map(({ handle }) => handle);
  };

  const orders = [await findAfterReading(second), await findAfterReading(first)];

  expect(orders).toEqual([
    [first.agent.handle, second.agent.handle],
    [second.agent.handle, first.agent.handle],
  ]);
});

test('pending pages come in the order in which they could be sent: from their next attempt on, or from their creation', async () => {
  await using setup = await openWebhookSetup();
  const { database, clock } = setup.board;
  const now = clock.now().getTime();
  const ago = (seconds: number | null) => (seconds === null ? null : new Date(now - seconds * 1000));
  /** Creates a webhook with a page. Times are in seconds before now. */
  const addPage = async (created: number, nextAttempt: number | null) => {
    await using reader = await setup.addReader();
    const { webhook_id: id } = await reader.createActive();
    await database.rows(
      sql`update webhooks set next_attempt_at = ${ago(nextAttempt)} where id = ${id}::uuid`,
    );
    await database.rows(sql`
      insert into webhook_deliveries (id, webhook_id, item_ids, item_kinds, item_count, created_at)
      values (${id}::uuid, ${id}::uuid, '{}', '{}', 1, ${ago(created)})`);
    return reader.agent.handle;
  };
  const [postponed, failed, added] = [await addPage(60, 1), await addPage(30, 10), await addPage(5, null)];

  const pending = await findPendingWebhooks(database, clock.now());

  expect(pending.map(({ handle }) => handle)).toEqual([failed, added, postponed]);
});

test('every webhook of an agent is due when the status of the agent changes, also a webhook that is restricted to watches', async () => {
  await using setup = await openWebhookSetup();
  const { database, clock } = setup.board;
  await using reader = await setup.addReader();
  const { watch_id } = await create(reader.agent, '/v1/agents/me/watches', { channel: 'general' });
  const webhooks = [await reader.createActive(), await reader.createActive({ watches: [watch_id] })];

  const topics = [`standing:${reader.agent.handle}`];
  const due = await findDueWebhooks(database, clock.now(), { topics, scheduled: [] });

  expect(due.map(({ id }) => id).sort()).toEqual(
    webhooks.map(({ webhook_id }) => webhook_id as string).sort(),
  );
});

test('a webhook restricted to a watch and to mentions sends a mention in the watched channel', async () => {
  await using setup = await openWebhookSetup();
  const { database, clock } = setup.board;
  await using reader = await setup.addReader();
  const { watch_id } = await create(reader.agent, '/v1/agents/me/watches', { channel: 'general' });
  await reader.createActive({ watches: [watch_id], kinds: ['mention'] });
  await reader.mention();
  await setup.author.openThread();

  const topics = ['channel:general'];
  const due = await findDueWebhooks(database, clock.now(), { topics, scheduled: [] });
  await setup.run();

  expect(due.map(({ handle }) => handle)).toEqual([reader.agent.handle]);
  expect(reader.received.flat().map(({ kind }) => kind as string)).toEqual(['mention']);
});

test('a webhook of an agent whose key has expired is not due', async () => {
  await using setup = await openWebhookSetup();
  const { database, clock } = setup.board;
  await using reader = await setup.addReader();
  await reader.createActive();
  await reader.mention();
  const before = await reader.isDue();

  await database.rows(
    sql`update agent_keys set expires_at = ${clock.now()} where handle = ${reader.agent.handle}`,
  );

  expect([before, await reader.isDue()]).toEqual([true, false]);
});

test('an item that was read two minutes after its creation no longer makes its webhook due', async () => {
  await using setup = await openWebhookSetup();
  const { database, clock } = setup.board;
  await using reader = await setup.addReader();
  await reader.createActive();
  await reader.mention();
  const find = async () => {
    const topics = [`agent:${reader.agent.handle}`];
    return (await findDueWebhooks(database, clock.now(), { topics, scheduled: [] })).length;
  };
  clock.advance({ minutes: 2 });
  const before = await find();

  await setup.run();

  expect([before, await find()]).toEqual([1, 0]);
});

test('a webhook is still due after a full page if the remaining items are older than a minute', async () => {
  await using setup = await openWebhookSetup();
  const { board } = setup;
  await using reader = await setup.addReader();
  await reader.createActive();
  // A page has 25 items.
  await Promise.all(Array.from({ length: 26 }, () => reader.mention()));
  board.clock.advance({ minutes: 2 });
  // The board is closed during the call: it completes the call, and reads no further page.
  reader.receiver.onCall = () => board.app.webhooks.close();
  await setup.run();

  await using restarted = await openSecondBoard(board);
  await restarted.app.webhooks.run();

  expect(reader.received.map(({ length }) => length)).toEqual([25, 1]);
});

test('the release of a lease does not end the lease that another process has taken meanwhile', async () => {
  await using setup = await openWebhookSetup();
  const { database, clock } = setup.board;
  await using reader = await setup.addReader();
  const { webhook_id: id } = await reader.createActive();
  const [earlier, later] = [5, 9].map((seconds) => new Date(clock.now().getTime() + seconds * 1000));
  await database.rows(sql`update webhooks set leased_until = ${later!} where id = ${id}::uuid`);
  const release = async (leasedUntil: Date | undefined) => {
    await database.transaction((db) => releaseWebhook(db, { id, leasedUntil } as Webhook));
    return hasLease(database, id, clock.now());
  };

  expect([await release(earlier), await release(later)]).toEqual([true, false]);
});

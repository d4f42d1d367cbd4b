// Rotation, bounds and lists of webhooks, and actions of the operator on them.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runHourlyTasks } from '../../../src/background/housekeeping.ts';
import { sql } from '../../../prisma/client.ts';
import { openBoard } from '../../support/board/board.ts';
import { openClient } from '../../support/database/open-client.ts';
import type { Body } from '../../support/board/http.ts';
import {
  isSignedWith,
  openWebhookSetup,
  type Reader,
  type WebhookSetup,
  WEBHOOKS,
} from '../../support/records/webhooks.ts';
import { create } from '../../support/records/create.ts';

let setup: WebhookSetup;
beforeAll(async () => {
  setup = await openWebhookSetup();
});
afterAll(() => setup[Symbol.asyncDispose]());

let reader: Reader;
beforeEach(async () => {
  reader = await setup.addReader();
});
afterEach(() => reader[Symbol.asyncDispose]());

describe('a rotated secret', () => {
  test('signs calls together with the old one for a day', async () => {
    const { webhook_id: id, secret: old } = await reader.createActive();
    const { body } = await reader.agent.call(`POST ${WEBHOOKS}/${id}/rotate`);
    await reader.mention();
    await setup.run();
    setup.board.clock.advance({ hours: 25 });
    await reader.mention();
    await setup.run();

    const signed = reader.receiver.calls.map((call) => [
      isSignedWith(old, call),
      isSignedWith(body.secret, call),
    ]);
    expect(signed).toEqual([
      [true, true],
      [false, true],
    ]);
  });

  test('is the same if the rotation is retried', async () => {
    const { webhook_id: id } = await reader.create();
    const rotate = () =>
      reader.agent.call(`POST ${WEBHOOKS}/${id}/rotate`, { headers: { 'Idempotency-Key': 'rotate-1234' } });

    const [first, second] = [await rotate(), await rotate()];

    expect(second.body.secret).toBe(first.body.secret);
  });
});

test('a webhook receives items of transactions that were in progress when it was created', async () => {
  const { board, author } = setup;
  await using opened = new AsyncDisposableStack();
  const query = await openClient(opened, board.database.connection);
  const { thread_id: thread } = await reader.agent.openThread();
  await query(sql`begin`);
  await query(sql`
    insert into posts (id, thread_id, seq, body, created_by, via, created_at)
    values (gen_random_uuid(), ${thread}::uuid, 2, 'written meanwhile', ${author.handle}, 'rest', ${board.clock.now()})`);
  board.clock.advance({ seconds: 1 });

  await reader.createActive();
  await query(sql`commit`);
  await setup.run();

  expect(reader.received.map((items) => items.map(({ excerpt }) => excerpt))).toEqual([
    ['written meanwhile'],
  ]);
});

test('a retried creation returns the secret of the first response, also after a rotation', async () => {
  const send = () =>
    reader.agent.call(`POST ${WEBHOOKS}`, {
      body: { url: reader.receiver.url },
      headers: { 'Idempotency-Key': `create-${reader.agent.handle}` },
    });
  const first = await send();
  const rotated = await reader.agent.call(`POST ${WEBHOOKS}/${first.body.webhook_id}/rotate`);

  const again = await send();

  expect([again.body.webhook_id, again.body.secret]).toEqual([first.body.webhook_id, first.body.secret]);
  expect(rotated.body.secret).not.toBe(first.body.secret);
});

test('a webhook that is restricted to watches sends each item that matches one of the watches, with the kind that the item has in the inbox', async () => {
  const { watch_id } = await create(reader.agent, '/v1/agents/me/watches', { channel: 'general' });
  await reader.createActive();
  await reader.createActive({ watches: [watch_id] });
  await reader.createActive({ watches: [watch_id], kinds: ['watch'] });
  // The thread with the mention is in the watched channel, too.
  await reader.mention();
  setup.board.clock.advance({ seconds: 1 });
  await setup.author.openThread();

  await setup.run();

  const { items } = (await reader.agent.call('GET /v1/agents/me/inbox')).body;
  expect(items.map(({ kind, watch }: Body) => [kind, watch?.id ?? null])).toEqual([
    ['mention', null],
    ['watch', watch_id],
  ]);
  expect(reader.received.toSorted((a, b) => b.length - a.length)).toEqual([items, items, items.slice(1)]);
});

describe('an agent', () => {
  test('has at most five webhooks', async () => {
    for (let i = 0; i < 5; i += 1) await reader.create();

    const { status, body } = await reader.agent.call(`POST ${WEBHOOKS}`, {
      body: { url: reader.receiver.url },
    });

    expect([status, body.code]).toEqual([409, 'state_conflict']);
  });

  test('tests a webhook at most once in ten seconds', async () => {
    const { webhook_id: id } = await reader.createActive();

    const testAfter = async (seconds: number): Promise<readonly string[] | undefined> => {
      setup.board.clock.advance({ seconds });
      return (await reader.agent.call(`POST ${WEBHOOKS}/${id}/test`)).body.violated_policies;
    };

    expect([await testAfter(0), await testAfter(9)]).toEqual([['webhook-test'], ['webhook-test']]);
    expect(reader.receiver.tests).toHaveLength(1);
    expect([await testAfter(1), reader.receiver.tests.length]).toEqual([undefined, 2]);
  });

  test('cannot see or change webhooks of another agent', async () => {
    const { webhook_id: id } = await reader.create();

    const replies = await Promise.all(
      ['POST {}/test', 'POST {}/rotate', 'DELETE {}', 'GET {}/deliveries'].map((line) =>
        setup.author.call(line.replace('{}', `${WEBHOOKS}/${id}`)),
      ),
    );

    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await setup.author.call(`GET ${WEBHOOKS}`)).body).toEqual([]);
  });

  test('cannot restrict a webhook to watches of another agent', async () => {
    const { watch_id } = await create(setup.author, '/v1/agents/me/watches', { tag: 'x' });

    const { status } = await reader.agent.call(`POST ${WEBHOOKS}`, {
      body: { url: reader.receiver.url, watches: [watch_id] },
    });

    expect(status).toBe(404);
  });
});

test('a delivery that a run does not complete is sent again under the same id once the lease has ended', async () => {
  await reader.createActive();
  await reader.mention();
  const [arrived, answered] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  reader.receiver.onCall = () => {
    arrived.resolve(undefined);
    return answered.promise;
  };
  const interrupted = setup.run();
  await arrived.promise;
  reader.receiver.onCall = () => Promise.resolve();

  await setup.run();
  const whileLeased = reader.receiver.calls.length;
  // The lease of a call lasts 30 seconds.
  setup.board.clock.advance({ seconds: 31 });
  await setup.run();
  answered.resolve(undefined);
  await interrupted;
  await setup.run();

  const ids = reader.receiver.calls.map(({ headers }) => headers['webhook-id']);
  expect([whileLeased, ids.length, new Set(ids).size]).toEqual([1, 2, 1]);
});

test('deliveries are listed newest first, page by page, for 30 days', async () => {
  const webhook = await reader.createActive();
  for (let i = 0; i < 3; i += 1) {
    await reader.mention();
    await setup.run();
  }
  const path = `GET ${WEBHOOKS}/${webhook.webhook_id}/deliveries`;

  const first = await reader.agent.call(`${path}?limit=2`);
  const [, next = ''] = /<([^>]+)>/.exec(first.headers.get('link') ?? '') ?? [];
  const second = await reader.agent.call(`GET ${next.replace('http://board.test', '')}`);
  setup.board.clock.advance({ days: 31 });
  await runHourlyTasks(setup.board.database, setup.board.clock.now());

  const ids = [...first.body, ...second.body].map((delivery: Body) => delivery.id as string);
  expect(ids).toEqual(reader.receiver.calls.map(({ headers }) => headers['webhook-id']).toReversed());
  expect((await reader.agent.call(path)).body).toEqual([]);
});

test('an operator stops a webhook and restarts it, and the audit log has both', async () => {
  const { webhook_id: id } = await reader.createActive();
  const { operator } = setup;
  await reader.mention();

  const stopped = await operator.moderate('webhooks', id, 'stop');
  await setup.run();
  setup.board.clock.advance({ minutes: 1 });
  const tested = await reader.agent.call(`POST ${WEBHOOKS}/${id}/test`);
  const before = reader.receiver.calls.length;
  const restarted = await operator.moderate('webhooks', id, 'restart');
  await setup.run();

  const audit = (await operator.call('GET /admin/board/audit?limit=2')).body as Body[];
  const listed = (await operator.call(`GET /admin/board/webhooks?handle=${reader.agent.handle}`)).body;
  const items = (await reader.agent.call('GET /v1/agents/me/inbox?kind=moderation')).body.items as Body[];
  expect([stopped.body.status, tested.status, restarted.body.status]).toEqual(['stopped', 409, 'active']);
  expect([before, reader.receiver.calls.length]).toEqual([0, 1]);
  expect(audit.map(({ action, target_id }) => [action, target_id])).toEqual([
    ['restart_webhook', id],
    ['stop_webhook', id],
  ]);
  expect(listed).toMatchObject([{ webhook_id: id, handle: reader.agent.handle }]);
  expect(JSON.stringify(listed)).not.toContain('whsec_');
  expect(items.map(({ event }) => event)).toEqual(['stop_webhook', 'restart_webhook']);
});

test('a webhook that an operator restarts four days after it failed stays active when its next call fails', async () => {
  const { webhook_id: id } = await reader.createActive();
  reader.receiver.status = 410;
  await reader.mention();
  await setup.run();
  const failed = (await reader.find()).status;
  setup.board.clock.advance({ days: 4 });

  await setup.operator.moderate('webhooks', id, 'restart');
  reader.receiver.status = 500;
  await setup.run();

  expect([failed, (await reader.find()).status, reader.receiver.calls.length]).toEqual([
    'failed',
    'active',
    2,
  ]);
});

test('a page is pending until the receiver accepts it', async () => {
  const { webhook_id: id } = await reader.createActive();
  const readPending = async () =>
    (await reader.agent.graphql(`{ webhook(id: "${id}") { pending { items { kind } } } }`)).body.data.webhook
      .pending;
  await reader.mention();
  reader.receiver.status = 500;
  await setup.run();
  const pending = await readPending();
  reader.receiver.status = 200;
  setup.board.clock.advance({ minutes: 1 });

  await setup.run();

  expect([pending, await readPending()]).toEqual([{ items: [{ kind: 'mention' }] }, null]);
});

test('a board whose operator has switched webhooks off creates none', async () => {
  await using otherBoard = await openBoard({ WEBHOOKS: 'off' });
  const agent = await otherBoard.join('ada');

  const { status, body } = await agent.call(`POST ${WEBHOOKS}`, {
    body: { url: 'https://hooks.example.com/x' },
  });

  expect([status, body.code]).toEqual([403, 'operation_not_in_scope']);
});

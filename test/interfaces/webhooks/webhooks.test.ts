// The calls of webhooks, with a receiver on this machine and the library of Standard Webhooks.
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Body } from '../../support/board/http.ts';
import type { ReceivedCall } from '../../support/board/receiver.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
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

describe('a webhook', () => {
  test('receives new items of the inbox, signed, in the form of the inbox', async () => {
    // The library compares the time of a call with the real time, from which the clock of a new board starts.
    await using target = await openWebhookSetup();
    await using addressee = await target.addReader();
    const { secret } = await addressee.createActive();
    const thread = await addressee.mention();

    await target.run();

    const [call] = addressee.receiver.calls as [ReceivedCall];
    const inbox = (await addressee.agent.call('GET /v1/agents/me/inbox')).body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(new Webhook(secret).verify(call.raw, call.headers)).toEqual(call.body);
    expect(call.body).toMatchObject({ type: 'inbox', content_class: 'agent_generated_untrusted' });
    expect(call.body.items).toEqual(inbox.items);
    expect(call.body.items[0].record.id).toBe(thread);
  });

  test('is not called before a test has succeeded', async () => {
    const { webhook_id: id } = await reader.create();
    await reader.mention();
    reader.receiver.status = 500;

    await setup.run();
    const failed = await reader.agent.call(`POST ${WEBHOOKS}/${id}/test`);
    await setup.run();

    expect(failed.body).toMatchObject({ delivered_at: null, http_status: 500, error: 'status' });
    expect([reader.receiver.calls.length, (await reader.find()).status]).toEqual([0, 'unverified']);
  });

  test('sends items that came before its test', async () => {
    const { webhook_id: id } = await reader.create();
    await reader.mention();

    const { body } = await reader.agent.call(`POST ${WEBHOOKS}/${id}/test`);
    await setup.run();

    expect(body).toMatchObject({ delivered_at: expect.any(String), error: null });
    expect((await reader.find()).status).toBe('active');
    expect(reader.received.map(({ length }) => length)).toEqual([1]);
  });

  test('never shows its secret again', async () => {
    const { secret } = await reader.createActive();

    const replies = await Promise.all([
      reader.agent.call(`GET ${WEBHOOKS}`),
      reader.deliveriesOf(await reader.find()),
    ]);

    expect(JSON.stringify(replies)).not.toContain(secret);
    expect(setup.board.log.join('')).not.toContain(secret);
  });

  test('sends all items in order, at most 25 in a call', async () => {
    await reader.createActive();
    await Promise.all(Array.from({ length: 28 }, () => reader.mention()));

    await setup.run();

    const inbox = (await reader.agent.call('GET /v1/agents/me/inbox?limit=50')).body;
    expect(reader.received.map(({ length }) => length)).toEqual([25, 3]);
    expect(reader.received.flat()).toEqual(inbox.items);
    expect(new Set(reader.received.flat().map(({ id }) => id as string)).size).toBe(28);
  });

  test('sends only the kinds that it names, and is not due for other kinds', async () => {
    await reader.createActive({ kinds: ['answer'] });
    const inquiry = await createInquiry(reader.agent);
    await reader.mention();
    expect(await reader.isDue()).toBe(false);
    await updateInquiry(setup.author, inquiry, 'answer', { body: 'yes' });

    await setup.run();

    expect(reader.received.flat().map(({ kind }) => kind as string)).toEqual(['answer']);
  });

  test('sends only items of the watches that it names', async () => {
    const { watch_id } = await create(reader.agent, '/v1/agents/me/watches', { tag: 'physics' });
    await reader.createActive({ watches: [watch_id] });
    await reader.mention();
    setup.board.clock.advance({ seconds: 1 });
    await setup.author.call('POST /v1/facts', { body: { statement: 'light bends', tags: ['physics'] } });

    await setup.run();

    expect(reader.received.flat().map(({ kind }) => kind as string)).toEqual(['watch']);
  });

  test('is called once by concurrent runs', async () => {
    await reader.createActive();
    await reader.mention();
    reader.receiver.onCall = () => setup.run();

    await Promise.all([setup.run(), setup.run()]);

    expect(reader.receiver.calls).toHaveLength(1);
  });

  test('does not repeat a failed call if all its records have been hidden since, and ends its delivery', async () => {
    const { webhook_id } = await reader.createActive();
    const thread = await reader.mention('hidden later');
    reader.receiver.status = 503;
    await setup.run();
    reader.receiver.status = 200;
    await setup.operator.moderate('threads', thread, 'hide');
    setup.board.clock.advance({ minutes: 1 });
    const { delivered } = setup.board.app.webhooks.usage;

    await setup.run();

    expect([reader.receiver.calls.length, setup.board.app.webhooks.usage.delivered]).toEqual([1, delivered]);
    expect((await reader.deliveriesOf({ webhook_id }))[0]?.delivered_at).toEqual(expect.any(String));
  });

  test('of a quarantined agent waits until the agent is active again', async () => {
    await reader.createActive();
    await reader.mention();
    const moderate = (action: string) => setup.operator.moderate('agents', reader.agent.id, action);

    await moderate('quarantine');
    await setup.run();
    const before = reader.receiver.calls.length;
    await moderate('activate');
    await setup.run();

    expect([before, reader.receiver.calls.length]).toEqual([0, 1]);
  });

  test('of an agent without a valid key is not called', async () => {
    await reader.createActive();
    await reader.mention();
    const { body: keys } = await reader.agent.call('GET /v1/agents/me/keys');
    await reader.agent.call(`DELETE /v1/agents/me/keys/${keys[0].key_id}`);

    await setup.run();

    expect(reader.receiver.calls).toEqual([]);
  });

  test('that is deleted is not called again, and its deliveries are not found', async () => {
    const { webhook_id: id } = await reader.createActive();
    reader.receiver.status = 500;
    await reader.mention();
    await setup.run();

    const { status } = await reader.agent.call(`DELETE ${WEBHOOKS}/${id}`);
    setup.board.clock.advance({ hours: 1 });
    await setup.run();

    expect([status, reader.receiver.calls.length]).toEqual([200, 1]);
    expect((await reader.agent.call(`GET ${WEBHOOKS}/${id}/deliveries`)).status).toBe(404);
  });
});

describe('a call that fails', () => {
  test('is repeated with the same id and items before later items are sent', async () => {
    const { webhook_id, secret } = await reader.createActive();
    reader.receiver.status = 500;
    const first = await reader.mention();
    await setup.run();
    const second = await reader.mention();
    await setup.run();
    const [failed] = await reader.deliveriesOf({ webhook_id });

    reader.receiver.status = 204;
    setup.board.clock.advance({ seconds: 10 });
    await setup.run();

    const ids = reader.receiver.calls.map(({ headers }) => headers['webhook-id']);
    expect(reader.receiver.calls.map(({ body }) => body.items.map((item: Body) => item.record.id))).toEqual([
      [first],
      [first],
      [second],
    ]);
    expect([ids[0], ids[1] === ids[2]]).toEqual([ids[1], false]);
    expect(reader.receiver.calls.every((call) => isSignedWith(secret, call))).toBe(true);
    expect(failed).toMatchObject({
      id: ids[0],
      attempts: 1,
      http_status: 500,
      error: 'status',
      delivered_at: null,
    });
  });

  test('is repeated at growing intervals for three days; then the webhook fails, and the agent gets an inbox item', async () => {
    await reader.createActive();
    reader.receiver.status = 500;
    await reader.mention();
    const now = () => setup.board.clock.now().getTime();
    const started = now();
    const times: number[] = [];
    reader.receiver.onCall = () => Promise.resolve(void times.push(now() - started));

    for (let i = 0; i < 40; i += 1) {
      await setup.run();
      const { next_attempt_at: next } = await reader.find();
      if (next === null) break;
      setup.board.clock.advance({ seconds: Math.ceil((Date.parse(next) - now()) / 1000) });
    }

    const hours = (times.at(-1) ?? 0) / 3_600_000;
    const { status, failing_since } = await reader.find();
    const { items } = (await reader.agent.call('GET /v1/agents/me/inbox?kind=webhook')).body;
    expect([status, Date.parse(failing_since) - started]).toEqual(['failed', 0]);
    // The first pause is at least 4 s, and the thirteenth is the last one below the maximum.
    const pauses = times.slice(1, 14).map((time, i) => time - times[i]!);
    expect(pauses.every((pause, i) => pause > (pauses[i - 1] ?? 3999))).toBe(true);
    expect(hours).toBeGreaterThan(72);
    expect(hours).toBeLessThan(80);
    expect(times.length).toBeLessThan(30);
    expect(items).toMatchObject([{ kind: 'webhook', event: 'webhook.failed', record: null }]);
  });

  test('is no longer counted after a call that succeeds', async () => {
    await reader.createActive();
    const fail = async () => {
      reader.receiver.status = 500;
      await reader.mention();
      await setup.run();
      return reader.find();
    };
    const first = await fail();
    reader.receiver.status = 204;
    setup.board.clock.advance({ seconds: 10 });
    await setup.run();
    const between = await reader.find();
    setup.board.clock.advance({ days: 3 });

    const last = await fail();

    expect([between.failing_since, last.status]).toEqual([null, 'active']);
    expect(last.failing_since > first.failing_since).toBe(true);
  });

  test('with status 410 makes the webhook fail; after a test that succeeds the page is sent again', async () => {
    const { webhook_id } = await reader.createActive();
    reader.receiver.status = 410;
    await reader.mention();
    await setup.run();
    const gone = (await reader.find()).status;

    reader.receiver.status = 200;
    setup.board.clock.advance({ minutes: 1 });
    await reader.agent.call(`POST ${WEBHOOKS}/${webhook_id}/test`);
    await setup.run();

    expect([gone, (await reader.find()).status]).toEqual(['failed', 'active']);
    expect(reader.received.map(({ length }) => length).slice(0, 2)).toEqual([1, 1]);
    expect(reader.receiver.calls[0]?.headers['webhook-id']).toBe(
      reader.receiver.calls[1]?.headers['webhook-id'],
    );
  });

  test('with status 307 is not sent to the location of the redirect', async () => {
    await reader.createActive();
    reader.receiver.status = 307;
    await reader.mention();

    await setup.run();

    expect(reader.receiver.calls).toHaveLength(1);
    expect((await reader.deliveriesOf(await reader.find()))[0]).toMatchObject({
      http_status: 307,
      error: 'status',
    });
  });
});

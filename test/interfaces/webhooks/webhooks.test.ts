// Webhooks over REST, with a receiver on this machine and the library of Standard Webhooks.
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runHourlyTasks } from '../../../src/housekeeping.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { openReceiver, type ReceivedCall, type Receiver } from '../../support/board/receiver.ts';
import { create } from '../../support/records/inbox.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';

const WEBHOOKS = '/v1/agents/me/webhooks';

const TOKEN = 'sba_an-operator-token-for-tests-0123456789';

let board: TestBoard;
let eve: TestAgent;
let receiver: Receiver;
beforeAll(async () => {
  board = await openBoard({ WEBHOOKS: 'loopback' });
  eve = await board.join('eve');
});
afterAll(() => board[Symbol.asyncDispose]());

let reader: TestAgent;
let readers = 0;
beforeEach(async () => {
  readers += 1;
  reader = await board.join(`reader-${readers}`);
  receiver = await openReceiver();
});
afterEach(() => receiver[Symbol.asyncDispose]());

const run = () => board.app.webhooks.run();

/** Makes one item for the reader, dated later than the one before. */
async function mention(text = 'hello'): Promise<string> {
  board.clock.advance({ seconds: 1 });
  return (await eve.openThread(`@${reader.handle} ${text}`)).thread_id;
}

const createWebhook = (body: object = {}): Promise<Body> =>
  create(reader, WEBHOOKS, { url: receiver.url, ...body });

async function createActive(body: object = {}): Promise<Body> {
  const webhook = await createWebhook(body);
  await reader.call(`POST ${WEBHOOKS}/${webhook.webhook_id}/test`);
  return webhook;
}

const find = async (): Promise<Body> => (await reader.call(`GET ${WEBHOOKS}`)).body[0];

const deliveriesOf = async ({ webhook_id }: Body): Promise<Body[]> =>
  (await reader.call(`GET ${WEBHOOKS}/${webhook_id}/deliveries`)).body as Body[];

/** Whether the signature of a call is one of the secret, whatever the time. */
const isSignedWith = (secret: string, { headers, raw }: ReceivedCall): boolean =>
  (headers['webhook-signature'] ?? '')
    .split(' ')
    .includes(
      new Webhook(secret).sign(
        headers['webhook-id'] ?? '',
        new Date(Number(headers['webhook-timestamp']) * 1000),
        raw,
      ),
    );

describe('a webhook', () => {
  test('is sent what comes to the inbox, signed, in the form of the inbox', async () => {
    const { secret } = await createActive();
    const thread = await mention();

    await run();

    const [call] = receiver.calls as [ReceivedCall];
    const inbox = (await reader.call('GET /v1/agents/me/inbox')).body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(new Webhook(secret).verify(call.raw, call.headers)).toEqual(call.body);
    expect(call.body).toMatchObject({ type: 'inbox', content_class: 'agent_generated_untrusted' });
    expect(call.body.items).toEqual(inbox.items);
    expect(call.body.items[0].record.id).toBe(thread);
  });

  test('is not called before a test has succeeded', async () => {
    const { webhook_id: id } = await createWebhook();
    await mention();
    receiver.status = 500;

    await run();
    const failed = await reader.call(`POST ${WEBHOOKS}/${id}/test`);
    await run();

    expect(failed.body).toMatchObject({ passed: false, http_status: 500, error: 'status' });
    expect([receiver.calls.length, (await find()).status]).toEqual([0, 'unverified']);
  });

  test('sends items that came before its test', async () => {
    const { webhook_id: id } = await createWebhook();
    await mention();

    const { body } = await reader.call(`POST ${WEBHOOKS}/${id}/test`);
    await run();

    expect(body).toMatchObject({ passed: true, webhook: { status: 'active' } });
    expect(receiver.items.map(({ length }) => length)).toEqual([1]);
  });

  test('never shows its secret again', async () => {
    const { secret } = await createActive();

    const replies = await Promise.all([reader.call(`GET ${WEBHOOKS}`), deliveriesOf(await find())]);

    expect(JSON.stringify(replies)).not.toContain(secret);
    expect(board.log.join('')).not.toContain(secret);
  });

  test('sends at most 100 items in a call, in order, and every one of them', async () => {
    await createActive();
    await Promise.all(Array.from({ length: 103 }, () => mention()));

    await run();

    const inbox = (await reader.call('GET /v1/agents/me/inbox?limit=50')).body;
    expect(receiver.items.map(({ length }) => length)).toEqual([100, 3]);
    expect(receiver.items.flat().slice(0, 50)).toEqual(inbox.items.map(({ id }: Body) => id));
    expect(new Set(receiver.items.flat()).size).toBe(103);
  });

  test('sends only the kinds that it names', async () => {
    await createActive({ kinds: ['answer'] });
    const inquiry = await createInquiry(reader);
    await mention();
    await updateInquiry(eve, inquiry, 'answer', { body: 'yes' });

    await run();

    expect(receiver.calls.flatMap(({ body }) => body.items.map((item: Body) => item.kind))).toEqual([
      'answer',
    ]);
  });

  test('sends only items of the watches that it names', async () => {
    const { watch_id } = await create(reader, '/v1/agents/me/watches', { tag: 'physics' });
    await createActive({ watches: [watch_id] });
    await mention();
    board.clock.advance({ seconds: 1 });
    await eve.call('POST /v1/facts', { body: { statement: 'light bends', tags: ['physics'] } });

    await run();

    expect(receiver.calls.flatMap(({ body }) => body.items.map((item: Body) => item.kind))).toEqual([
      'watch',
    ]);
  });

  test('is called once by two processes', async () => {
    await createActive();
    await mention();
    receiver.onCall = () => run();

    await Promise.all([run(), run()]);

    expect(receiver.calls).toHaveLength(1);
  });

  test('does not send records that were hidden before the call', async () => {
    const { webhook_id } = await createActive();
    const thread = await mention('hidden later');
    receiver.status = 503;
    await run();
    receiver.status = 200;
    await board.call(`POST /admin/board/threads/${thread}/hide`, {
      body: { note: 'x' },
      headers: { Authorization: `Bearer ${TOKEN}` },
    });
    board.clock.advance({ minutes: 1 });

    await run();

    expect(receiver.calls).toHaveLength(1);
    expect((await deliveriesOf({ webhook_id }))[0]).toMatchObject({ delivered_at: expect.any(String) });
  });

  test('of a quarantined agent waits until the agent is active again', async () => {
    await createActive();
    await mention();
    const moderate = (action: string) =>
      board.call(`POST /admin/board/agents/${reader.id}/${action}`, {
        body: { note: 'x' },
        headers: { Authorization: `Bearer ${TOKEN}` },
      });

    await moderate('quarantine');
    await run();
    const before = receiver.calls.length;
    await moderate('activate');
    await run();

    expect([before, receiver.calls.length]).toEqual([0, 1]);
  });

  test('of an agent without a valid key is not called', async () => {
    await createActive();
    await mention();
    const { body: keys } = await reader.call('GET /v1/agents/me/keys');
    await reader.call(`DELETE /v1/agents/me/keys/${keys[0].key_id}`);

    await run();

    expect(receiver.calls).toEqual([]);
  });

  test('is deleted with its deliveries', async () => {
    const { webhook_id: id } = await createActive();
    receiver.status = 500;
    await mention();
    await run();

    const { status } = await reader.call(`DELETE ${WEBHOOKS}/${id}`);
    board.clock.advance({ hours: 1 });
    await run();

    expect([status, receiver.calls.length]).toEqual([200, 1]);
    expect((await reader.call(`GET ${WEBHOOKS}/${id}/deliveries`)).status).toBe(404);
  });
});

describe('a call that fails', () => {
  test('is repeated with the same id and items before later items are sent', async () => {
    const { webhook_id, secret } = await createActive();
    receiver.status = 500;
    const first = await mention();
    await run();
    const second = await mention();
    await run();
    const [failed] = await deliveriesOf({ webhook_id });

    receiver.status = 204;
    board.clock.advance({ seconds: 10 });
    await run();

    const ids = receiver.calls.map(({ headers }) => headers['webhook-id']);
    expect(receiver.calls.map(({ body }) => body.items.map((item: Body) => item.record.id))).toEqual([
      [first],
      [first],
      [second],
    ]);
    expect([ids[0], ids[1] === ids[2]]).toEqual([ids[1], false]);
    expect(receiver.calls.every((call) => isSignedWith(secret, call))).toBe(true);
    expect(failed).toMatchObject({
      id: ids[0],
      attempts: 1,
      http_status: 500,
      error: 'status',
      delivered_at: null,
    });
  });

  test('is repeated at growing intervals for three days, then no more, and the agent learns of it', async () => {
    await createActive();
    receiver.status = 500;
    await mention();
    const started = board.clock.now().getTime();
    const times: number[] = [];
    receiver.onCall = () => Promise.resolve(void times.push(board.clock.now().getTime() - started));

    for (let i = 0; i < 40; i += 1) {
      await run();
      const { next_attempt_at: next } = await find();
      if (next === null) break;
      board.clock.advance({ seconds: Math.ceil((Date.parse(next) - board.clock.now().getTime()) / 1000) });
    }

    const hours = (times.at(-1) ?? 0) / 3_600_000;
    const { status, failing_since } = await find();
    const kinds = (await reader.call('GET /v1/agents/me/inbox?kind=webhook')).body.items;
    expect([status, Date.parse(failing_since) - started]).toEqual(['failed', 0]);
    expect(hours).toBeGreaterThan(72);
    expect(hours).toBeLessThan(80);
    expect(times.length).toBeLessThan(30);
    expect(kinds).toMatchObject([{ kind: 'webhook', event: 'webhook.failed', record: null }]);
  });

  test('counts as received after a test that succeeds, and the page is sent again', async () => {
    const { webhook_id } = await createActive();
    receiver.status = 410;
    await mention();
    await run();
    const gone = (await find()).status;

    receiver.status = 200;
    board.clock.advance({ minutes: 1 });
    await reader.call(`POST ${WEBHOOKS}/${webhook_id}/test`);
    await run();

    expect([gone, (await find()).status]).toEqual(['failed', 'active']);
    expect(receiver.items.map(({ length }) => length).slice(0, 2)).toEqual([1, 1]);
    expect(receiver.calls[0]?.headers['webhook-id']).toBe(receiver.calls[1]?.headers['webhook-id']);
  });

  test('follows no redirect', async () => {
    await createActive();
    receiver.status = 307;
    await mention();

    await run();

    expect(receiver.calls).toHaveLength(1);
    expect((await deliveriesOf(await find()))[0]).toMatchObject({ http_status: 307, error: 'status' });
  });
});

describe('a rotated secret', () => {
  test('signs beside the old one for a day', async () => {
    const { webhook_id: id, secret: old } = await createActive();
    const { body } = await reader.call(`POST ${WEBHOOKS}/${id}/rotate`);
    await mention();
    await run();
    board.clock.advance({ hours: 25 });
    await mention();
    await run();

    const signed = receiver.calls.map((call) => [isSignedWith(old, call), isSignedWith(body.secret, call)]);
    expect(signed).toEqual([
      [true, true],
      [false, true],
    ]);
  });

  test('is the same for a repetition of the call', async () => {
    const { webhook_id: id } = await createWebhook();
    const rotate = () =>
      reader.call(`POST ${WEBHOOKS}/${id}/rotate`, { headers: { 'Idempotency-Key': 'rotate-1234' } });

    const [first, second] = [await rotate(), await rotate()];

    expect(second.body.secret).toBe(first.body.secret);
  });
});

describe('an agent', () => {
  test('has at most five webhooks', async () => {
    for (let i = 0; i < 5; i += 1) await createWebhook();

    const { status, body } = await reader.call(`POST ${WEBHOOKS}`, { body: { url: receiver.url } });

    expect([status, body.code]).toEqual([409, 'state_conflict']);
  });

  test('tests a webhook at most once in ten seconds', async () => {
    const { webhook_id: id } = await createActive();

    const { status, body } = await reader.call(`POST ${WEBHOOKS}/${id}/test`);

    expect([status, body.code, receiver.tests.length]).toEqual([429, 'rate_limited', 1]);
  });

  test('sees and changes only its own webhooks', async () => {
    const { webhook_id: id } = await createWebhook();

    const replies = await Promise.all(
      ['POST {}/test', 'POST {}/rotate', 'DELETE {}', 'GET {}/deliveries'].map((line) =>
        eve.call(line.replace('{}', `${WEBHOOKS}/${id}`)),
      ),
    );

    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await eve.call(`GET ${WEBHOOKS}`)).body).toEqual([]);
  });

  test('cannot name watches of another agent', async () => {
    const { watch_id } = await create(eve, '/v1/agents/me/watches', { tag: 'x' });

    const { status } = await reader.call(`POST ${WEBHOOKS}`, {
      body: { url: receiver.url, watches: [watch_id] },
    });

    expect(status).toBe(404);
  });
});

test('deliveries are listed newest first, page by page, for 30 days', async () => {
  const webhook = await createActive();
  for (let i = 0; i < 3; i += 1) {
    await mention();
    await run();
  }
  const path = `GET ${WEBHOOKS}/${webhook.webhook_id}/deliveries`;

  const first = await reader.call(`${path}?limit=2`);
  const [, next = ''] = /<([^>]+)>/.exec(first.headers.get('link') ?? '') ?? [];
  const second = await reader.call(`GET ${next.replace('http://board.test', '')}`);
  board.clock.advance({ days: 31 });
  await runHourlyTasks(board.database, board.clock.now());

  const ids = [...first.body, ...second.body].map((delivery: Body) => delivery.id as string);
  expect(ids).toEqual(receiver.calls.map(({ headers }) => headers['webhook-id']).toReversed());
  expect((await reader.call(path)).body).toEqual([]);
});

test('an operator stops a webhook and restarts it, and the audit log has both', async () => {
  const { webhook_id: id } = await createActive();
  const asOperator = { body: { note: 'floods a host' }, headers: { Authorization: `Bearer ${TOKEN}` } };
  await mention();

  const stopped = await board.call(`POST /admin/board/webhooks/${id}/stop`, asOperator);
  await run();
  board.clock.advance({ minutes: 1 });
  const tested = await reader.call(`POST ${WEBHOOKS}/${id}/test`);
  const before = receiver.calls.length;
  const restarted = await board.call(`POST /admin/board/webhooks/${id}/restart`, asOperator);
  await run();

  const { headers } = asOperator;
  const audit = (await board.call('GET /admin/board/audit?limit=2', { headers })).body as Body[];
  const listed = (await board.call(`GET /admin/board/webhooks?handle=${reader.handle}`, { headers })).body;
  const items = (await reader.call('GET /v1/agents/me/inbox?kind=moderation')).body.items as Body[];
  expect([stopped.body.status, tested.status, restarted.body.status]).toEqual(['stopped', 409, 'active']);
  expect([before, receiver.calls.length]).toEqual([0, 1]);
  expect(audit.map(({ action, target_id }) => [action, target_id])).toEqual([
    ['restart_webhook', id],
    ['stop_webhook', id],
  ]);
  expect(listed).toMatchObject([{ webhook_id: id, handle: reader.handle }]);
  expect(JSON.stringify(listed)).not.toContain('whsec_');
  expect(items.map(({ event }) => event)).toEqual(['stop_webhook', 'restart_webhook']);
});

test('a board whose operator has switched webhooks off creates none', async () => {
  await using other = await openBoard({ WEBHOOKS: 'off' });
  const agent = await other.join('ada');

  const { status, body } = await agent.call(`POST ${WEBHOOKS}`, {
    body: { url: 'https://hooks.example.com/x' },
  });

  expect([status, body.code]).toEqual([403, 'operation_not_in_scope']);
});

import { JsonRpcTransport } from '@a2a-js/sdk/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

let counter = 0;

const message = (text: string, metadata: object = {}, more: object = {}) => ({
  kind: 'message',
  messageId: `message-${++counter}`,
  role: 'user',
  parts: [{ kind: 'text', text }],
  metadata,
  ...more,
});

async function rpc(agent: TestAgent, method: string, params: unknown): Promise<Body> {
  const reply = await agent.call('POST /a2a', { body: { jsonrpc: '2.0', id: 7, method, params } });
  expect([reply.status, reply.body.id]).toEqual([200, 7]);
  return reply.body;
}

const send = async (agent: TestAgent, sent: object, configuration = {}): Promise<Body> =>
  (await rpc(agent, 'message/send', { message: sent, configuration })).result;

describe('an agent over A2A', () => {
  test('shares a message, whose task completes at once; a post in the same context is added to its history', async () => {
    const shared = await send(ada, message('First line\nand more'));
    const reply = await send(bob, message('A reply', {}, { contextId: shared.contextId }));
    const { result: task } = await rpc(ada, 'tasks/get', { id: shared.id });
    const { result: last } = await rpc(ada, 'tasks/get', { id: shared.id, historyLength: 1 });

    expect(shared).toMatchObject({ kind: 'task', status: { state: 'completed' } });
    expect(shared.artifacts[0].parts[0].data).toMatchObject({ subject: 'First line', channel: 'general' });
    expect(reply).toMatchObject({ contextId: shared.contextId, metadata: { type: 'post' } });
    expect(reply.history).toMatchObject([{ taskId: reply.id, contextId: shared.contextId }]);
    expect(task.history.map(({ role, parts }: Body) => [role, parts[0].text])).toEqual([
      ['user', 'First line\nand more'],
      ['agent', 'A reply'],
    ]);
    expect(last.history).toHaveLength(1);
  });

  test('inquires, and the task is working until an agent answers', async () => {
    const asked = await send(
      ada,
      message('How many?', { skill: 'inquire', answer_schema: { type: 'integer' } }),
    );
    const answered = await send(bob, message('7', { skill: 'answer', inquiry_id: asked.id }));
    const { result: done } = await rpc(ada, 'tasks/get', { id: asked.id });
    const { result: answer } = await rpc(ada, 'tasks/get', { id: answered.id });

    expect(asked).toMatchObject({ status: { state: 'working' }, artifacts: [] });
    expect(answered).toMatchObject({ status: { state: 'completed' }, contextId: asked.id });
    expect(done).toMatchObject({ status: { state: 'completed' } });
    expect(done.artifacts[0].parts).toMatchObject([{ text: '7' }, { data: { schema_valid: true } }]);
    expect(answer.artifacts).toMatchObject([{ parts: [{ text: '7' }, {}] }]);
  });

  test('cancels only open inquiries that it has asked', async () => {
    const mine = await send(ada, message('Never mind?', { skill: 'inquire' }));
    const shared = await send(ada, message('Done'));

    const byOther = await rpc(bob, 'tasks/cancel', { id: mine.id });
    const canceled = await rpc(ada, 'tasks/cancel', { id: mine.id });
    const { body: inquiry } = await ada.call(`GET /v1/inquiries/${mine.id}`);
    const again = await rpc(ada, 'tasks/cancel', { id: mine.id });
    const done = await rpc(ada, 'tasks/cancel', { id: shared.id });

    expect(canceled.result.status.state).toBe('canceled');
    expect([inquiry.status, inquiry.close_reason]).toEqual(['closed', 'canceled']);
    expect([byOther, again, done].map(({ error }) => error.code)).toEqual([-32002, -32002, -32002]);
    expect([byOther, again, done].map(({ error }) => [error.data.code, error.data.current_state])).toEqual([
      ['not_owner', undefined],
      ['state_conflict', 'canceled'],
      ['state_conflict', 'completed'],
    ]);
  });

  test('gets the same task for a repeated message, and a new task for a different message with the same id', async () => {
    const first = message('Same', {}, { messageId: 'one-and-the-same' });

    const [once, twice] = [await send(ada, first), await send(ada, first)];
    const changed = { ...first, parts: [{ kind: 'text', text: 'Other' }] };
    const [other, otherAgain] = [await send(ada, changed), await send(ada, changed)];
    // The ids of these messages are not valid idempotency keys.
    const odd = message('x', {}, { messageId: 'é 1' });
    const [third, fourth] = [await send(ada, odd), await send(ada, odd)];
    const fifth = await send(ada, { ...odd, messageId: 'é 2' });

    expect(twice.id).toBe(once.id);
    expect(other.id).not.toBe(once.id);
    expect(otherAgain.id).toBe(other.id);
    expect(fourth.id).toBe(third.id);
    expect(fifth.id).not.toBe(third.id);
  });

  test('can use the client of the A2A SDK', async () => {
    const fetchImpl = (url: RequestInfo | URL, init?: RequestInit) =>
      board.fetch(new Request(url, { ...init, headers: { ...(init?.headers as object), ...ada.headers } }));
    const transport = new JsonRpcTransport({ endpoint: 'http://board.test/a2a', fetchImpl });

    const sent = (await transport.sendMessage({ message: message('By the SDK') as never })) as Body;
    const got = await transport.getTask({ id: sent.id });

    expect(got).toMatchObject({ kind: 'task', id: sent.id, status: { state: 'completed' } });
  });
});

describe('the A2A facade', () => {
  test('returns errors with the codes of JSON-RPC, of A2A and of the board', async () => {
    const request = (method: string, params: unknown = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
    const unknown = '00000000-0000-7000-8000-000000000000';
    const cases: [unknown, number][] = [
      [[], -32600],
      [{ jsonrpc: '2.0', id: 1 }, -32600],
      [{ id: 1, method: 'message/send' }, -32600],
      [request('no/such'), -32601],
      [request('toString'), -32601],
      [request('message/send'), -32602],
      [request('message/send', { message: { ...message('x'), parts: [] } }), -32602],
      [request('message/send', { message: message('x', { skill: 'dance' }) }), -32602],
      [request('message/send', { message: message('') }), -32602],
      [request('message/send', { message: message('x', { skill: 'answer', inquiry_id: 'no' }) }), -32602],
      [request('message/send', { message: message('x', { skill: 'answer', inquiry_id: unknown }) }), -31404],
      [request('message/send', { message: message('x', {}, { taskId: unknown }) }), -32001],
      [
        request('message/send', { message: message('x', {}, { parts: [{ kind: 'file', file: {} }] }) }),
        -32005,
      ],
      [
        request('message/send', {
          message: message('x'),
          configuration: { pushNotificationConfig: { url: 'http://x' } },
        }),
        -32003,
      ],
      [request('tasks/get', { id: unknown }), -32001],
      [request('tasks/get', { id: 'nonsense' }), -32001],
      [request('tasks/get', { id: ada.id }), -32001],
      [request('tasks/get'), -32602],
      [request('tasks/cancel', { id: unknown }), -32001],
      [request('message/stream', { message: message('x') }), -32004],
      [request('tasks/resubscribe', { id: unknown }), -32004],
      [request('tasks/pushNotificationConfig/set'), -32003],
      [request('agent/getAuthenticatedExtendedCard'), -32007],
    ];

    const replies = await Promise.all(cases.map(([body]) => ada.call('POST /a2a', { body })));

    expect(replies.map(({ status, body }) => [status, body.error?.code])).toEqual(
      cases.map(([, code]) => [200, code]),
    );
    for (const { body, headers } of replies) {
      const { data, message: detail } = body.error;
      expect(data).toMatchObject({ title: expect.any(String), status: expect.any(Number), detail });
      expect(data.type).toBe(`http://site.test/problems/${data.code}`);
      expect(data.instance).toBe(`urn:uuid:${headers.get('x-request-id')}`);
    }
  });

  test('lists the supported methods for an unsupported one, and locates faults in params', async () => {
    const ask = async (method: string, params: unknown) => (await rpc(ada, method, params)).error.data;

    const errors = [
      await ask('no/such', {}),
      await ask('message/stream', {}),
      await ask('tasks/pushNotificationConfig/get', {}),
      await ask('agent/getAuthenticatedExtendedCard', {}),
      await ask('message/send', { message: message('x', { skill: 'dance' }) }),
      await ask('message/send', {
        message: message('x', {}, { parts: [{ kind: 'text', text: 'x' }, { kind: 'file' }] }),
      }),
      await ask('message/send', {
        message: message('x'),
        configuration: { acceptedOutputModes: ['image/png'] },
      }),
      await ask('message/send', {
        message: message('x'),
        configuration: { pushNotificationConfig: { url: 'http://x' } },
      }),
    ];

    const methods = { code: 'method_not_allowed', allow: ['message/send', 'tasks/get', 'tasks/cancel'] };
    const fault = (...loc: unknown[]) => ({
      code: 'validation_failed',
      errors: [{ loc: ['body', 'params', ...loc] }],
    });
    expect(errors).toMatchObject([
      methods,
      methods,
      methods,
      methods,
      fault('message', 'metadata', 'skill'),
      fault('message', 'parts', 1, 'kind'),
      fault('configuration', 'acceptedOutputModes'),
      fault('configuration', 'pushNotificationConfig'),
    ]);
  });

  test('returns 401 for authentication errors only', async () => {
    const body = { jsonrpc: '2.0', id: 3, method: 'tasks/get', params: { id: 'x' } };

    const anonymous = await board.call('POST /a2a', { body });
    const invalidKey = await board.call('POST /a2a', { body, headers: { Authorization: 'Bearer sbk_no' } });
    const malformed = await board.call('POST /a2a', {
      raw: '{',
      headers: { 'Content-Type': 'application/json' },
    });
    const deep = await board.call('POST /a2a', {
      raw: `${'['.repeat(65)}${']'.repeat(65)}`,
      headers: { 'Content-Type': 'application/json' },
    });

    expect([anonymous.status, anonymous.body.id, anonymous.body.error.data.code]).toEqual([
      401,
      3,
      'unauthenticated',
    ]);
    expect(anonymous.headers.get('www-authenticate')).toBe('Bearer realm="board"');
    expect([invalidKey.status, invalidKey.body.error.data.code]).toEqual([401, 'invalid_key']);
    expect([malformed.status, malformed.body.error.code]).toEqual([200, -32700]);
    expect([deep.status, deep.body.error.code]).toEqual([200, -32600]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { loadProtocolSchema } from '../../support/mcp/protocol-schema.ts';

const validate = loadProtocolSchema('a2a-1.0.schema.json');

const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

/** Calls a method with the version header, and validates the response. */
async function rpc(agent: TestAgent, method: string, params?: unknown, version = '1.0'): Promise<Body> {
  const { status, body } = await agent.call('POST /a2a', {
    headers: { 'A2A-Version': version },
    body: { jsonrpc: '2.0', id: 7, method, params },
  });
  expect([status, body.id]).toEqual([200, 7]);
  expect(validate(body.error ? 'JSONRPCErrorResponse' : method, body)).toEqual([]);
  return body;
}

let count = 0;

const createMessage = (more: object = {}) => ({
  messageId: `message-of-1.0-${++count}`,
  role: 'ROLE_USER',
  parts: [{ text: 'Hello' }],
  ...more,
});

const send = (agent: TestAgent, more: object = {}, params: object = {}): Promise<Body> =>
  rpc(agent, 'SendMessage', { message: createMessage(more), ...params });

const violationsOf = ({ error }: Body): string[] =>
  error.data
    .flatMap(({ fieldViolations = [] }: Body) => fieldViolations)
    .map(({ field, reason }: Body) => `${reason} ${field}`);

describe('a message of A2A 1.0', () => {
  test('gives the task that a client of 0.3.0 reads', async () => {
    const { result } = await send(ada, {
      metadata: { skill: 'inquire', answer_schema: { type: 'integer' } },
    });
    const { body } = await ada.call('POST /a2a', {
      body: { jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { id: result.task.id } },
    });

    const { kind, status, history, artifacts, ...task } = body.result;
    expect([kind, status.state, artifacts]).toEqual(['task', 'working', []]);
    expect(result.task).toEqual({
      ...task,
      status: { ...status, state: 'TASK_STATE_WORKING' },
      artifacts: [],
      history: [
        {
          messageId: history[0].messageId,
          contextId: history[0].contextId,
          taskId: history[0].taskId,
          role: 'ROLE_USER',
          parts: [{ text: 'Hello', mediaType: 'text/plain' }],
          metadata: { created_by: 'ada' },
        },
      ],
    });
    expect(result.task.metadata).toMatchObject({ created_by: 'ada', answer_schema: { type: 'integer' } });
  });

  test('is repeated without effect', async () => {
    const message = createMessage();

    const [once, again] = [
      await rpc(ada, 'SendMessage', { message }),
      await rpc(ada, 'SendMessage', { message }),
    ];

    expect(again.result.task.id).toBe(once.result.task.id);
  });

  test('has no history if its length is 0', async () => {
    const { result } = await send(ada, {}, { configuration: { historyLength: 0 } });

    expect(result.task).not.toHaveProperty('history');
  });

  test.each([
    ['a part without content', { parts: [{ mediaType: 'text/plain' }] }, 'message.parts[0]'],
    ['a part with two contents', { parts: [{ text: 'x', data: {} }] }, 'message.parts[0]'],
    ['a text that is a number', { parts: [{ text: 7 }] }, 'message.parts[0].text'],
    ['data that is a list', { parts: [{ text: 'x' }, { data: [] }] }, 'message.parts[1].data'],
    ['no parts', { parts: [] }, 'message.parts'],
    ['a role of 0.3.0', { role: 'user' }, 'message.role'],
    ['an unknown skill', { metadata: { skill: 'dance' } }, 'message.metadata.skill'],
    ['unknown metadata', { metadata: { mood: 'good' } }, 'message.metadata.mood'],
    ['a channel that is a number', { metadata: { channel: 7 } }, 'message.metadata.channel'],
  ])('with %s is refused with -32602 and the field', async (_case, more, field) => {
    const response = await send(ada, more);

    expect(response.error.code).toBe(-32_602);
    expect(violationsOf(response)).toEqual([expect.stringMatching(` ${RegExp.escape(field)}$`)]);
  });

  test.each([
    ['a file', { parts: [{ url: 'https://a.test/x' }] }, {}, -32_005],
    ['push notifications', {}, { taskPushNotificationConfig: { url: 'https://a.test' } }, -32_003],
    ['media types that the board does not have', {}, { acceptedOutputModes: ['image/png'] }, -32_005],
    ['a task that does not exist', { taskId: UNKNOWN_ID }, {}, -32_001],
  ])('with %s gets the error of A2A', async (_case, more, configuration, code) => {
    const { error } = await send(ada, more, { configuration });

    expect([error.code, error.data[0].domain]).toEqual([code, 'a2a-protocol.org']);
  });

  test.each([
    ['an unknown thread', { contextId: UNKNOWN_ID }],
    ['no thread', { contextId: 'made-up' }],
    ['an existing context, for a new inquiry', { metadata: { skill: 'inquire' } }],
    ['a thread, with a subject of its own', { metadata: { subject: 'Another' } }, 'message.metadata.subject'],
    ['another inquiry', { metadata: { inquiry_id: UNKNOWN_ID } }],
  ])('in the context of %s is refused with -32602', async (_case, more, field = 'message.contextId') => {
    const { result } = await send(ada);

    const response = await send(ada, { contextId: result.task.contextId, ...more });

    expect([response.error.code, violationsOf(response)]).toEqual([-32_602, [`VALUE_ERROR ${field}`]]);
  });

  test('that continues the own working inquiry gets -32004 and the calls of 1.0', async () => {
    const { result } = await send(ada, { metadata: { skill: 'inquire' } });

    const { error } = await send(ada, { taskId: result.task.id });

    expect(error.code).toBe(-32_004);
    expect(error.data.at(-1).value.next).toEqual([
      { surface: 'a2a', method: 'GetTask', params: { id: result.task.id } },
      { surface: 'a2a', method: 'CancelTask', params: { id: result.task.id } },
    ]);
  });
});

describe('an error of A2A 1.0', () => {
  test('has error details: its reason, the faults, and the problem', async () => {
    const { error } = await rpc(ada, 'GetTask', { id: 7 });

    const [info, request, problem] = error.data;
    expect(info).toMatchObject({
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'VALIDATION_FAILED',
      domain: 'site.test',
    });
    expect(request.fieldViolations).toEqual([
      { field: 'id', description: expect.stringContaining('string'), reason: 'TYPE' },
    ]);
    expect(problem).toMatchObject({
      '@type': 'type.googleapis.com/google.protobuf.Struct',
      value: { code: 'validation_failed', status: 422, type: 'http://site.test/problems/validation_failed' },
    });
  });

  test('of authentication is 401, and has details too', async () => {
    const { status, body } = await board.call('POST /a2a', {
      headers: { 'A2A-Version': '1.0' },
      body: { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: UNKNOWN_ID } },
    });

    expect([status, body.error.data[0].reason]).toEqual([401, 'UNAUTHENTICATED']);
    expect(validate('JSONRPCErrorResponse', body)).toEqual([]);
  });

  test('before the body is read has details too', async () => {
    const { status, body } = await ada.call('POST /a2a', {
      headers: { 'A2A-Version': '1.0', 'Content-Type': 'application/json' },
      raw: JSON.stringify({ text: 'x'.repeat(131_073) }),
    });

    expect(status).toBe(413);
    expect([body.id, body.error.data[0].reason]).toEqual([null, 'BODY_TOO_LARGE']);
  });
});

describe('a method that the board does not have', () => {
  test.each([
    ['SendStreamingMessage', -32_004],
    ['SubscribeToTask', -32_004],
    ['GetExtendedAgentCard', -32_004],
    ['CreateTaskPushNotificationConfig', -32_003],
    ['GetTaskPushNotificationConfig', -32_003],
    ['ListTaskPushNotificationConfigs', -32_003],
    ['DeleteTaskPushNotificationConfig', -32_003],
    ['toString', -32_601],
  ])('%s gets %i with the methods that it has', async (method, code) => {
    const { error } = await rpc(ada, method, {});

    expect(error.code).toBe(code);
    expect(error.data.at(-1).value.allow).toEqual(['SendMessage', 'GetTask', 'CancelTask', 'ListTasks']);
  });
});

describe('the version of a request', () => {
  test.each([
    ['1.0', 'GetTask'],
    ['1.0.1', 'GetTask'],
    ['0.3', 'tasks/get'],
    ['0.3.0', 'tasks/get'],
    ['', 'tasks/get'],
  ])('%j has the method %s', async (version, method) => {
    const { body } = await ada.call('POST /a2a', {
      headers: { 'A2A-Version': version },
      body: { jsonrpc: '2.0', id: 1, method, params: { id: UNKNOWN_ID } },
    });

    expect(body.error.code).toBe(-32_001);
    expect(Array.isArray(body.error.data)).toBe(method === 'GetTask');
  });

  test('can be a query parameter', async () => {
    const { body } = await ada.call('POST /a2a?A2A-Version=1.0', {
      body: { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: UNKNOWN_ID } },
    });

    expect(body.error.code).toBe(-32_001);
  });

  test.each(['2.0', '0.2', '1', 'latest'])('%j is refused with the supported versions', async (version) => {
    const { error } = await rpc(ada, 'GetTask', { id: UNKNOWN_ID }, version);

    expect([error.code, error.data[0].reason]).toEqual([-32_009, 'VERSION_NOT_SUPPORTED']);
    expect(error.data.at(-1).value.supported_versions).toEqual(['1.0', '0.3']);
  });

  test.each([
    ['SendMessage', {}, '1.0'],
    ['message/send', { 'A2A-Version': '1.0' }, '0.3'],
  ])('that has no method %s leads to the one that has it', async (method, headers, version) => {
    const { body } = await ada.call('POST /a2a', {
      headers,
      body: { jsonrpc: '2.0', id: 1, method, params: {} },
    });

    expect(body.error.code).toBe(-32_601);
    expect(body.error.message).toContain(`send the header A2A-Version: ${version}`);
  });
});

describe('the agent card', () => {
  const read = (headers: Record<string, string>, path = '/.well-known/agent-card.json') =>
    board.call(`GET ${path}`, { headers });

  test('is the one of 1.0 for clients that ask for it, by header or query', async () => {
    const replies = [
      await read({ 'A2A-Version': '1.0' }),
      await read({}, '/.well-known/agent.json?A2A-Version=1.0'),
      await read({ 'A2A-Version': '2.0' }),
    ];

    for (const { body, headers } of replies) {
      expect(validate('AgentCard', body)).toEqual([]);
      expect(headers.get('vary')).toBe('Accept, Authorization, A2A-Version');
    }
  });

  test('has an entity tag of its own for each version', async () => {
    const [card03, card10] = [await read({}), await read({ 'A2A-Version': '1.0' })];
    const [tag03, tag10] = [card03, card10].map(({ headers }) => headers.get('etag') ?? '');

    const again = await read({ 'A2A-Version': '1.0', 'If-None-Match': tag10 ?? '' });
    const other = await read({ 'A2A-Version': '1.0', 'If-None-Match': tag03 ?? '' });

    expect(card03.body.protocolVersion).toBe('0.3.0');
    expect([again.status, other.status]).toEqual([304, 200]);
  });

  test.each([
    ['0.3', 'message/send'],
    ['1.0', 'SendMessage'],
  ])('of %s has examples that work as they are, with the ids of real records', async (version, method) => {
    const { body: card } = await read({ 'A2A-Version': version });
    const thread = (await send(ada)).result.task.id;
    const examples: [string, string][] = card.skills.flatMap((skill: Body) =>
      skill.examples.map((example: string) => [skill.id, example]),
    );

    const states: unknown[] = [];
    for (const [skill, example] of examples) {
      const asked = await send(ada, { metadata: { skill: 'inquire', answer_schema: { type: 'integer' } } });
      const id = skill === 'answer' ? asked.result.task.id : thread;
      const params = JSON.parse(example.replaceAll(UNKNOWN_ID, id)) as Body;
      const { body } = await bob.call('POST /a2a', {
        headers: { 'A2A-Version': version },
        body: { jsonrpc: '2.0', id: 1, method, params },
      });
      const task = body.result?.task ?? body.result;
      states.push(body.error ?? `${skill}: ${task.metadata.type}`);
    }

    expect(states).toEqual([
      'share: thread',
      'share: post',
      'inquire: inquiry',
      'inquire: inquiry',
      'answer: answer',
      'answer: answer',
    ]);
  });

  test('names in each skill all metadata that the skill takes', async () => {
    const { body: card } = await read({ 'A2A-Version': '1.0' });

    for (const { id, description } of card.skills) {
      const refused = await send(bob, { metadata: { skill: id, made_up: 1 } });
      const { msg } = refused.error.data.at(-1).value.errors[0];
      const names = /takes (.*) in message\.metadata/.exec(msg)?.[1]?.split(', ') ?? [];
      expect(names.length).toBeGreaterThan(1);
      for (const name of names) expect(description).toContain(`${name}:`);
    }
  });
});

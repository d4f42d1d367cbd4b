import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { loadProtocolSchema } from '../../support/mcp/protocol-schema.ts';

const validate = loadProtocolSchema('a2a-1.0.schema.json');

const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000';

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
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

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { callA2a, validateA2a } from '../../support/facades/a2a-1.0.ts';
import { UNKNOWN_ID } from '../../support/records/ids.ts';

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});

afterAll(() => board[Symbol.asyncDispose]());

describe('an error of A2A 1.0', () => {
  test('has error details with the reason, the field violations and the problem', async () => {
    const { error } = await callA2a(ada, 'GetTask', { id: 7 });

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

  test('of authentication has the HTTP status 401, and error details', async () => {
    const { status, body } = await board.call('POST /a2a', {
      headers: { 'A2A-Version': '1.0' },
      body: { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: UNKNOWN_ID } },
    });

    expect([status, body.error.data[0].reason]).toEqual([401, 'UNAUTHENTICATED']);
    expect(validateA2a('JSONRPCErrorResponse', body)).toEqual([]);
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
  ])('(%s) returns %i with the supported methods', async (method, code) => {
    const { error } = await callA2a(ada, method, {});

    expect(error.code).toBe(code);
    expect(error.data.at(-1).value.allow).toEqual(['SendMessage', 'GetTask', 'CancelTask', 'ListTasks']);
  });
});

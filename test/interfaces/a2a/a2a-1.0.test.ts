import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { callA2a, createMessage, sendMessage } from '../../support/facades/a2a-1.0.ts';
import { UNKNOWN_ID } from '../../support/records/ids.ts';

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});

afterAll(() => board[Symbol.asyncDispose]());

const violationsOf = ({ error }: Body): string[] =>
  error.data
    .flatMap(({ fieldViolations = [] }: Body) => fieldViolations)
    .map(({ field, reason }: Body) => `${reason} ${field}`);

describe('a message of A2A 1.0', () => {
  test('returns the task that a client of 0.3.0 reads', async () => {
    const { result } = await sendMessage(ada, {
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

  test('that is sent again returns the same task', async () => {
    const message = createMessage();

    const [once, again] = [
      await callA2a(ada, 'SendMessage', { message }),
      await callA2a(ada, 'SendMessage', { message }),
    ];

    expect(again.result.task.id).toBe(once.result.task.id);
  });

  test('returns a task without history if historyLength is 0', async () => {
    const { result } = await sendMessage(ada, {}, { configuration: { historyLength: 0 } });

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
    const response = await sendMessage(ada, more);

    expect(response.error.code).toBe(-32_602);
    expect(violationsOf(response)).toEqual([expect.stringMatching(` ${RegExp.escape(field)}$`)]);
  });

  test.each([
    ['a file', { parts: [{ url: 'https://a.test/x' }] }, {}, -32_005],
    ['push notifications', {}, { taskPushNotificationConfig: { url: 'https://a.test' } }, -32_003],
    ['media types that the board does not have', {}, { acceptedOutputModes: ['image/png'] }, -32_005],
    ['a task that does not exist', { taskId: UNKNOWN_ID }, {}, -32_001],
  ])('with %s is refused with an error code of A2A', async (_case, more, configuration, code) => {
    const { error } = await sendMessage(ada, more, { configuration });

    expect([error.code, error.data[0].domain]).toEqual([code, 'a2a-protocol.org']);
  });

  test.each([
    ['an unknown thread', { contextId: UNKNOWN_ID }],
    ['a text that is not an id', { contextId: 'made-up' }],
    ['a thread, for a new inquiry', { metadata: { skill: 'inquire' } }],
    ['a thread, with another subject', { metadata: { subject: 'Another' } }, 'message.metadata.subject'],
    ['a thread, for an answer to an inquiry', { metadata: { inquiry_id: UNKNOWN_ID } }],
  ])('in the context of %s is refused with -32602', async (_case, more, field = 'message.contextId') => {
    const { result } = await sendMessage(ada);

    const response = await sendMessage(ada, { contextId: result.task.contextId, ...more });

    expect([response.error.code, violationsOf(response)]).toEqual([-32_602, [`VALUE_ERROR ${field}`]]);
  });

  test('that continues the sender’s own working inquiry is refused with -32004 and the next calls of 1.0', async () => {
    const { result } = await sendMessage(ada, { metadata: { skill: 'inquire' } });

    const { error } = await sendMessage(ada, { taskId: result.task.id });

    expect(error.code).toBe(-32_004);
    expect(error.data.at(-1).value.next).toEqual([
      { surface: 'a2a', method: 'GetTask', params: { id: result.task.id } },
      { surface: 'a2a', method: 'CancelTask', params: { id: result.task.id } },
    ]);
  });
});

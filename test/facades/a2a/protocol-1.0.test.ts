// The responses of A2A 1.0, as exact objects, and the differences from A2A 0.3.
import { describe, expect, test } from 'vitest';
import { protocols } from '../../../facades/a2a/protocols.ts';
import { answer, AT, ID, inquiry, metadata, sessionWith } from './answered-inquiry.ts';

describe('A2A 1.0', () => {
  const { methods, unsupportedMethods } = protocols['1.0'];
  const parts = (text: string) => [{ text, mediaType: 'text/plain' }];
  const task = {
    id: ID,
    contextId: ID,
    status: { state: 'TASK_STATE_COMPLETED', timestamp: AT },
    artifacts: [
      {
        artifactId: 'A',
        name: 'answer',
        parts: [...parts('yes'), { data: answer, mediaType: 'application/json' }],
      },
    ],
    history: [
      {
        messageId: ID,
        contextId: ID,
        taskId: ID,
        role: 'ROLE_USER',
        parts: parts('q'),
        metadata: { created_by: 'ada' },
      },
      {
        messageId: 'A',
        contextId: ID,
        taskId: ID,
        role: 'ROLE_AGENT',
        parts: parts('yes'),
        metadata: { created_by: 'bob' },
      },
    ],
    metadata,
  };
  const { artifacts: _artifacts, history: _history, ...listed } = task;

  test('writes a task with all of its members, and refuses push notifications', async () => {
    const session = sessionWith(inquiry);
    const { history: _, ...withoutHistory } = task;
    expect(await methods['GetTask']?.(session, { id: ID })).toEqual({ result: task });
    expect(await methods['GetTask']?.(session, { id: ID, historyLength: 0 })).toEqual({
      result: withoutHistory,
    });
    const message = {
      messageId: 'm',
      role: 'ROLE_USER',
      parts: [{ text: 'b' }],
      metadata: { skill: 'inquire' },
    };
    expect(await methods['SendMessage']?.(session, { message })).toEqual({
      result: { task },
      isReplayed: true,
      isWrite: true,
    });
    const configuration = { taskPushNotificationConfig: {} };
    await expect(methods['SendMessage']?.(session, { message, configuration })).rejects.toMatchObject({
      code: -32003,
    });
  });

  test('writes a page of tasks', async () => {
    const page = { totalCount: 3, pageInfo: { endCursor: 'c', hasNextPage: true }, nodes: [inquiry] };
    expect(await methods['ListTasks']?.(sessionWith(page), undefined)).toEqual({
      result: { tasks: [listed], nextPageToken: 'c', pageSize: 50, totalSize: 3 },
    });
    expect(
      await methods['ListTasks']?.(sessionWith(page), { status: 'TASK_STATE_FAILED', pageSize: 7 }),
    ).toEqual({
      result: { tasks: [], nextPageToken: '', pageSize: 7, totalSize: 0 },
    });
  });

  test('has an error code for each method that the board does not support', () => {
    expect(
      Object.fromEntries(Object.entries(unsupportedMethods).map(([name, [code]]) => [name, code])),
    ).toEqual({
      SendStreamingMessage: -32004,
      SubscribeToTask: -32004,
      GetExtendedAgentCard: -32004,
      CreateTaskPushNotificationConfig: -32003,
      GetTaskPushNotificationConfig: -32003,
      DeleteTaskPushNotificationConfig: -32003,
      ListTaskPushNotificationConfigs: -32003,
    });
  });
});

test.each([
  ['1.0', 'GetTask', 'CancelTask', 'SendMessage'],
  ['0.3', 'tasks/get', 'tasks/cancel', 'message/send'],
] as const)(
  'the next calls of A2A %s have the methods of the same version',
  (version, get, cancel, sendMessage) => {
    const format = (operation: string, variables: object) =>
      protocols[version].formatNextCall({ operation, variables: variables as never });
    expect([
      format('A2aTask', { id: ID }),
      format('A2aCancel', { inquiryId: ID }),
      format('A2aPost', { threadId: ID }),
      format('A2aAnswer', { inquiryId: ID }),
      format('Feed', {}),
    ]).toEqual([
      [{ surface: 'a2a', method: get, params: { id: ID } }],
      [{ surface: 'a2a', method: cancel, params: { id: ID } }],
      [{ surface: 'a2a', method: sendMessage, params: { message: { contextId: ID } } }],
      [
        {
          surface: 'a2a',
          method: sendMessage,
          params: { message: { metadata: { skill: 'answer', inquiry_id: ID } } },
        },
      ],
      [],
    ]);
  },
);

describe('an answer', () => {
  const context = { contextId: ID };

  test('has the id of the inquiry as contextId, also in its history', async () => {
    const session = sessionWith(answer);
    expect((await protocols['0.3'].methods['tasks/get']?.(session, { id: ID }))?.result).toMatchObject({
      id: 'A',
      ...context,
      history: [{ taskId: 'A', ...context }],
    });
    expect((await protocols['1.0'].methods['GetTask']?.(session, { id: ID }))?.result).toMatchObject({
      id: 'A',
      ...context,
      history: [{ taskId: 'A', ...context }],
    });
  });
});

test('a context that does not exist is refused by A2A 1.0 only', async () => {
  const session = sessionWith({ type: 'thread', id: ID, created_by: 'ada', created_at: AT });
  const message = { messageId: 'm', contextId: 'mine' };
  const old = { ...message, role: 'user', parts: [{ kind: 'text', text: 'b' }] };
  const sent = await protocols['0.3'].methods['message/send']?.(session, { message: old });
  expect(sent?.result).toMatchObject({ contextId: ID });
  const current = { ...message, role: 'ROLE_USER', parts: [{ text: 'b' }] };
  await expect(
    protocols['1.0'].methods['SendMessage']?.(session, { message: current }),
  ).rejects.toMatchObject({
    code: -32602,
  });
});

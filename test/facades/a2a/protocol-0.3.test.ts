// The requests and responses of A2A 0.3, as exact objects.
import { describe, expect, test } from 'vitest';
import { protocols } from '../../../facades/a2a/protocols.ts';
import { answer, AT, ID, inquiry, metadata, sessionWith } from './answered-inquiry.ts';

describe('A2A 0.3', () => {
  const { methods, unsupportedMethods } = protocols['0.3'];
  const task = {
    kind: 'task',
    id: ID,
    contextId: ID,
    status: { state: 'completed', timestamp: AT },
    artifacts: [
      {
        artifactId: 'A',
        name: 'answer',
        parts: [
          { kind: 'text', text: 'yes' },
          { kind: 'data', data: answer },
        ],
      },
    ],
    history: [
      {
        ...{ kind: 'message', role: 'user', messageId: ID, taskId: ID, contextId: ID },
        ...{ parts: [{ kind: 'text', text: 'q' }], metadata: { created_by: 'ada' } },
      },
      {
        ...{ kind: 'message', role: 'agent', messageId: 'A', taskId: ID, contextId: ID },
        ...{ parts: [{ kind: 'text', text: 'yes' }], metadata: { created_by: 'bob' } },
      },
    ],
    metadata,
  };

  test('writes a task with all of its members', async () => {
    expect(await methods['tasks/get']?.(sessionWith(inquiry), { id: ID })).toEqual({
      result: task,
      isReplayed: false,
    });
    const empty = { ...task, history: [] };
    expect(
      (await methods['tasks/get']?.(sessionWith(inquiry), { id: ID, historyLength: 0 }))?.result,
    ).toEqual(empty);
    const message = {
      messageId: 'm',
      role: 'user',
      parts: [{ kind: 'text', text: 'b' }],
      metadata: { skill: 'inquire' },
    };
    expect(await methods['message/send']?.(sessionWith(inquiry), { message })).toEqual({
      result: task,
      isReplayed: true,
      isWrite: true,
    });
  });

  test('refuses push notifications, files, and parts without their content', async () => {
    const message = {
      ...{ messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'b' }] },
      metadata: { skill: 'inquire' },
    };
    const none = { pushNotificationConfig: null };
    const sent = await methods['message/send']?.(sessionWith(inquiry), { message, configuration: none });
    expect(sent?.result).toMatchObject({ kind: 'task' });
    const configuration = { pushNotificationConfig: { url: 'http://x' } };
    await expect(
      methods['message/send']?.(sessionWith({}), { message, configuration }),
    ).rejects.toMatchObject({
      code: -32003,
      refusal: { issues: [{ loc: ['body', 'params', 'configuration', 'pushNotificationConfig'] }] },
    });
    const file = { ...message, parts: [{ kind: 'file', file: {} }] };
    await expect(methods['message/send']?.(sessionWith({}), { message: file })).rejects.toMatchObject({
      code: -32005,
      refusal: { issues: [{ loc: ['body', 'params', 'message', 'parts', 0, 'kind'] }] },
    });
    const empty = { ...message, parts: [{ kind: 'data' }, { kind: 'text' }] };
    const partOf = (index: number, member: string) => ['body', 'params', 'message', 'parts', index, member];
    await expect(methods['message/send']?.(sessionWith({}), { message: empty })).rejects.toMatchObject({
      code: -32602,
      refusal: {
        issues: [
          { loc: partOf(0, 'data'), msg: 'Must be an object', type: 'type' },
          { loc: partOf(1, 'text'), msg: 'Is required', type: 'missing' },
        ],
      },
    });
  });

  test('has an error code for each method that the board does not support', () => {
    expect(
      Object.fromEntries(Object.entries(unsupportedMethods).map(([name, [code]]) => [name, code])),
    ).toEqual({
      'message/stream': -32004,
      'tasks/resubscribe': -32004,
      'agent/getAuthenticatedExtendedCard': -32007,
      'tasks/pushNotificationConfig/set': -32003,
      'tasks/pushNotificationConfig/get': -32003,
      'tasks/pushNotificationConfig/list': -32003,
      'tasks/pushNotificationConfig/delete': -32003,
    });
  });
});

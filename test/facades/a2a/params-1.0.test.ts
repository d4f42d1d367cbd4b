import { describe, expect, test } from 'vitest';
import type { RpcError } from '../../../facades/a2a/errors.ts';
import { readListParams, readSendParams, readTaskParams } from '../../../facades/a2a/params-1.0.ts';

const AT = '2026-01-02T03:04:05.006Z';

/** The faults of the parameters; null if they are accepted. */
function faultsOf(read: (params: unknown) => unknown, params: unknown) {
  try {
    read(params);
  } catch (error) {
    return (error as RpcError).refusal.issues.map(({ loc, msg, type }) => [
      loc?.slice(2).join('.'),
      msg,
      type,
    ]);
  }
  return null;
}

describe('the parameters of A2A 1.0', () => {
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: '' }] };

  test('may have null or an empty string in place of an absent id', () => {
    const given = { ...message, contextId: '', taskId: null, metadata: null };
    expect(readSendParams({ message: given })).toEqual({
      message: { ...given, parts: [{ kind: 'text', text: '' }], contextId: undefined, taskId: undefined },
    });
  });

  test.each([
    [
      { text: 'a', data: null },
      { kind: 'text', text: 'a' },
    ],
    [{ data: { a: 1 } }, { kind: 'data', data: { a: 1 } }],
    [{ raw: 'x' }, { kind: 'file', member: 'raw' }],
    [{ url: 'x' }, { kind: 'file', member: 'url' }],
  ])('may have the part %j', (part, expected) => {
    expect(readSendParams({ message: { ...message, parts: [part] } }).message.parts).toEqual([expected]);
  });

  const ONE = 'Must have exactly one of text, data, raw, url';

  test.each([
    [{}, '', ONE],
    [{ text: 'a', data: {} }, '', ONE],
    [{ text: 1 }, '.text', 'Must be a string'],
    [{ data: [] }, '.data', 'Must be an object'],
  ])('are refused with the part %j', (part, below, msg) => {
    const faults = faultsOf(readSendParams, { message: { ...message, parts: [{ text: 'a' }, part] } });
    expect(faults).toEqual([[`message.parts.1${below}`, msg, 'type']]);
  });

  test('have one fault for a list of tens of thousands of items', () => {
    const many = Array.from({ length: 20_000 }, () => ({}));
    const configuration = { acceptedOutputModes: many };
    expect(faultsOf(readSendParams, { message: { ...message, parts: many }, configuration })).toEqual([
      ['message.parts', 'Must have at most 100 items', 'type'],
      ['configuration.acceptedOutputModes', 'Must have at most 100 items', 'type'],
    ]);
    expect(faultsOf(readSendParams, { message: { ...message, parts: [] } })).toHaveLength(1);
  });

  test.each([
    [undefined, undefined],
    ['TASK_STATE_UNSPECIFIED', undefined],
    ['TASK_STATE_SUBMITTED', null],
    ['TASK_STATE_WORKING', 'working'],
    ['TASK_STATE_COMPLETED', 'completed'],
    ['TASK_STATE_FAILED', null],
    ['TASK_STATE_CANCELED', 'canceled'],
    ['TASK_STATE_INPUT_REQUIRED', null],
    ['TASK_STATE_REJECTED', null],
    ['TASK_STATE_AUTH_REQUIRED', null],
  ])(
    'with the status %s list the tasks in the state %s (undefined is every state, null is no state)',
    (status, state) => {
      expect(readListParams({ status })).toMatchObject({ state });
    },
  );

  test('of ListTasks have defaults and bounds', () => {
    expect(readListParams({})).toEqual({
      ...{ contextId: undefined, state: undefined, since: undefined, pageToken: undefined },
      ...{ pageSize: 50, historyLength: 0, includeArtifacts: false },
    });
    const all = {
      contextId: 'c',
      statusTimestampAfter: AT,
      pageToken: 'p',
      pageSize: 100,
      historyLength: 2,
      includeArtifacts: true,
    };
    expect(readListParams(all)).toEqual({
      ...{ contextId: 'c', state: undefined, since: AT, pageToken: 'p' },
      ...{ pageSize: 100, historyLength: 2, includeArtifacts: true },
    });
    expect(faultsOf(readListParams, { channel: 'x' })).toBeNull();
    for (const pageSize of [0, 101, 1.5]) expect(faultsOf(readListParams, { pageSize })).toHaveLength(1);
    expect(faultsOf(readListParams, { historyLength: -1 })).toHaveLength(1);
  });

  test('are refused with the names of missing, misspelled, misplaced and too long members', () => {
    expect(faultsOf(readTaskParams, {})).toEqual([['id', 'Is required', 'missing']]);
    expect(faultsOf(readTaskParams, { Id: 'x' })).toEqual([
      ['id', 'Is required; did you mean id instead of Id?', 'missing'],
    ]);
    expect(faultsOf(readTaskParams, undefined)).toHaveLength(1);
    expect(
      faultsOf(readSendParams, { message: { ...message, contextID: 'c', channel: 'x', other: 1 } }),
    ).toEqual([
      ['message.contextID', 'Is not known here; did you mean contextId?', 'type'],
      ['message.channel', 'Is not known here; did you mean metadata.channel?', 'type'],
    ]);
    const { messageId: _, ...without } = message;
    expect(faultsOf(readSendParams, { message: without })).toEqual([
      ['message.messageId', 'Is required', 'missing'],
    ]);
    const parts = Array.from({ length: 101 }, () => ({ text: 'a' }));
    expect(faultsOf(readSendParams, { message: { ...message, parts } })).toEqual([
      ['message.parts', 'Must have at most 100 items', 'type'],
    ]);
    expect(faultsOf(readSendParams, { message: { ...message, parts: parts.slice(1) } })).toBeNull();
  });
});

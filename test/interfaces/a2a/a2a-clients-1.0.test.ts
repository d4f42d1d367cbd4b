import { TaskState } from 'a2a-sdk-1';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import type { Body } from '../../support/board/http.ts';
import { type ListeningBoard, openListeningBoard } from '../../support/board/listening-board.ts';
import { readReasons, SdkClients } from '../../support/facades/a2a-sdk.ts';

let listening: ListeningBoard;
let ada: TestAgent;
let bob: TestAgent;
let clients: SdkClients;

beforeAll(async () => {
  listening = await openListeningBoard();
  [ada, bob] = [await listening.board.join('ada'), await listening.board.join('bob')];
});

afterAll(() => listening[Symbol.asyncDispose]());

beforeEach(() => {
  clients = new SdkClients(listening.url);
});

let count = 0;

const send = (client: Body, text: string, metadata = {}, more = {}) =>
  client.sendMessage({
    tenant: '',
    configuration: undefined,
    metadata: {},
    message: {
      messageId: `latest-${++count}`,
      contextId: '',
      taskId: '',
      role: 1,
      parts: [{ content: { $case: 'text', value: text }, metadata: {}, filename: '', mediaType: '' }],
      metadata,
      extensions: [],
      referenceTaskIds: [],
      ...more,
    },
  });

describe('the A2A SDK 1.0', () => {
  test('shares, inquires, answers, reads, lists and cancels', async () => {
    const [adaClient, bobClient] = [await clients.connect10(ada), await clients.connect10(bob)];

    const shared = await send(adaClient, 'By the newer SDK');
    const reply = await send(bobClient, 'A reply', {}, { contextId: shared.contextId });
    const asked = await send(adaClient, 'How many?', {
      skill: 'inquire',
      answer_schema: { type: 'integer' },
    });
    const answered = await send(bobClient, '7', {}, { taskId: asked.id });
    const got = await adaClient.getTask({ tenant: '', id: asked.id, historyLength: 1 });
    const abandoned = await send(adaClient, 'Never abandoned?', { skill: 'inquire' });
    const canceled = await adaClient.cancelTask({ tenant: '', id: abandoned.id, metadata: {} });
    const listed = await adaClient.listTasks({
      tenant: '',
      contextId: asked.id,
      status: TaskState.TASK_STATE_COMPLETED,
      pageToken: '',
      includeArtifacts: true,
    });

    expect([shared, reply, asked, answered, got, canceled].map(({ status }) => status.state)).toEqual([
      TaskState.TASK_STATE_COMPLETED,
      TaskState.TASK_STATE_COMPLETED,
      TaskState.TASK_STATE_WORKING,
      TaskState.TASK_STATE_COMPLETED,
      TaskState.TASK_STATE_COMPLETED,
      TaskState.TASK_STATE_CANCELED,
    ]);
    expect(got.artifacts[0].parts.map(({ content }: Body) => content.$case)).toEqual(['text', 'data']);
    expect(listed).toMatchObject({ totalSize: 1, nextPageToken: '', tasks: [{ id: asked.id }] });
    expect(listed.tasks[0].artifacts).toEqual(got.artifacts);
    expect(new Set(clients.calls)).toEqual(
      new Set(['card', 'SendMessage', 'GetTask', 'CancelTask', 'ListTasks'].map((name) => `${name} 1.0`)),
    );
    expect(clients.faults).toEqual([]);
  });

  test('throws the error classes of the SDK, each with problem details', async () => {
    const [client, bobClient] = [await clients.connect10(ada), await clients.connect10(bob)];
    const done = await send(client, 'Done');
    const asked = await send(client, 'Mine?', { skill: 'inquire' });

    const reasons = await readReasons([
      client.getTask({ tenant: '', id: 'nonsense' }),
      client.cancelTask({ tenant: '', id: done.id }),
      bobClient.cancelTask({ tenant: '', id: asked.id }),
      send(client, 'x', {}, { taskId: asked.id }),
      send(client, 'x', { skill: 'dance' }),
    ]);

    expect(reasons.map(({ name }) => name)).toEqual([
      'TaskNotFoundError',
      'TaskNotCancelableError',
      'TaskNotCancelableError',
      'UnsupportedOperationError',
      'RequestMalformedError',
    ]);
    expect(reasons.map(({ data }) => data[0].reason)).toEqual([
      'TASK_NOT_FOUND',
      'TASK_NOT_CANCELABLE',
      'TASK_NOT_CANCELABLE',
      'UNSUPPORTED_OPERATION',
      'VALIDATION_FAILED',
    ]);
    expect(reasons.map(({ data }) => data.at(-1).value.code)).toEqual([
      'not_found',
      'state_conflict',
      'not_owner',
      'state_conflict',
      'validation_failed',
    ]);
    expect(clients.faults).toEqual([]);
  });

  test('finds the interface of A2A 1.0 in the card of 0.3.0, too', async () => {
    const client = await clients.connectByOldCard(ada);
    const shared = await send(client, 'Without a version');

    expect(shared.status.state).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(clients.calls).toEqual(['card', 'SendMessage 1.0']);
    expect(clients.faults).toEqual([]);
  });
});

describe('the A2A SDK 1.0 with a card of 0.3.0 only', () => {
  test('shares, inquires, answers, reads and cancels', async () => {
    const [adaClient, bobClient] = [
      await clients.connectToOldBoard(ada),
      await clients.connectToOldBoard(bob),
    ];

    const shared = await send(adaClient, 'By the newer SDK');
    const reply = await send(bobClient, 'A reply', {}, { contextId: shared.contextId });
    const asked = await send(adaClient, 'How many?', { skill: 'inquire' });
    await send(bobClient, '7', { skill: 'answer', inquiry_id: asked.id });
    const got = await adaClient.getTask({ tenant: '', id: asked.id });
    const abandoned = await send(adaClient, 'Never abandoned?', { skill: 'inquire' });
    const canceled = await adaClient.cancelTask({ tenant: '', id: abandoned.id });

    expect(reply.contextId).toBe(shared.contextId);
    expect(got.artifacts).toMatchObject([{ name: 'answer' }]);
    expect(canceled.id).toBe(abandoned.id);
    expect(new Set(clients.calls)).toEqual(
      new Set(['card', 'message/send 0.3', 'tasks/get 0.3', 'tasks/cancel 0.3']),
    );
    expect(clients.faults).toEqual([]);
  });

  test('gets the errors of tasks that do not exist or cannot be canceled', async () => {
    const [client, bobClient] = [await clients.connectToOldBoard(ada), await clients.connectToOldBoard(bob)];
    const done = await send(client, 'Done');
    const asked = await send(client, 'Mine?', { skill: 'inquire' });

    const reasons = await readReasons([
      client.cancelTask({ tenant: '', id: 'nonsense' }),
      client.cancelTask({ tenant: '', id: done.id }),
      bobClient.cancelTask({ tenant: '', id: asked.id }),
    ]);

    expect(reasons.map(({ name }) => name)).toEqual([
      'TaskNotFoundError',
      'TaskNotCancelableError',
      'TaskNotCancelableError',
    ]);
    expect(clients.faults).toEqual([]);
  });
});

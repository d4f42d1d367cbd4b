import { ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from '@a2a-js/sdk/client';
import { TaskState } from 'a2a-sdk-1';
import {
  ClientFactory as ClientFactory1,
  DefaultAgentCardResolver as DefaultAgentCardResolver1,
  JsonRpcTransportFactory as JsonRpcTransportFactory1,
} from 'a2a-sdk-1/client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import type { Body } from '../../support/board/http.ts';
import { type ListeningBoard, openListeningBoard } from '../../support/board/listening-board.ts';
import { loadProtocolSchema } from '../../support/mcp/protocol-schema.ts';

const validate03 = loadProtocolSchema('a2a-0.3.0.schema.json');
const validate10 = loadProtocolSchema('a2a-1.0.schema.json');

const RESPONSES_03: Readonly<Record<string, string>> = {
  'message/send': 'SendMessageResponse',
  'tasks/get': 'GetTaskResponse',
  'tasks/cancel': 'CancelTaskResponse',
};

let listening: ListeningBoard;
let ada: TestAgent;
let bob: TestAgent;
/** The violations of the schemas of A2A in the responses. */
let faults: string[];
/** The methods that were called, with the version that the client named. */
let calls: string[];

beforeAll(async () => {
  listening = await openListeningBoard();
  [ada, bob] = [await listening.board.join('ada'), await listening.board.join('bob')];
});

afterAll(() => listening[Symbol.asyncDispose]());

beforeEach(() => {
  [faults, calls] = [[], []];
});

/** Sends the requests of a client to the listening board, and validates the responses. */
const fetchAs = (agent: TestAgent) => async (url: RequestInfo | URL, init?: RequestInit) => {
  const named = new Request(url, init);
  const address = named.url.replace('http://board.test', listening.url);
  const request = new Request(address, named);
  for (const [name, value] of Object.entries(agent.headers)) request.headers.set(name, value);
  const sent = request.method === 'POST' ? ((await request.clone().json()) as Body) : null;
  const version = request.headers.get('A2A-Version');
  const response = await fetch(request);
  const body = (await response.clone().json()) as Body;
  calls.push(`${sent?.method ?? 'card'} ${version ?? ''}`.trim());
  const isLatest = version === '1.0';
  const definition = sent ? (isLatest ? sent.method : RESPONSES_03[sent.method as string]) : 'AgentCard';
  faults.push(
    ...(isLatest ? validate10 : validate03)(
      isLatest && body.error ? 'JSONRPCErrorResponse' : definition,
      body,
    ),
  );
  return response;
};

/** The client of A2A 0.3, which finds the endpoint by the agent card. */
async function connect03(agent: TestAgent): Promise<Body> {
  const fetchImpl = fetchAs(agent);
  const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  });
  return factory.createFromUrl('http://board.test');
}

const createFactory10 = (fetchImpl: typeof fetch) => {
  const parts = { fetchImpl, legacyCompat: { enabled: true } };
  return new ClientFactory1({
    transports: [new JsonRpcTransportFactory1(parts)],
    cardResolver: new DefaultAgentCardResolver1(parts),
  });
};

/** The client of A2A 1.0, which finds the interface of its version by the agent card. */
const connect10 = async (agent: TestAgent): Promise<Body> =>
  createFactory10(fetchAs(agent)).createFromUrl('http://board.test');

/** The client of A2A 1.0 with a board that has only the card of 0.3.0. */
async function connectCompatible(agent: TestAgent): Promise<Body> {
  const fetchImpl = fetchAs(agent);
  const fetchOldCard = async (url: RequestInfo | URL, init?: RequestInit) => {
    if (init?.method === 'POST') return fetchImpl(url, init);
    const { supportedInterfaces: _, ...card } = (await (await fetchImpl(url)).json()) as Body;
    return Response.json(card);
  };
  return createFactory10(fetchOldCard).createFromUrl('http://board.test');
}

let count = 0;

const send03 = (client: Body, text: string, metadata = {}, more = {}, configuration = {}) =>
  client.sendMessage({
    message: {
      kind: 'message',
      messageId: `native-${++count}`,
      role: 'user',
      parts: [{ kind: 'text', text }],
      metadata,
      ...more,
    },
    configuration,
  });

const send10 = (client: Body, text: string, metadata = {}, more = {}, configuration?: object) =>
  client.sendMessage({
    tenant: '',
    configuration,
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

const readReasons = async (promises: readonly Promise<unknown>[]): Promise<Body[]> =>
  (await Promise.allSettled(promises)).map((result) => (result as PromiseRejectedResult).reason);

describe('the A2A SDK 0.3', () => {
  test('shares, inquires, answers, reads and cancels', async () => {
    const [adaClient, bobClient] = [await connect03(ada), await connect03(bob)];

    const shared = await send03(adaClient, 'By the SDK');
    const more = await send03(bobClient, 'A reply', {}, { contextId: shared.contextId });
    const asked = await send03(adaClient, 'How many?', {
      skill: 'inquire',
      answer_schema: { type: 'integer' },
    });
    const answered = await send03(bobClient, '7', { skill: 'answer', inquiry_id: asked.id });
    const got = await adaClient.getTask({ id: asked.id, historyLength: 1 });
    const abandoned = await send03(adaClient, 'Never abandoned?', { skill: 'inquire' });
    const canceled = await adaClient.cancelTask({ id: abandoned.id });

    expect([shared, more, asked, answered].map(({ status }) => status.state)).toEqual([
      'completed',
      'completed',
      'working',
      'completed',
    ]);
    expect(asked.metadata.answer_schema).toEqual({ type: 'integer' });
    expect(got).toMatchObject({
      status: { state: 'completed' },
      history: [{ role: 'agent' }],
      artifacts: [{ name: 'answer' }],
    });
    expect(canceled.status.state).toBe('canceled');
    expect(faults).toEqual([]);
  });

  test('gets its response at once, blocking or not, with the requested length of history', async () => {
    const client = await connect03(ada);
    const shared = await send03(client, 'One');
    const context = { contextId: shared.contextId };
    for (const text of ['Two', 'Three']) await send03(client, text, {}, context);

    const blocking = await send03(
      client,
      'Who?',
      { skill: 'inquire' },
      {},
      { blocking: true, historyLength: 0 },
    );
    const nonBlocking = await send03(client, 'Who else?', { skill: 'inquire' }, {}, { blocking: false });
    const lengths = [0, 1, 2, 50, 5000];
    const got = await Promise.all(
      lengths.map((historyLength) => client.getTask({ id: shared.id, historyLength })),
    );

    expect([blocking, nonBlocking].map(({ status, history }) => [status.state, history.length])).toEqual([
      ['working', 0],
      ['working', 1],
    ]);
    expect(got.map(({ history }) => history.map(({ parts }: Body) => parts[0].text))).toEqual([
      [],
      ['Three'],
      ['Two', 'Three'],
      ['One', 'Two', 'Three'],
      ['One', 'Two', 'Three'],
    ]);
    expect(faults).toEqual([]);
  });

  test('throws its own error classes, each with problem details', async () => {
    const [client, bobClient] = [await connect03(ada), await connect03(bob)];
    const done = await send03(client, 'Done');
    const asked = await send03(client, 'Mine?', { skill: 'inquire' });

    const reasons = await readReasons([
      client.getTask({ id: 'nonsense' }),
      client.cancelTask({ id: 'nonsense' }),
      client.cancelTask({ id: done.id }),
      bobClient.cancelTask({ id: asked.id }),
      send03(client, 'x', { skill: 'dance' }),
    ]);

    expect(reasons.map(({ name }) => name)).toEqual([
      'TaskNotFoundError',
      'TaskNotFoundError',
      'TaskNotCancelableError',
      'TaskNotCancelableError',
      'Error',
    ]);
    expect(reasons.map(({ errorResponse }) => errorResponse.error.data.code)).toEqual([
      'not_found',
      'not_found',
      'state_conflict',
      'not_owner',
      'validation_failed',
    ]);
    expect(faults).toEqual([]);
  });
});

describe('the A2A SDK 1.0', () => {
  test('shares, inquires, answers, reads, lists and cancels', async () => {
    const [adaClient, bobClient] = [await connect10(ada), await connect10(bob)];

    const shared = await send10(adaClient, 'By the newer SDK');
    const more = await send10(bobClient, 'A reply', {}, { contextId: shared.contextId });
    const asked = await send10(adaClient, 'How many?', {
      skill: 'inquire',
      answer_schema: { type: 'integer' },
    });
    const answered = await send10(bobClient, '7', {}, { taskId: asked.id });
    const got = await adaClient.getTask({ tenant: '', id: asked.id, historyLength: 1 });
    const abandoned = await send10(adaClient, 'Never abandoned?', { skill: 'inquire' });
    const canceled = await adaClient.cancelTask({ tenant: '', id: abandoned.id, metadata: {} });
    const listed = await adaClient.listTasks({
      tenant: '',
      contextId: asked.id,
      status: TaskState.TASK_STATE_COMPLETED,
      pageToken: '',
      includeArtifacts: true,
    });

    expect([shared, more, asked, answered, got, canceled].map(({ status }) => status.state)).toEqual([
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
    expect(new Set(calls)).toEqual(
      new Set(['card', 'SendMessage', 'GetTask', 'CancelTask', 'ListTasks'].map((name) => `${name} 1.0`)),
    );
    expect(faults).toEqual([]);
  });

  test('throws its own error classes, each with problem details', async () => {
    const [client, bobClient] = [await connect10(ada), await connect10(bob)];
    const done = await send10(client, 'Done');
    const asked = await send10(client, 'Mine?', { skill: 'inquire' });

    const reasons = await readReasons([
      client.getTask({ tenant: '', id: 'nonsense' }),
      client.cancelTask({ tenant: '', id: done.id }),
      bobClient.cancelTask({ tenant: '', id: asked.id }),
      send10(client, 'x', {}, { taskId: asked.id }),
      send10(client, 'x', { skill: 'dance' }),
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
    expect(faults).toEqual([]);
  });

  test('finds the interface of its version also in the card of 0.3.0', async () => {
    const fetchImpl = fetchAs(ada);
    const withoutHeader = async (url: RequestInfo | URL, init?: RequestInit) =>
      init?.method === 'POST' ? fetchImpl(url, init) : fetchImpl(url);

    const client: Body = await createFactory10(withoutHeader).createFromUrl('http://board.test');
    const shared = await send10(client, 'Without a version');

    expect(shared.status.state).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(calls).toEqual(['card', 'SendMessage 1.0']);
    expect(faults).toEqual([]);
  });
});

describe('the A2A SDK 1.0 with a card of 0.3.0 only', () => {
  test('shares, inquires, answers, reads and cancels', async () => {
    const [adaClient, bobClient] = [await connectCompatible(ada), await connectCompatible(bob)];

    const shared = await send10(adaClient, 'By the newer SDK');
    const more = await send10(bobClient, 'A reply', {}, { contextId: shared.contextId });
    const asked = await send10(adaClient, 'How many?', { skill: 'inquire' });
    await send10(bobClient, '7', { skill: 'answer', inquiry_id: asked.id });
    const got = await adaClient.getTask({ tenant: '', id: asked.id });
    const abandoned = await send10(adaClient, 'Never abandoned?', { skill: 'inquire' });
    const canceled = await adaClient.cancelTask({ tenant: '', id: abandoned.id });

    expect(more.contextId).toBe(shared.contextId);
    expect(got.artifacts).toMatchObject([{ name: 'answer' }]);
    expect(canceled.id).toBe(abandoned.id);
    expect(new Set(calls)).toEqual(
      new Set(['card', 'message/send 0.3', 'tasks/get 0.3', 'tasks/cancel 0.3']),
    );
    expect(faults).toEqual([]);
  });

  test('gets the errors of tasks that do not exist or cannot be canceled', async () => {
    const [client, bobClient] = [await connectCompatible(ada), await connectCompatible(bob)];
    const done = await send10(client, 'Done');
    const asked = await send10(client, 'Mine?', { skill: 'inquire' });

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
    expect(faults).toEqual([]);
  });
});

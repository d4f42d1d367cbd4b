import { ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from '@a2a-js/sdk/client';
import {
  ClientFactory as ClientFactory1,
  DefaultAgentCardResolver as DefaultAgentCardResolver1,
  JsonRpcTransportFactory as JsonRpcTransportFactory1,
} from 'a2a-sdk-1/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { loadProtocolSchema } from '../../support/mcp/protocol-schema.ts';

const validate = loadProtocolSchema('a2a-0.3.0.schema.json');

const RESPONSE_SCHEMAS: Readonly<Record<string, string>> = {
  'message/send': 'SendMessageResponse',
  'tasks/get': 'GetTaskResponse',
  'tasks/cancel': 'CancelTaskResponse',
};

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
/** The violations of the published schema in the responses. */
let faults: string[];

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

const fetchAs = (agent: TestAgent) => async (url: RequestInfo | URL, init?: RequestInit) => {
  const request = new Request(url, init);
  for (const [name, value] of Object.entries(agent.headers)) request.headers.set(name, value);
  const sentBody = request.method === 'POST' ? await request.clone().json() : null;
  const response = await board.fetch(request);
  const body = await response.clone().json();
  faults.push(
    ...validate(
      sentBody ? (RESPONSE_SCHEMAS[sentBody.method as string] ?? 'JSONRPCResponse') : 'AgentCard',
      body,
    ),
  );
  return response;
};

/** The client of A2A 0.3, which finds the endpoint by the agent card. */
async function connect(agent: TestAgent): Promise<Body> {
  const fetchImpl = fetchAs(agent);
  const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  });
  return factory.createFromUrl('http://board.test');
}

/** The client of A2A 1.0, which uses 0.3 with agents that have only a 0.3 card. */
async function connectV1(agent: TestAgent): Promise<Body> {
  const parts = { fetchImpl: fetchAs(agent), legacyCompat: { enabled: true } };
  const factory = new ClientFactory1({
    transports: [new JsonRpcTransportFactory1(parts)],
    cardResolver: new DefaultAgentCardResolver1(parts),
  });
  return factory.createFromUrl('http://board.test');
}

let count = 0;

/** The number of the state `working` in A2A 1.0. */
const WORKING = 2;

describe('the A2A SDK 0.3', () => {
  const send = (client: Body, text: string, metadata = {}, more = {}, configuration = {}) =>
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

  test('shares, inquires, answers, reads and cancels', async () => {
    faults = [];
    const [adaClient, bobClient] = [await connect(ada), await connect(bob)];

    const shared = await send(adaClient, 'By the SDK');
    const more = await send(bobClient, 'A reply', {}, { contextId: shared.contextId });
    const asked = await send(adaClient, 'How many?', {
      skill: 'inquire',
      answer_schema: { type: 'integer' },
    });
    const answered = await send(bobClient, '7', { skill: 'answer', inquiry_id: asked.id });
    const got = await adaClient.getTask({ id: asked.id, historyLength: 1 });
    const abandoned = await send(adaClient, 'Never abandoned?', { skill: 'inquire' });
    const canceled = await adaClient.cancelTask({ id: abandoned.id });

    expect([shared, more, asked, answered].map(({ status }) => status.state)).toEqual([
      'completed',
      'completed',
      'working',
      'completed',
    ]);
    expect(got).toMatchObject({
      status: { state: 'completed' },
      history: [{ role: 'agent' }],
      artifacts: [{ name: 'answer' }],
    });
    expect(canceled.status.state).toBe('canceled');
    expect(faults).toEqual([]);
  });

  test('gets its response at once, blocking or not, with the requested length of history', async () => {
    faults = [];
    const client = await connect(ada);
    const shared = await send(client, 'One');
    const context = { contextId: shared.contextId };
    for (const text of ['Two', 'Three']) await send(client, text, {}, context);

    const blocking = await send(
      client,
      'Who?',
      { skill: 'inquire' },
      {},
      { blocking: true, historyLength: 0 },
    );
    const nonBlocking = await send(client, 'Who else?', { skill: 'inquire' }, {}, { blocking: false });
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
    faults = [];
    const [client, bobClient] = [await connect(ada), await connect(bob)];
    const done = await send(client, 'Done');
    const asked = await send(client, 'Mine?', { skill: 'inquire' });

    const results = await Promise.allSettled([
      client.getTask({ id: 'nonsense' }),
      client.cancelTask({ id: 'nonsense' }),
      client.cancelTask({ id: done.id }),
      bobClient.cancelTask({ id: asked.id }),
      send(client, 'x', { skill: 'dance' }),
    ]);

    const reasons = results.map((result) => (result as PromiseRejectedResult).reason);
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

describe('the A2A SDK 1.0 in compatibility mode', () => {
  const send = (client: Body, text: string, metadata = {}, more = {}, configuration?: object) =>
    client.sendMessage({
      tenant: '',
      configuration,
      metadata: {},
      message: {
        messageId: `compat-${++count}`,
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

  test('shares, inquires, answers, reads and cancels', async () => {
    faults = [];
    const [adaClient, bobClient] = [await connectV1(ada), await connectV1(bob)];

    const shared = await send(adaClient, 'By the newer SDK');
    const more = await send(bobClient, 'A reply', {}, { contextId: shared.contextId });
    const asked = await send(adaClient, 'How many?', { skill: 'inquire' });
    await send(bobClient, '7', { skill: 'answer', inquiry_id: asked.id });
    const got = await adaClient.getTask({ tenant: '', id: asked.id });
    const abandoned = await send(adaClient, 'Never abandoned?', { skill: 'inquire' });
    const canceled = await adaClient.cancelTask({ tenant: '', id: abandoned.id });

    expect(more.contextId).toBe(shared.contextId);
    expect(got.artifacts).toMatchObject([{ name: 'answer' }]);
    expect(canceled.id).toBe(abandoned.id);
    await expect(adaClient.getTask({ tenant: '', id: 'nonsense' })).rejects.toThrow(
      'There is no task nonsense',
    );
    expect(faults).toEqual([]);
  });

  test('gets its response at once, with the requested length of history', async () => {
    faults = [];
    const client = await connectV1(ada);
    const shared = await send(client, 'One');
    for (const text of ['Two', 'Three']) await send(client, text, {}, { contextId: shared.contextId });

    const configuration = { acceptedOutputModes: [], returnImmediately: false, historyLength: 0 };
    const blocking = await send(client, 'Who?', { skill: 'inquire' }, {}, configuration);
    const got = await Promise.all(
      [0, 1, 50].map((historyLength) => client.getTask({ tenant: '', id: shared.id, historyLength })),
    );

    expect([blocking.status.state, blocking.history]).toEqual([WORKING, []]);
    expect(got.map(({ history }) => history.length)).toEqual([0, 1, 3]);
    expect(faults).toEqual([]);
  });

  test('gets the errors of tasks that do not exist or cannot be canceled', async () => {
    faults = [];
    const [client, bobClient] = [await connectV1(ada), await connectV1(bob)];
    const done = await send(client, 'Done');
    const asked = await send(client, 'Mine?', { skill: 'inquire' });

    const results = await Promise.allSettled([
      client.cancelTask({ tenant: '', id: 'nonsense' }),
      client.cancelTask({ tenant: '', id: done.id }),
      bobClient.cancelTask({ tenant: '', id: asked.id }),
    ]);

    expect(results.map((result) => (result as PromiseRejectedResult).reason.name)).toEqual([
      'TaskNotFoundError',
      'TaskNotCancelableError',
      'TaskNotCancelableError',
    ]);
    expect(faults).toEqual([]);
  });
});

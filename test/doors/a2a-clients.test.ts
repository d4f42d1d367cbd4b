import { ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from '@a2a-js/sdk/client';
import {
  ClientFactory as ClientFactory1,
  DefaultAgentCardResolver as DefaultAgentCardResolver1,
  JsonRpcTransportFactory as JsonRpcTransportFactory1,
} from 'a2a-sdk-1/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../support/agent.ts';
import { openBoard, type TestBoard } from '../support/board.ts';
import type { Body } from '../support/http.ts';
import { openSchema } from '../support/json-schema.ts';

const validate = openSchema('a2a-0.3.0.schema.json');

const RESPONSES: Readonly<Record<string, string>> = {
  'message/send': 'SendMessageResponse',
  'tasks/get': 'GetTaskResponse',
  'tasks/cancel': 'CancelTaskResponse',
};

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
/** What was wrong with what was answered, by the published schema. */
let faults: string[];

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

const fetchAs = (agent: TestAgent) => async (url: RequestInfo | URL, init?: RequestInit) => {
  const request = new Request(url, init);
  for (const [name, value] of Object.entries(agent.headers)) request.headers.set(name, value);
  const asked = request.method === 'POST' ? await request.clone().json() : null;
  const response = await board.fetch(request);
  const told = await response.clone().json();
  faults.push(
    ...validate(asked ? (RESPONSES[asked.method as string] ?? 'JSONRPCResponse') : 'AgentCard', told),
  );
  return response;
};

/** The native client, which finds the door by the board’s card. */
async function connect(agent: TestAgent): Promise<Body> {
  const fetchImpl = fetchAs(agent);
  const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  });
  return factory.createFromUrl('http://board.test');
}

/** The client of A2A 1.0, which speaks 0.3 with who has no newer card. */
async function connect1(agent: TestAgent): Promise<Body> {
  const parts = { fetchImpl: fetchAs(agent), legacyCompat: { enabled: true } };
  const factory = new ClientFactory1({
    transports: [new JsonRpcTransportFactory1(parts)],
    cardResolver: new DefaultAgentCardResolver1(parts),
  });
  return factory.createFromUrl('http://board.test');
}

let count = 0;

describe('the A2A SDK 0.3', () => {
  const send = (client: Body, text: string, metadata = {}, more = {}) =>
    client.sendMessage({
      message: {
        kind: 'message',
        messageId: `native-${++count}`,
        role: 'user',
        parts: [{ kind: 'text', text }],
        metadata,
        ...more,
      },
    });

  test('shares, inquires, answers, reads and cancels', async () => {
    faults = [];
    const [hers, his] = [await connect(ada), await connect(bob)];

    const shared = await send(hers, 'By the SDK');
    const more = await send(his, 'A reply', {}, { contextId: shared.contextId });
    const asked = await send(hers, 'How many?', { skill: 'inquire', answer_schema: { type: 'integer' } });
    const answered = await send(his, '7', { skill: 'answer', inquiry_id: asked.id });
    const got = await hers.getTask({ id: asked.id, historyLength: 1 });
    const mind = await send(hers, 'Never mind?', { skill: 'inquire' });
    const canceled = await hers.cancelTask({ id: mind.id });

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

  test('is told what is wrong by the errors it knows', async () => {
    faults = [];
    const client = await connect(ada);
    const done = await send(client, 'Done');

    const told = await Promise.allSettled([
      client.getTask({ id: 'nonsense' }),
      client.cancelTask({ id: done.id }),
      send(client, 'x', { skill: 'dance' }),
    ]);

    expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(told.map((each) => (each as PromiseRejectedResult).reason.name)).toEqual([
      'TaskNotFoundError',
      'TaskNotCancelableError',
      'Error',
    ]);
    expect(faults).toEqual([]);
  });
});

describe('the A2A SDK 1, with what it has for older agents,', () => {
  const send = (client: Body, text: string, metadata = {}, more = {}) =>
    client.sendMessage({
      tenant: '',
      configuration: undefined,
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
    const [hers, his] = [await connect1(ada), await connect1(bob)];

    const shared = await send(hers, 'By the newer SDK');
    const more = await send(his, 'A reply', {}, { contextId: shared.contextId });
    const asked = await send(hers, 'How many?', { skill: 'inquire' });
    await send(his, '7', { skill: 'answer', inquiry_id: asked.id });
    const got = await hers.getTask({ tenant: '', id: asked.id });
    const mind = await send(hers, 'Never mind?', { skill: 'inquire' });
    const canceled = await hers.cancelTask({ tenant: '', id: mind.id });

    expect(more.contextId).toBe(shared.contextId);
    expect(got.artifacts).toMatchObject([{ name: 'answer' }]);
    expect(canceled.id).toBe(mind.id);
    await expect(hers.getTask({ tenant: '', id: 'nonsense' })).rejects.toThrow('There is no task nonsense');
    expect(faults).toEqual([]);
  });
});

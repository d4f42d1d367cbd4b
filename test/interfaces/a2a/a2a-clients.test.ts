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

const send = (client: Body, text: string, metadata = {}, { configuration = {}, ...more }: Body = {}) =>
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

describe('the A2A SDK 0.3', () => {
  test('shares, inquires, answers, reads and cancels', async () => {
    const [adaClient, bobClient] = [await clients.connect03(ada), await clients.connect03(bob)];

    const shared = await send(adaClient, 'By the SDK');
    const reply = await send(bobClient, 'A reply', {}, { contextId: shared.contextId });
    const asked = await send(adaClient, 'How many?', {
      skill: 'inquire',
      answer_schema: { type: 'integer' },
    });
    const answered = await send(bobClient, '7', { skill: 'answer', inquiry_id: asked.id });
    const got = await adaClient.getTask({ id: asked.id, historyLength: 1 });
    const abandoned = await send(adaClient, 'Never abandoned?', { skill: 'inquire' });
    const canceled = await adaClient.cancelTask({ id: abandoned.id });

    expect([shared, reply, asked, answered].map(({ status }) => status.state)).toEqual([
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
    expect(clients.faults).toEqual([]);
  });

  test('gets its response at once, blocking or not, with the requested length of history', async () => {
    const client = await clients.connect03(ada);
    const shared = await send(client, 'One');
    const context = { contextId: shared.contextId };
    for (const text of ['Two', 'Three']) await send(client, text, {}, context);

    const blocking = await send(
      client,
      'Who?',
      { skill: 'inquire' },
      { configuration: { blocking: true, historyLength: 0 } },
    );
    const nonBlocking = await send(
      client,
      'Who else?',
      { skill: 'inquire' },
      { configuration: { blocking: false } },
    );
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
    expect(clients.faults).toEqual([]);
  });

  test('throws an error class of the SDK for an error of A2A and an Error for another error, always with problem details', async () => {
    const [client, bobClient] = [await clients.connect03(ada), await clients.connect03(bob)];
    const done = await send(client, 'Done');
    const asked = await send(client, 'Mine?', { skill: 'inquire' });

    const reasons = await readReasons([
      client.getTask({ id: 'nonsense' }),
      client.cancelTask({ id: 'nonsense' }),
      client.cancelTask({ id: done.id }),
      bobClient.cancelTask({ id: asked.id }),
      send(client, 'x', { skill: 'dance' }),
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
    expect(clients.faults).toEqual([]);
  });
});

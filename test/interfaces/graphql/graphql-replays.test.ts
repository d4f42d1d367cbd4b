import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});

afterAll(() => board[Symbol.asyncDispose]());

/** A field `createThread` with further members of its input; `thread` is the selection of the thread. */
const createThread = (members: string, thread = 'id') =>
  `createThread(input: { channel: "general", subject: "x", body: "y", ${members} }) {
    thread { ${thread} } replayed clientMutationId
  }`;

const REPLAYED_HEADER = 'idempotency-replayed';

describe('the response to a mutation', () => {
  test('says in its payload and in a header whether the write is replayed', async () => {
    const query = `mutation { mine: ${createThread('idempotencyKey: "graphql-replay-1"')} }`;

    const [first, again] = [await ada.graphql(query), await ada.graphql(query)];

    const { mine } = first.body.data;
    expect(mine).toEqual({ thread: { id: expect.any(String) }, replayed: false, clientMutationId: null });
    expect(again.body.data).toEqual({ mine: { ...mine, replayed: true } });
    expect([first, again].map(({ headers }) => headers.get(REPLAYED_HEADER))).toEqual([null, 'true']);
  });

  test('has the header Idempotency-Replayed if any document of its batch is replayed', async () => {
    const documents = ['graphql-replay-first', 'graphql-replay-last'].map((key) => ({
      query: `mutation { ${createThread(`idempotencyKey: "${key}"`)} }`,
    }));
    await ada.graphql(documents[0]?.query ?? '');

    const { headers, body } = await ada.call('POST /graphql', { body: documents });

    expect(body.map(({ data }: Body) => data.createThread.replayed)).toEqual([true, false]);
    expect(headers.get(REPLAYED_HEADER)).toBe('true');
  });

  test('echoes clientMutationId, which is no idempotency key', async () => {
    const write = async (id: string, key = '') =>
      (await ada.graphql(`mutation { ${createThread(`clientMutationId: "${id}", ${key}`)} }`)).body.data
        .createThread;
    const key = 'idempotencyKey: "graphql-replay-2"';

    const [one, same, keyed, replay] = [
      await write('0'),
      await write('0'),
      await write('a b', key),
      await write('c', key),
    ];

    expect([one, same].map(({ clientMutationId, replayed }) => [clientMutationId, replayed])).toEqual([
      ['0', false],
      ['0', false],
    ]);
    expect(same.thread.id).not.toBe(one.thread.id);
    expect(replay).toEqual({ thread: keyed.thread, replayed: true, clientMutationId: 'c' });
  });

  test('has null for a write that fails, and the payloads of the other writes', async () => {
    await ada.call('POST /v1/channels/general/threads', {
      body: { subject: 'x', body: 'y' },
      headers: { 'Idempotency-Key': 'graphql-replay-4' },
    });

    const { headers, body } = await ada.graphql(`mutation {
      first: ${createThread('idempotencyKey: "graphql-replay-3"')}
      failed: closeInquiry(input: { inquiryId: "x" }) { inquiry { id } replayed }
      again: ${createThread('idempotencyKey: "graphql-replay-4"')}
    }`);

    const { first, failed, again } = body.data;
    expect([first.replayed, failed, again.replayed]).toEqual([false, null, true]);
    expect(body.errors).toMatchObject([{ path: ['failed'], extensions: { code: 'validation_failed' } }]);
    expect(headers.get(REPLAYED_HEADER)).toBe('true');
  });

  test('says that the write took place when a field of its record fails', async () => {
    const query = `mutation { ${createThread('idempotencyKey: "graphql-replay-5"', 'posts(first: 51) { nodes { id } }')} }`;

    const { body } = await ada.graphql(query);

    expect(body.data.createThread).toEqual({ thread: null, replayed: false, clientMutationId: null });
    expect(body.errors).toMatchObject([{ path: ['createThread', 'thread', 'posts'] }]);
  });

  test('says whether the write is replayed, also in a batch with a query', async () => {
    const query = `mutation { ${createThread('idempotencyKey: "graphql-replay-6"')} }`;
    const send = () => ada.call('POST /graphql', { body: [{ query }, { query: '{ me { id } }' }] });

    const [first, again] = [await send(), await send()];

    expect([first, again].map(({ body }) => body[0].data.createThread.replayed)).toEqual([false, true]);
    expect([first, again].map(({ headers }) => headers.get(REPLAYED_HEADER))).toEqual([null, 'true']);
  });
});

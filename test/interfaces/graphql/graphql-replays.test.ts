import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});

afterAll(() => board[Symbol.asyncDispose]());

const thread = (key: string) =>
  `createThread(input: { channel: "general", subject: "x", body: "y", clientMutationId: "${key}" }) { id }`;

const REPLAYED = 'idempotency-replayed';

describe('a GraphQL answer', () => {
  test('says that a write was made before, in a header and by its name', async () => {
    const query = `mutation { mine: ${thread('graphql-replay-1')} }`;

    const [first, again] = [await ada.graphql(query), await ada.graphql(query)];

    expect([first.headers.get(REPLAYED), first.body.extensions.replayed]).toEqual([null, undefined]);
    expect([again.headers.get(REPLAYED), again.body.extensions.replayed]).toEqual(['true', ['mine']]);
    expect(again.body.data).toEqual(first.body.data);
  });

  test('names those of its writes that were made before, and no others', async () => {
    await ada.call('POST /v1/channels/general/threads', {
      body: { subject: 'x', body: 'y' },
      headers: { 'Idempotency-Key': 'graphql-replay-2' },
    });

    const { headers, body } = await ada.graphql(
      `mutation { one: ${thread('graphql-replay-3')} two: ${thread('graphql-replay-2')} no: closeInquiry(input: { inquiryId: "x" }) { id } }`,
    );

    expect([headers.get(REPLAYED), body.extensions.replayed]).toEqual(['true', ['two']]);
    expect(body.errors).toHaveLength(1);
  });

  test('says it of each operation of a batch', async () => {
    const query = `mutation { ${thread('graphql-replay-4')} }`;

    const { headers, body } = await ada.call('POST /graphql', {
      body: [{ query }, { query: '{ me { id } }' }],
    });
    const again = await ada.call('POST /graphql', { body: [{ query }, { query: '{ me { id } }' }] });

    expect([headers.get(REPLAYED), body[0].extensions.replayed]).toEqual([null, undefined]);
    expect([
      again.headers.get(REPLAYED),
      again.body.map((one: { extensions: { replayed?: object } }) => one.extensions.replayed),
    ]).toEqual(['true', [['createThread'], undefined]]);
  });
});

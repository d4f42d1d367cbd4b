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

const createThread = (key: string) =>
  `createThread(input: { channel: "general", subject: "x", body: "y", clientMutationId: "${key}" }) { id }`;

const REPLAYED_HEADER = 'idempotency-replayed';

describe('a GraphQL response', () => {
  test('marks a replayed write by a header and by its alias', async () => {
    const query = `mutation { mine: ${createThread('graphql-replay-1')} }`;

    const [first, again] = [await ada.graphql(query), await ada.graphql(query)];

    expect([first.headers.get(REPLAYED_HEADER), first.body.extensions.replayed]).toEqual([null, undefined]);
    expect([again.headers.get(REPLAYED_HEADER), again.body.extensions.replayed]).toEqual(['true', ['mine']]);
    expect(again.body.data).toEqual(first.body.data);
  });

  test('lists only the replayed writes of its document', async () => {
    await ada.call('POST /v1/channels/general/threads', {
      body: { subject: 'x', body: 'y' },
      headers: { 'Idempotency-Key': 'graphql-replay-2' },
    });

    const { headers, body } = await ada.graphql(
      `mutation { created: ${createThread('graphql-replay-3')} replayed: ${createThread('graphql-replay-2')} failed: closeInquiry(input: { inquiryId: "x" }) { id } }`,
    );

    expect([headers.get(REPLAYED_HEADER), body.extensions.replayed]).toEqual(['true', ['replayed']]);
    expect(body.errors).toHaveLength(1);
  });

  test('lists the replayed writes of each operation of a batch', async () => {
    const query = `mutation { ${createThread('graphql-replay-4')} }`;

    const { headers, body } = await ada.call('POST /graphql', {
      body: [{ query }, { query: '{ me { id } }' }],
    });
    const again = await ada.call('POST /graphql', { body: [{ query }, { query: '{ me { id } }' }] });

    expect([headers.get(REPLAYED_HEADER), body[0].extensions.replayed]).toEqual([null, undefined]);
    expect([
      again.headers.get(REPLAYED_HEADER),
      again.body.map(({ extensions }: { extensions: { replayed?: object } }) => extensions.replayed),
    ]).toEqual(['true', [['createThread'], undefined]]);
  });
});

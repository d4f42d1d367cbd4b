// Objects by their ids, as clients such as Relay refetch them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { finders } from '../../../schema/graphql/node.ts';
import { schema } from '../../../schema/index.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { recordStatements } from '../../support/database/record-statements.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { UNKNOWN_ID } from '../../support/records/ids.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
let thread: string;
let post: string;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
  ({ thread_id: thread } = await ada.openThread());
  ({ post_id: post } = await ada.post(thread, 'found'));
});

afterAll(() => board[Symbol.asyncDispose]());

const QUERY = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Post { body } } }';

const readNodes = async (ids: readonly string[], caller: Pick<TestAgent, 'graphql'> = ada): Promise<Body[]> =>
  (await caller.graphql(QUERY, { ids })).body.data.nodes;

describe('nodes', () => {
  test('are in the order of the requested ids, with null for each id that does not exist', async () => {
    const channel = (await ada.graphql('{ channel(slug: "general") { id } }')).body.data.channel.id;

    const nodes = await readNodes([post, UNKNOWN_ID, ada.id, thread.toUpperCase(), channel, post]);

    expect(nodes).toEqual([
      { __typename: 'Post', id: post, body: 'found' },
      null,
      { __typename: 'Agent', id: ada.id },
      { __typename: 'Thread', id: thread },
      { __typename: 'Channel', id: channel },
      { __typename: 'Post', id: post, body: 'found' },
    ]);
  });

  test('are null for records that the caller may not see', async () => {
    const { post_id: hidden } = await ada.post(thread);
    await board.database.rows(sql`
      update posts set hidden_at = created_at, hidden_reason = 'spam' where id = ${hidden}::uuid`);

    expect(await readNodes([hidden, post], bob)).toEqual([null, expect.objectContaining({ id: post })]);
    expect(await readNodes([hidden])).toEqual([expect.objectContaining({ id: hidden })]);
  });

  test('include the changes that the feed lists', async () => {
    const inquiry = await createInquiry(ada);
    await updateInquiry(bob, inquiry, 'answer', { body: 'So' });
    const feed = '{ feed(filter: { types: [change] }) { nodes { id } } }';
    const [change] = (await ada.graphql(feed)).body.data.feed.nodes;

    expect(await readNodes([change.id])).toEqual([{ __typename: 'Change', id: change.id }]);
  });

  test('take as many statements for a hundred ids as for one', async () => {
    const ids = [
      post,
      ...Array.from({ length: 99 }, (_, i) => UNKNOWN_ID.replace(/..$/, String(i + 100).slice(1))),
    ];
    const count = async (read: readonly string[]) =>
      (await recordStatements(board.database, () => readNodes(read))).sent.filter(({ text }) =>
        text.includes('where id = any('),
      ).length;

    const countForOne = await count([post]);

    expect(countForOne).toBeGreaterThan(0);
    expect(await count(ids)).toBe(countForOne);
  });

  test.each([[0], [101]])('are refused for %i ids', async (count) => {
    const { body } = await ada.graphql(QUERY, { ids: Array.from({ length: count }, () => post) });

    expect(body.data).toBeNull();
    expect(body.errors[0].extensions.code).toBe('validation_failed');
  });

  test('can have every type that implements Node', () => {
    const types = schema.getPossibleTypes(schema.getType('Node') as never).map(({ name }) => name);

    expect(types.toSorted()).toEqual(Object.keys(finders).toSorted());
  });
});

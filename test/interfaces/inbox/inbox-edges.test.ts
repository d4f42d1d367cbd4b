// The inbox and histories of packets as connections: the cursors of their items.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { create } from '../../support/records/create.ts';
import { readInboxPage } from '../../support/records/inbox.ts';
import { callWorkOrThrow, createWork } from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
beforeAll(async () => {
  board = await openBoard();
});
afterAll(() => board[Symbol.asyncDispose]());
/** New agents for each test, because all items of an inbox are compared. */
let pairCount = 0;
beforeEach(async () => {
  pairCount += 1;
  [ada, bob] = [await board.join(`ada-${pairCount}`), await board.join(`bob-${pairCount}`)];
});

interface Edge {
  readonly cursor: string;
  readonly node: { readonly id: string };
}

/** Reads a page: its cursors and `pageInfo`, and its ids by `edges` and by `nodes`. */
async function read(field: string, args: string) {
  const { body } = await ada.graphql(`{
    page: ${field}(${args}) {
      edges { cursor node { id } } nodes { id } pageInfo { startCursor endCursor hasNextPage hasPreviousPage }
    }
  }`);
  expect(body.errors).toBeUndefined();
  const { edges, nodes, pageInfo } = body.data.page;
  return {
    pageInfo,
    cursors: (edges as Edge[]).map(({ cursor }) => cursor),
    ids: (edges as Edge[]).map(({ node }) => node.id),
    nodes: (nodes as Edge['node'][]).map(({ id }) => id),
  };
}

/** Creates a packet of ada with three scopes, which bob claims one after the other. */
async function createClaimedWork(): Promise<string> {
  const scopes = ['one', 'two', 'three'];
  const { work_id } = await createWork(ada, { scopes });
  for (const scope of scopes) {
    board.clock.advance({ seconds: 1 });
    await callWorkOrThrow(bob, 'claim', { work_id, scope });
  }
  return work_id;
}

describe('the inbox', () => {
  test('can be resumed after any of its items, and at its end', async () => {
    await createClaimedWork();
    // After two minutes no record with the time of these items can still be committed, so `endCursor` moves past the last item.
    // The cursors of the items before the last one must not move past it.
    board.clock.advance({ minutes: 2 });

    const page = await read('inbox', 'first: 3, filter: { kinds: work_claimed }');
    const rests = await Promise.all(page.cursors.map((after) => read('inbox', `after: "${after}"`)));

    expect(page.nodes).toEqual(page.ids);
    expect(rests.map(({ ids }) => ids)).toEqual([page.ids.slice(1), page.ids.slice(2), []]);
    expect(page.pageInfo).toEqual({
      startCursor: page.cursors[0],
      endCursor: page.cursors[2],
      hasNextPage: false,
      hasPreviousPage: false,
    });
    expect(rests[2]?.pageInfo).toEqual({
      startCursor: null,
      endCursor: expect.any(String) as string,
      hasNextPage: false,
      hasPreviousPage: true,
    });
  });

  test('is acknowledged up to an item by the cursor of that item', async () => {
    await createClaimedWork();
    const { ids, cursors } = await read('inbox', 'first: 3');

    const { body } = await ada.graphql(
      `mutation ($cursor: String!) { ackInbox(input: { cursor: $cursor }) {
        inboxState { unreadByKind { kind count } inbox { nodes { id } } } } }`,
      { cursor: cursors[1] },
    );

    expect(body.data.ackInbox.inboxState).toEqual({
      unreadByKind: [{ kind: 'work_claimed', count: 1 }],
      inbox: { nodes: [{ id: ids[2] }] },
    });
    expect((await read('inbox', 'first: 50')).ids).toEqual([ids[2]]);
  });

  describe('with an item that is committed after a later item was acknowledged', () => {
    const acknowledge = (agent: TestAgent, cursor: string) =>
      create(agent, '/v1/agents/me/inbox/ack', { cursor });

    /** Reads and acknowledges a page before and a page after the late item is committed. Returns the texts and cursor of each. */
    async function readBeforeAndAfter(reader: TestAgent) {
      const readPage = async () => {
        const { items, next_cursor: cursor } = await readInboxPage(reader, '');
        await acknowledge(reader, cursor);
        return { cursor, texts: items.map(({ excerpt }: { excerpt: string }) => excerpt) };
      };
      const before = await board.database.transaction(async (slow) => {
        await slow.rows(sql`
          insert into facts (id, statement, created_by, via, created_at)
          values (${randomUUID()}::uuid, ${`Late, @${reader.handle}`}, ${ada.handle}, 'rest', ${board.clock.now()})`);
        board.clock.advance({ seconds: 1 });
        await bob.openThread(`Early, @${reader.handle}`);
        return readPage();
      });
      return { before, after: await readPage() };
    }

    test('can be acknowledged again up to the same item', async () => {
      const carl = await board.join('carl');

      const { before, after } = await readBeforeAndAfter(carl);
      const { items: rest } = await readInboxPage(carl, '');

      expect([before.texts, after.texts, rest]).toEqual([['Early, @carl'], ['Late, @carl'], []]);
    });

    test('keeps the later acknowledgement when the earlier one arrives again', async () => {
      const dora = await board.join('dora');
      const { before, after } = await readBeforeAndAfter(dora);

      const { unread } = await acknowledge(dora, before.cursor);

      expect([before.texts, after.texts, unread]).toEqual([['Early, @dora'], ['Late, @dora'], 0]);
    });
  });
});

test('a history can be resumed after any of its events, and at its end', async () => {
  const id = await createClaimedWork();

  const page = await read('workHistory', `workId: "${id}", first: 4`);
  const rests = await Promise.all(
    page.cursors.map((after) => read('workHistory', `workId: "${id}", after: "${after}"`)),
  );

  expect([page.cursors, page.nodes]).toEqual([page.ids, page.ids]);
  expect(rests.map(({ ids }) => ids)).toEqual([1, 2, 3, 4].map((count) => page.ids.slice(count)));
  expect(rests[3]?.pageInfo).toMatchObject({ endCursor: page.cursors[3], hasNextPage: false });
});

test('a cursor that looks like an operator token is not refused as a secret', async () => {
  const { status, body } = await ada.call('POST /v1/agents/me/inbox/ack', {
    body: { cursor: `sba_${'x'.repeat(40)}` },
  });

  expect([status, body.code]).toEqual([422, 'invalid_cursor']);
});

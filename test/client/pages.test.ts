import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Board, FactItem } from '../../client/index.ts';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import { createBoardClient } from '../support/client/board-client.ts';

let board: TestBoard;
let ada: Board;
let threadId: string;
const statements = ['fact 1', 'fact 2', 'fact 3', 'fact 4', 'fact 5'];

beforeAll(async () => {
  board = await openBoard();
  ada = await openClient('ada');
  for (const statement of statements) {
    board.clock.advance({ seconds: 1 });
    await ada.createFact({ statement, tags: ['paged'] });
  }
  threadId = (await ada.createThread({ channel: 'general', subject: 'Many posts' })).thread.id;
  for (const body of ['one', 'two', 'three']) await ada.createPost({ threadId, body });
});
afterAll(() => board[Symbol.asyncDispose]());

/** A client of a new agent. */
const openClient = async (handle: string): Promise<Board> =>
  createBoardClient(board, { key: (await board.join(handle)).key });

const PAGED = { tags: ['paged'] };

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('a list', () => {
  test('resolves to its first page', async () => {
    const page = await ada.facts({ filter: PAGED, first: 2 });

    expect(page.nodes.map(({ statement }) => statement)).toEqual(['fact 5', 'fact 4']);
    expect(page.pageInfo.hasNextPage).toBe(true);
  });

  test('is iterated over to its end', async () => {
    const facts: FactItem[] = await collect(
      ada.facts({ filter: PAGED, first: 2, orderBy: { field: 'CREATED', direction: 'ASC' } }),
    );

    expect(facts.map(({ statement }) => statement)).toEqual(statements);
  });

  test('can be iterated over page by page', async () => {
    const pages = await collect(ada.facts({ filter: PAGED, first: 2 }).pages());

    expect(pages.map(({ nodes }) => nodes.length)).toEqual([2, 2, 1]);
  });

  test('is read from its end with `last`, page by page', async () => {
    const pages = await collect(ada.facts({ filter: PAGED, last: 3 }).pages());

    expect(pages.map(({ nodes }) => nodes.map(({ statement }) => statement))).toEqual([
      ['fact 3', 'fact 2', 'fact 1'],
      ['fact 5', 'fact 4'],
    ]);
  });

  test('sends nothing before it is used, and one request if it is awaited twice', async () => {
    let sent = 0;
    const counting = createBoardClient(board, { onRequest: () => (sent += 1) });

    const list = counting.threads({ first: 1 });
    expect(sent).toBe(0);
    await Promise.all([list, list]);

    expect(sent).toBe(1);
  });

  test.each([
    ['search hits', () => ada.search({ q: 'fact', first: 2 })],
    ['feed items', () => ada.feed({ first: 2, since: '2020-01-01T00:00:00Z', filter: { types: ['fact'] } })],
    [
      'feed items with a wait of 0',
      () => ada.feed({ first: 2, wait: 0, since: '2020-01-01T00:00:00Z', filter: { types: ['fact'] } }),
    ],
    ['recent records', () => ada.recent({ first: 2, filter: { types: ['fact'] } })],
  ] as const)('of %s is read to its end', async (_, list) => {
    const items = await collect<{ readonly excerpt?: string | undefined }>(list());

    expect(items.map(({ excerpt }) => excerpt).sort()).toEqual(statements);
  });

  test('of inbox items or work events is read to its end; acknowledging the last cursor leaves nothing unread', async () => {
    const [cara, bert] = [await openClient('cara'), await openClient('bert')];
    const { workPacket } = await cara.createWork({
      channel: 'general',
      title: 'Weave',
      statement: 'Weave cloth.',
      acceptance: [{ text: 'It is cloth' }],
      scopes: ['one', 'two', 'three'].map((name) => ({ name })),
    });
    for (const scope of ['one', 'two', 'three']) await bert.claimWork({ workId: workPacket.id, scope });

    const inbox = await collect(cara.inbox({ first: 2 }));
    const events = await collect(cara.workHistory({ workId: workPacket.id, first: 3 }));

    expect(inbox.map(({ actor }) => actor)).toEqual(['bert', 'bert', 'bert']);
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    const { endCursor } = (await cara.inbox()).pageInfo;
    await cara.ackInbox({ cursor: endCursor ?? '' });
    expect((await cara.inbox()).unread).toBe(0);
  });

  test('inside a record is read by `pages` with a document', async () => {
    const document = `query ($id: ID!, $after: String) {
      thread(id: $id) { posts(first: 2, after: $after) { nodes { body } pageInfo { hasNextPage endCursor } } }
    }`;
    interface Result {
      readonly thread: { readonly posts: { nodes: readonly { readonly body: string }[]; pageInfo: object } };
    }

    const posts = ada.pages(document, { id: threadId }, ({ thread }: Result) => thread.posts);

    expect((await collect(posts)).map(({ body }) => body)).toEqual(['one', 'two', 'three']);
  });
});

describe('a list that waits', () => {
  test('yields a record that is created while it waits', async () => {
    const { thread } = await ada.createThread({ channel: 'general', subject: 'News' });
    board.clock.advance({ seconds: 1 });
    const stop = new AbortController();
    const feed = ada.feed({ since: 'now', wait: 20, filter: { types: ['post'] } }, { signal: stop.signal });
    const items = feed[Symbol.asyncIterator]();

    const next = items.next();
    await expect.poll(() => board.app.live.size, { interval: 2 }).toBe(1);
    board.clock.advance({ seconds: 1 });
    const { post } = await ada.createPost({ threadId: thread.id, body: 'news' });

    expect((await next).value).toMatchObject({ __typename: 'Post', id: post.id, excerpt: 'news' });
    stop.abort();
  });
});

describe('receive', () => {
  test('acknowledges a page only when the item after it is requested', async () => {
    const [dora, bob] = [await openClient('dora'), await openClient('bob')];
    const { inquiry } = await dora.createInquiry({ channel: 'inquire', question: 'Who answers?' });
    for (const body of ['first', 'second']) {
      board.clock.advance({ seconds: 1 });
      await bob.answerInquiry({ inquiryId: inquiry.id, body });
    }

    const interrupted = dora.receive({ wait: 0 });
    const { value } = await interrupted.next();
    await interrupted.return();
    const stop = new AbortController();
    const again = dora.receive({ wait: 0, signal: stop.signal });

    expect(value).toMatchObject({ kind: 'answer', actor: 'bob', excerpt: 'first' });
    expect((await again.next()).value).toEqual(value);
    expect((await again.next()).value).toMatchObject({ excerpt: 'second' });
    expect((await dora.inbox()).unread).toBe(2);
    const third = again.next();
    await expect.poll(async () => (await dora.inbox()).unread, { interval: 2 }).toBe(0);
    stop.abort();
    await expect(third).rejects.toThrow('aborted');
  });
});

// Reading the activities under keys: pages that one statement reads together, and the kinds of items.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { SessionContext } from '../../../schema/context.ts';
import { createLoaders } from '../../../schema/data/loaders.ts';
import type { InboxRow } from '../../../schema/inbox/items.ts';
import { type InboxKey, keysWith, loadInboxKeys } from '../../../schema/inbox/keys.ts';
import { type InboxRequest, withReasons } from '../../../schema/inbox/ranges.ts';
import { readRows } from '../../../schema/inbox/read-inbox.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { recordStatements } from '../../support/database/record-statements.ts';
import { readInboxPage } from '../../support/records/inbox.ts';

let board: TestBoard;
let ctx: SessionContext;
let ada: TestAgent;
let bob: TestAgent;
let thread: string;
beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  bob = await board.join('bob');
  thread = (await bob.openThread('a thread', 'general', 'first')).thread_id;
  ctx = {
    ...{ database: board.database, clock: board.clock, loaders: createLoaders(board.database).complete },
    ...{ viewer: { kind: 'agent', agent: { handle: 'ada' } }, queueKey: 'ada' },
  } as unknown as SessionContext;
  await board.database.rows(sql`
    insert into watches (id, handle, key, created_at)
    select gen_random_uuid(), 'ada', key, ${board.clock.now()}
    from unnest(${[`thread:${thread}`, ...Array.from({ length: 9 }, (_, i) => `tag:${i}`)]}::text[]) key`);
});
afterAll(() => board[Symbol.asyncDispose]());
beforeEach(() => {
  board.clock.advance({ hours: 1 });
});

/** Reads the items since the current time of the board. Returns the kind of each, and the prefix of its watch's key or null. */
async function readKinds(keys: readonly InboxKey[], request: Partial<InboxRequest> = {}) {
  const since = board.clock.now();
  const { rows } = await readRows(ctx, keys, { since, checkpoints: [], kinds: null, limit: 10, ...request });
  return rows.map(({ kind, watch }) => [kind, watch?.key.split(':')[0] ?? null]);
}

test('one statement reads the pages of requests that have waited and have at most ten keys', async () => {
  const keys = await loadInboxKeys(ctx, 'ada');
  const posts = Array.from({ length: 3 }, () => ['post', 'thread']);
  await Promise.all(posts.map(() => bob.post(thread)));

  const { sent, value } = await recordStatements(board.database, () =>
    Promise.all([
      readKinds(keys.slice(0, 10), { isRepeated: true }),
      readKinds(keys, { isRepeated: true }),
      readKinds(keys.slice(0, 2), { isRepeated: true, limit: 1 }),
      readKinds(keys.slice(0, 3)),
    ]),
  );

  expect(keys).toHaveLength(11);
  expect(value).toEqual([posts, posts, posts.slice(0, 1), posts]);
  // The first argument has the numbers of the requests.
  const pages = sent.filter(({ text }) => text.includes('from activity_keys'));
  expect(pages.map(({ values }) => values[0]).toSorted()).toEqual([[0], [0], [0, 1]]);
});

test('an item has the same kind in the whole inbox, in a read under some keys, and in a read of some kinds', async () => {
  const all = await loadInboxKeys(ctx, 'ada');
  const watched = all.slice(1);
  await bob.post(thread);
  board.clock.advance({ seconds: 1 });
  await bob.post(thread, 'for @ada');
  board.clock.advance({ seconds: -1 });
  const [post, mention] = [
    ['post', 'thread'],
    ['mention', null],
  ];

  expect(all[0]?.key).toBe('agent:ada');
  expect([await readKinds(all), await readKinds(watched)]).toEqual(Array(2).fill([post, mention]));
  expect([
    await readKinds(watched, { kinds: ['mention'] }),
    await readKinds(watched, { kinds: ['post'] }),
    await readKinds(all, { kinds: ['post'] }),
    await readKinds(watched.slice(1)),
  ]).toEqual([[mention], [post], [post], []]);
});

test('items of the requested kinds are found even after enough items of other kinds to fill a page', async () => {
  const keys = await loadInboxKeys(ctx, 'ada');
  await bob.post(thread);
  board.clock.advance({ seconds: 1 });
  await bob.openThread('For @ada');
  board.clock.advance({ seconds: -1 });

  const { sent, value } = await recordStatements(board.database, () =>
    readKinds(keys, { kinds: ['mention'], limit: 1 }),
  );

  expect(value).toEqual([['mention', null]]);
  // No watch causes a mention: the watches of the items are not read.
  expect(sent.filter(({ text }) => text.includes('from activity_keys'))).toHaveLength(1);
});

test('an item that no longer lies under a key keeps its kind and has no watch', async () => {
  const keys = await loadInboxKeys(ctx, 'ada');
  const item = { id: randomUUID(), kind: 'post', at: board.clock.now() } as unknown as InboxRow;

  expect(await withReasons(ctx, keys, [item])).toEqual([{ ...item, watch: null }]);
});

test('`keysWith` returns the keys that can have items of some kinds', async () => {
  const keys = await loadInboxKeys(ctx, 'ada');
  const [own, watched, ...tags] = keys;

  expect(keysWith(null, keys)).toEqual(keys);
  expect(keysWith(['mention'], keys)).toEqual([own]);
  expect(keysWith(['post'], keys)).toEqual([own, watched]);
  expect(keysWith(['watch'], keys)).toEqual(tags);
  expect(keysWith(['mention', 'watch'], keys)).toEqual([own, ...tags]);
});

test('one statement reads the first page and the number of unread items; another page and the number take two', async () => {
  const countReads = async (query: string) => {
    const { sent } = await recordStatements(board.database, () =>
      ada.call(`GET /v1/agents/me/inbox?${query}`),
    );
    return sent.filter(({ text }) => text.includes('from activity_keys')).length;
  };

  expect([await countReads(''), await countReads('since=now')]).toEqual([1, 2]);
});

test('activities of the reader are no items', async () => {
  const keys = await loadInboxKeys(ctx, 'ada');
  await ada.post(thread);
  board.clock.advance({ seconds: 1 });
  await bob.openThread('For @ada');
  board.clock.advance({ seconds: -1 });

  expect(await readKinds(keys)).toEqual([['mention', null]]);
});

test('a cursor can be sent with the kinds of its page again, in any order', async () => {
  const page = await readInboxPage(ada, 'kind=mention,reply&since=now');

  const again = await readInboxPage(ada, `kind=reply,mention&cursor=${page.next_cursor}`);

  expect(again).toMatchObject({ items: [], next_cursor: expect.any(String) as string });
});

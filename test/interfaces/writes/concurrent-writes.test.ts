// Concurrent writes share a transaction. Each has the same response as a write that runs alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import type { Reply } from '../../support/board/http.ts';
import { UNKNOWN_ID } from '../../support/records/ids.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0' });
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

const openThreads = (count: number) =>
  Promise.all(Array.from({ length: count }, async (_, i) => (await ada.openThread(`thread ${i}`)).thread_id));

const post = (agent: TestAgent, threadId: string, body: object, key?: string): Promise<Reply> =>
  agent.call(`POST /v1/threads/${threadId}/posts`, {
    body,
    headers: key === undefined ? {} : { 'Idempotency-Key': key },
  });

const readPosts = async (threadId: string) =>
  (await ada.call(`GET /v1/threads/${threadId}/posts`)).body as Record<'seq' | 'body' | 'post_id', unknown>[];

const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status);

test('concurrent posts are numbered without gaps in each thread, and each response has the post of its request', async () => {
  const threads = await openThreads(3);

  const replies = await Promise.all(
    Array.from({ length: 45 }, (_, i) =>
      post(i % 2 ? ada : bob, threads[i % 3] ?? '', { body: `post ${i}` }),
    ),
  );

  expect(statuses(replies)).toEqual(Array(45).fill(201));
  expect(replies.map(({ body }) => [body.body, body.thread_id, body.created_by])).toEqual(
    replies.map((_, i) => [`post ${i}`, threads[i % 3], i % 2 ? 'ada' : 'bob']),
  );
  for (const thread of threads) {
    const posts = await readPosts(thread);
    expect(posts.map(({ seq }) => seq)).toEqual(Array.from({ length: 15 }, (_, i) => i + 1));
    expect((await ada.call(`GET /v1/threads/${thread}`)).body.post_count).toBe(15);
  }
});

test('concurrent first posts of several threads are number one each', async () => {
  const threads = await openThreads(5);

  const replies = await Promise.all(threads.map((thread, i) => post(ada, thread, { body: `post ${i}` })));

  expect(replies.map(({ body }) => [body.thread_id, body.seq])).toEqual(threads.map((thread) => [thread, 1]));
});

test('each refused write has the error of its fault, and the concurrent writes succeed', async () => {
  const [open = '', locked = '', other = ''] = await openThreads(3);
  await createOperatorClient(board).moderate('threads', locked, 'lock');
  const elsewhere = await bob.post(other);

  const replies = await Promise.all([
    post(ada, open, { body: 'first' }),
    post(ada, locked, { body: 'too late' }),
    post(ada, UNKNOWN_ID, { body: 'to no thread' }),
    post(bob, open, { body: 'a reply', reply_to: elsewhere.post_id }),
    post(bob, open, { body: 'second' }),
    ada.call('POST /v1/facts', { body: { statement: 'no evidence', evidence_post_id: UNKNOWN_ID } }),
    ada.call('POST /v1/facts', { body: { statement: 'it holds', tags: ['one', '{two}, "3"', '\\'] } }),
    ada.call('POST /v1/channels/nowhere/threads', { body: { subject: 'lost' } }),
    ada.call('POST /v1/channels/general/threads', { body: { subject: 'found', body: 'here' } }),
  ]);

  expect(statuses(replies)).toEqual([201, 409, 404, 422, 201, 422, 201, 404, 201]);
  expect(replies[1].body.current_state).toBe('locked');
  expect(replies[3].body.errors[0].loc).toEqual(['body', 'reply_to']);
  expect(replies[5].body.errors[0].loc).toEqual(['body', 'evidence_post_id']);
  expect(replies[6].body.tags).toEqual(['one', '{two}, "3"', '\\']);
  expect((await readPosts(open)).map(({ seq }) => seq)).toEqual([1, 2]);
  expect((await readPosts(locked)).length).toBe(0);
});

test('writes with used idempotency keys are replayed while concurrent writes with new keys run', async () => {
  const [thread = ''] = await openThreads(1);
  const first = await Promise.all([1, 2, 3].map((i) => post(ada, thread, { body: `${i}` }, `old-key-${i}`)));

  const replies = await Promise.all(
    [1, 2, 3].flatMap((i) => [
      post(ada, thread, { body: `${i}` }, `old-key-${i}`),
      post(ada, thread, { body: `${i + 3}` }, `new-key-${i}`),
      post(bob, thread, { body: `${i + 6}` }, `old-key-${i}`),
    ]),
  );
  const retries = await Promise.all(
    [1, 2, 3].map((i) => post(ada, thread, { body: `${i + 3}` }, `new-key-${i}`)),
  );

  expect(statuses(replies)).toEqual(Array(9).fill(201));
  expect([0, 3, 6].map((i) => replies[i]?.body)).toEqual(first.map(({ body }) => body as unknown));
  expect(replies.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual(
    replies.map((_, i) => (i % 3 === 0 ? 'true' : null)),
  );
  expect(retries.map(({ body }) => body as unknown)).toEqual(
    [1, 4, 7].map((i) => replies[i]?.body as unknown),
  );
  expect((await readPosts(thread)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('concurrent requests with one idempotency key create one post, and do not block other keys', async () => {
  const [thread = ''] = await openThreads(1);

  const same = Array.from({ length: 8 }, () => post(ada, thread, { body: 'same' }, 'same-key-0001'));
  const others = Array.from({ length: 8 }, (_, i) => post(ada, thread, { body: `${i}` }, `other-key-${i}`));
  const replies = [await Promise.all(same), await Promise.all(others)];

  const bodies = (await readPosts(thread)).map(({ body }) => body);
  expect(bodies.toSorted()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', 'same']);
  expect(new Set(statuses(replies[0] ?? []))).toSatisfy((set: Set<number>) =>
    set.isSubsetOf(new Set([201, 409])),
  );
  expect(statuses(replies[1] ?? [])).toEqual(Array(8).fill(201));
});

test('an idempotency key with other input is refused, and a concurrent write succeeds', async () => {
  const [thread = ''] = await openThreads(1);
  await post(ada, thread, { body: 'once' }, 'reused-key-1');

  const [reused, created] = await Promise.all([
    post(ada, thread, { body: 'twice' }, 'reused-key-1'),
    post(bob, thread, { body: 'concurrent' }),
  ]);

  expect([reused.status, reused.body.code, created.status]).toEqual([422, 'idempotency_key_reused', 201]);
});

test('one of several concurrent corrections of a fact succeeds, and the refusals name it as the head', async () => {
  const fact = (await ada.call('POST /v1/facts', { body: { statement: 'the sea is dry' } })).body.fact_id;

  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      bob.call('POST /v1/facts', { body: { statement: `the sea is wet ${i}`, supersede_id: fact } }),
    ),
  );

  const created = replies.filter(({ status }) => status === 201);
  const refused = replies.filter(({ status }) => status === 409);
  expect([created.length, refused.length]).toEqual([1, 9]);
  expect(new Set(refused.map(({ body }) => body.head_id))).toEqual(new Set([created[0]?.body.fact_id]));
});

test('records of concurrent writes are in the feed and in search, each once', async () => {
  board.clock.advance({ minutes: 1 });
  const since = board.clock.now().toISOString();
  const replies = await Promise.all([
    ...Array.from({ length: 6 }, (_, i) =>
      ada.call('POST /v1/facts', { body: { statement: `xylophones number ${i}` } }),
    ),
    ...Array.from({ length: 6 }, (_, i) => ada.openThread(`xylophones in thread ${i}`)),
  ]);

  const items = (await ada.call(`GET /v1/feed?since=${since}`)).body.items;
  const found = (await ada.call('GET /v1/search?q=xylophones&limit=50')).body;

  for (const list of [items, found.items] as { id: string }[][]) {
    expect(list).toHaveLength(replies.length);
    expect(new Set(list.map(({ id }) => id)).size).toBe(replies.length);
  }
});

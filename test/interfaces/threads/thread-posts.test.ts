import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

/** Opens a thread with five posts. Returns the ids of the thread and of its posts. */
async function openThread() {
  const { thread_id: thread } = await ada.openThread();
  for (let seq = 1; seq <= 5; seq++) await ada.post(thread);
  const { body } = await ada.call(`GET /v1/threads/${thread}/posts`);
  return { thread, posts: (body as { post_id: string }[]).map(({ post_id: id }) => id) };
}

test('the latest posts of a thread are its last ones, oldest first', async () => {
  const { thread } = await openThread();

  const { body } = await bob.graphql(
    `{ thread(id: "${thread}") { two: latestPosts(first: 2) { seq } all: latestPosts { seq } } }`,
  );

  expect(body.data.thread).toEqual({
    two: [{ seq: 4 }, { seq: 5 }],
    all: [1, 2, 3, 4, 5].map((seq) => ({ seq })),
  });
});

test('a thread whose first post is hidden has no first post, except for the author of the post', async () => {
  const { thread, posts } = await openThread();
  await createOperatorClient(board).moderate('posts', posts[0] ?? '', 'hide');

  const query = `{ thread(id: "${thread}") { firstPostId firstPost { id } } }`;
  const [forBob, forAda] = [await bob.graphql(query), await ada.graphql(query)];

  expect(forBob.body.data.thread).toEqual({ firstPostId: null, firstPost: null });
  expect(forAda.body.data.thread).toEqual({ firstPostId: posts[0], firstPost: { id: posts[0] } });
});

test('a thread has the time of its last post', async () => {
  const { thread } = await openThread();
  board.clock.advance({ hours: 1 });
  await bob.post(thread);

  const { body } = await ada.call(`GET /v1/threads/${thread}`);
  expect(body.last_post_at).toBe(board.clock.now().toISOString());
});

test('twenty concurrent posts to a thread get the numbers one to twenty', async () => {
  const { thread_id: threadId } = await ada.openThread();

  const posts = await Promise.all(Array.from({ length: 20 }, (_, i) => ada.post(threadId, `post ${i}`)));
  const listed = [];
  let next: string | null = `/v1/threads/${threadId}/posts?limit=7`;
  while (next) {
    const page = await ada.call(`GET ${next}`);
    listed.push(...page.body.map(({ seq }: { seq: number }) => seq));
    next = /<(.*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? null;
  }

  const numbers = Array.from({ length: 20 }, (_, i) => i + 1);
  expect(posts.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(numbers);
  expect(listed).toEqual(numbers);
});

test('a filter of posts with an empty list of authors leaves out no author', async () => {
  await ada.post((await ada.openThread()).thread_id);

  const { body } = await ada.graphql(`{
    posts(filter: { channels: "general", authors: [] }) { totalCount }
    all: posts(filter: { channels: "general" }) { totalCount }
  }`);

  expect(body.data.all.totalCount).toBeGreaterThan(0);
  expect(body.data.posts).toEqual(body.data.all);
});

test('a media type is an enum value over GraphQL, and the media type itself over REST', async () => {
  const thread = await ada.openThread();
  const { body } = await ada.graphql(
    `mutation ($id: ID!) { createPost(input: { threadId: $id, body: "*", contentType: text_markdown }) { post { id contentType } } }`,
    { id: thread.thread_id },
  );
  const { id, contentType } = body.data.createPost.post;
  const read = await ada.call(`GET /v1/threads/${thread.thread_id}/posts?limit=50`);

  expect(contentType).toBe('text_markdown');
  expect(read.body.find((post: { id: string }) => post.id === id)).toMatchObject({
    content_type: 'text/markdown',
  });
});

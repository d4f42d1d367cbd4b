import { expect, test } from 'vitest';
import { openBoard } from '../../support/board/board.ts';

test('an agent joins, opens a thread, posts, and reads the post over REST and over GraphQL', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');

  const { thread_id: threadId } = await ada.openThread('Engines');
  await ada.post(threadId, 'It can do whatever we know how to order it to perform.');

  const rest = await ada.call(`GET /v1/threads/${threadId}/posts`);
  const graphql = await ada.graphql(`{ thread(id: "${threadId}") { posts { nodes { body createdBy } } } }`);
  expect(rest.body).toMatchObject([{ seq: 1, created_by: 'ada', via: 'rest' }]);
  expect(graphql.body.data.thread.posts.nodes).toEqual([{ body: rest.body[0].body, createdBy: 'ada' }]);
});

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

test('a registration and a new webhook name the calls to make next', async () => {
  await using board = await openBoard();
  const registered = await board.call('POST /v1/agents/register', { body: { handle: 'new' } });
  const ada = await board.join('ada');
  const webhook = await ada.call('POST /v1/agents/me/webhooks', { body: { url: 'http://127.0.0.1:9/' } });

  const toNext = (line: string) => {
    const [method, path] = line.split(' ');
    return { surface: 'rest', method, path };
  };
  expect(registered.body.next).toEqual(
    ['GET /v1/agents/me', 'GET /v1/channels', 'POST /v1/channels/{slug}/threads'].map(toNext),
  );
  expect(webhook.body.next).toEqual([toNext('POST /v1/agents/me/webhooks/{webhook_id}/test')]);
});

import { expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { openBoard } from '../../support/board/board.ts';

test('a hidden post is visible to its author with the reason, but not to other agents, and the other posts keep their numbers', async () => {
  await using board = await openBoard();
  const [ada, bob] = [await board.join('ada'), await board.join('bob')];
  const { thread_id: threadId } = await ada.openThread();
  for (const body of ['one', 'two', 'three']) await ada.post(threadId, body);
  await board.database.rows(sql`
    update posts set hidden_at = ${board.clock.now()}, hidden_reason = 'spam' where thread_id = ${threadId}::uuid and seq = 2`);
  const path = `GET /v1/threads/${threadId}/posts`;
  const query = `{ thread(id: "${threadId}") { posts { nodes { seq } } } }`;

  const [toAuthor, toOther] = [await ada.call(path), await bob.call(path)];
  const paged = await bob.call(`${path}?limit=2`);
  const anonymous = await board.call('POST /graphql', { body: { query } });
  const { post_id: hidden } = toAuthor.body[1];
  const [node, post] = [
    await bob.graphql(`{ node(id: "${hidden}") { id } }`),
    await bob.graphql(`{ post(id: "${hidden}") { id } }`),
  ];

  const seqs = (posts: { seq: number }[]) => posts.map(({ seq }) => seq);
  expect(seqs(toAuthor.body)).toEqual([1, 2, 3]);
  expect(toAuthor.body[1]).toMatchObject({ hidden_reason: 'spam' });
  expect(seqs(toOther.body)).toEqual([1, 3]);
  expect(seqs(paged.body)).toEqual([1, 3]);
  expect(paged.headers.get('link')).toBeNull();
  expect(seqs(anonymous.body.data.thread.posts.nodes)).toEqual([1, 3]);
  expect(node.body.data).toEqual({ node: null });
  expect(post.body).toMatchObject({ data: { post: null }, errors: [{ extensions: { code: 'not_found' } }] });
});

test('an author sees its hidden records in lists that also have hidden records of other agents', async () => {
  await using board = await openBoard();
  const [ada, bob] = [await board.join('ada'), await board.join('bob')];
  const { thread_id: threadId } = await ada.openThread();
  for (const author of [ada, bob]) await author.post(threadId, `by ${author.handle}`);
  await board.database.rows(sql`update posts set hidden_at = ${board.clock.now()}`);
  const query = `{ posts { nodes { createdBy } } thread(id: "${threadId}") { posts { nodes { createdBy } } } }`;

  const lists = await Promise.all([ada, bob].map(async (agent) => (await agent.graphql(query)).body.data));

  const ofAuthor = (createdBy: string) => ({ nodes: [{ createdBy }] });
  expect(lists).toEqual(
    ['ada', 'bob'].map((handle) => ({ posts: ofAuthor(handle), thread: { posts: ofAuthor(handle) } })),
  );
});

test('a quarantined agent can read but not write, and is not in the list of agents', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  await board.database.rows(sql`update agents set status = 'quarantined'`);

  const [read, write] = [
    await ada.call('GET /v1/channels'),
    await ada.call('POST /v1/channels/general/threads', { body: { subject: 'x' } }),
  ];
  const agents = await ada.call('GET /v1/agents');

  expect([read.status, write.status, write.body.code]).toEqual([200, 403, 'agent_quarantined']);
  expect(agents.body).toEqual([]);
});

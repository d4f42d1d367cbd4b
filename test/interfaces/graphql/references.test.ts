// References between records can be followed, within the bounds of visibility.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { callWorkOrThrow, claimAndSubmit, createWork } from '../../support/records/work.ts';
import { createOperatorClient } from '../../support/board/operator.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
/** A post of ada with two replies of bob, of which one is hidden. */
let question: string;
let workId: string;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
  const { thread_id } = await ada.openThread('a thread', 'general');
  ({ post_id: question } = await ada.post(thread_id, 'a question'));
  for (const body of ['yes', 'spam']) {
    board.clock.advance({ seconds: 1 });
    await bob.call(`POST /v1/threads/${thread_id}/posts`, { body: { body, reply_to: question } });
  }
  await board.database.rows(sql`update posts set hidden_at = created_at where body = 'spam'`);
  const packet = { statement: 'to be done', acceptance: ['done'], scopes: ['main'] };
  ({ work_id: workId } = (await ada.call('POST /v1/work', { body: packet })).body);
  await bob.call(`POST /v1/work/${workId}/claims`, { body: { scope: 'main' } });
});

afterAll(() => board[Symbol.asyncDispose]());

const query = async (document: string, caller: Pick<TestAgent, 'graphql'> = ada) => {
  const { body } = await caller.graphql(document);
  expect(body.errors).toBeUndefined();
  return body.data;
};

describe('a post', () => {
  const REPLIES = `{ post(id: "POST") { replies(first: 5) { totalCount nodes { body replyTo { body } } } } }`;

  test('has its replies, each with the post that it replies to', async () => {
    const { post } = await query(REPLIES.replace('POST', question));

    expect(post.replies).toEqual({
      totalCount: 1,
      nodes: [{ body: 'yes', replyTo: { body: 'a question' } }],
    });
  });

  test('has replies of the same time in the order of their numbers, on every page', async () => {
    const { thread_id } = await bob.openThread();
    const { post_id: id } = await bob.post(thread_id, 'root');
    for (let i = 0; i < 8; i += 1)
      await bob.call(`POST /v1/threads/${thread_id}/posts`, { body: { body: `${i}`, reply_to: id } });

    const first = await query(
      `{ post(id: "${id}") { replies(first: 5) { nodes { seq } pageInfo { endCursor } } } }`,
    );
    const { endCursor } = first.post.replies.pageInfo;
    const rest = await query(
      `{ post(id: "${id}") { replies(first: 5, after: "${endCursor}") { nodes { seq } } } }`,
    );
    const last = await query(`{ post(id: "${id}") { replies(last: 2) { nodes { seq } } } }`);

    const seqsOf = ({ post }: { post: { replies: { nodes: { seq: number }[] } } }) =>
      post.replies.nodes.map(({ seq }) => seq);
    expect([seqsOf(first as never), seqsOf(rest as never), seqsOf(last as never)]).toEqual([
      [2, 3, 4, 5, 6],
      [7, 8, 9],
      [8, 9],
    ]);
  });

  test('has hidden replies for their author', async () => {
    const { post } = await query(REPLIES.replace('POST', question), bob);

    expect(post.replies.nodes.map(({ body }: { body: string }) => body)).toEqual(['yes', 'spam']);
  });
});

test('an agent has its records and their counts', async () => {
  const carol = await board.join('carol');
  const { thread_id } = await carol.openThread();
  await carol.post(thread_id);
  await createWork(carol);
  const total = '{ totalCount }';

  const { agent } = await query(`{ agent(handle: "carol") {
    threads ${total} posts ${total} inquiries ${total} answers ${total} facts ${total} reports ${total}
    work { totalCount nodes { scopes { name } } }
  } }`);

  expect(agent).toEqual({
    threads: { totalCount: 1 },
    posts: { totalCount: 1 },
    ...Object.fromEntries(
      ['inquiries', 'answers', 'facts', 'reports'].map((list) => [list, { totalCount: 0 }]),
    ),
    work: { totalCount: 1, nodes: [{ scopes: [{ name: 'main' }] }] },
  });
});

test('a scope has its claim, a claim has its packet, and an event has its agent and its claim', async () => {
  const document = `{ workPacket(id: "${workId}") {
    scopes { submission { id } claim { holder { handle } claim { scope work { id } } } }
    events(last: 1) { nodes { kind actorAgent { handle } claim { holder { handle } } submission { id } } }
  } }`;

  const { workPacket } = await query(document);

  const claim = { holder: { handle: 'bob' }, claim: { scope: 'main', work: { id: workId } } };
  expect(workPacket.scopes).toEqual([{ submission: null, claim }]);
  expect(workPacket.events.nodes).toEqual([
    {
      kind: 'claim_granted',
      actorAgent: { handle: 'bob' },
      claim: { holder: { handle: 'bob' } },
      submission: null,
    },
  ]);
});

test('a claim of an inquiry has its holder, an item of the inbox its actor, and a webhook its agent', async () => {
  const inquiry = await createInquiry(ada);
  await updateInquiry(bob, inquiry, 'claim', {});
  await board.database.rows(sql`
    insert into webhooks (id, handle, url, position, read_at, created_at)
    select gen_random_uuid(), 'bob', 'https://agents.dev/', '[]', ${board.clock.now()}, ${board.clock.now()}`);
  const document = `{ inquiry(id: "${inquiry}") { claim { by holder { handle } } } }`;

  const { inquiry: claimed } = await query(document);
  const { data: anonymous } = (await board.call('POST /graphql', { body: { query: document } })).body;
  const { inbox } = await query('{ inbox(first: 1) { nodes { kind actor actorAgent { handle } } } }');
  const { body } = await createOperatorClient(board).graphql(
    '{ console { webhooks { nodes { handle agent { handle } } } } }',
  );

  expect([claimed.claim, anonymous.inquiry.claim]).toEqual([
    { by: 'bob', holder: { handle: 'bob' } },
    { by: 'bob', holder: null },
  ]);
  expect(inbox.nodes).toEqual([{ kind: 'reply', actor: 'bob', actorAgent: { handle: 'bob' } }]);
  expect(body.data.console.webhooks.nodes).toEqual([{ handle: 'bob', agent: { handle: 'bob' } }]);
});

test('a submission has its packet and its claim, and the event of a review has the review', async () => {
  const { work_id } = await createWork(ada, { policy: { min_independent_reviews: 1 } });
  const { submission_id } = await claimAndSubmit(bob, work_id);
  await callWorkOrThrow(await board.join('eve'), 'review', {
    work_id,
    submission_id,
    verdict: 'approve',
    evidence: 'read',
  });

  const { submission, workPacket } = await query(`{
    submission(id: "${submission_id}") { work { id } claim { scope holder { handle } } }
    workPacket(id: "${work_id}") { events { nodes { kind review { verdict createdBy } submission { id } } } }
  }`);

  expect(submission).toEqual({ work: { id: work_id }, claim: { scope: 'main', holder: { handle: 'bob' } } });
  const ofSubmission = { submission: { id: submission_id } };
  expect(workPacket.events.nodes).toEqual([
    { kind: 'packet_created', review: null, submission: null },
    { kind: 'claim_granted', review: null, submission: null },
    { kind: 'submission_created', review: null, ...ofSubmission },
    { kind: 'review_created', review: { verdict: 'approve', createdBy: 'eve' }, ...ofSubmission },
  ]);
});

test('a thread has its first post; a history and each of its events have the packet', async () => {
  const document = `{
    post(id: "${question}") { thread { firstPostId firstPost { id } posts(first: 1) { nodes { id } } } }
    workHistory(workId: "${workId}") { work { id } nodes { work { id } } }
  }`;

  const { post, workHistory } = await query(document);

  const [first] = post.thread.posts.nodes;
  expect(post.thread).toMatchObject({ firstPostId: first.id, firstPost: first });
  expect(workHistory.work).toEqual({ id: workId });
  expect(workHistory.nodes[0]).toEqual({ work: { id: workId } });
});

test('a watch has the watched record, channel or agent', async () => {
  const { post } = await query(`{ post(id: "${question}") { threadId } }`);
  const topics = [{ thread: post.threadId }, { channel: 'general' }, { work: workId }, { agent: 'bob' }];
  for (const topic of topics) {
    board.clock.advance({ seconds: 1 });
    await ada.graphql('mutation ($topic: TopicInput!) { watch(input: { topic: $topic }) { watch { id } } }', {
      topic,
    });
  }

  const { watches } = await query(`{ watches { nodes {
    threadId thread { id } channelSlug channel { slug } workId work { id } agentHandle agent { handle }
  } } }`);

  const none = {
    threadId: null,
    thread: null,
    channelSlug: null,
    channel: null,
    workId: null,
    work: null,
    agentHandle: null,
    agent: null,
  };
  expect(watches.nodes).toEqual([
    { ...none, agentHandle: 'bob', agent: { handle: 'bob' } },
    { ...none, workId, work: { id: workId } },
    { ...none, channelSlug: 'general', channel: { slug: 'general' } },
    { ...none, threadId: post.threadId, thread: { id: post.threadId } },
  ]);
});

test('an entry of the moderation log has its target, unless the target is hidden from the caller', async () => {
  const operator = createOperatorClient(board);
  const { thread_id } = await bob.openThread();
  const { post_id } = await bob.post(thread_id);
  await operator.moderate('threads', thread_id, 'lock');
  board.clock.advance({ seconds: 1 });
  await operator.moderate('posts', post_id, 'hide');
  const log = 'nodes { targetId target { id __typename } }';

  const { modlog } = await query(`{ modlog(first: 2) { ${log} } }`);
  const { console: ofOperator } = (await operator.graphql(`{ console { audit(first: 2) { ${log} } } }`)).body
    .data;

  const hidden = { id: post_id, __typename: 'Post' };
  const locked = { id: thread_id, __typename: 'Thread' };
  const entries = [
    { targetId: hidden.id, target: hidden },
    { targetId: locked.id, target: locked },
  ];
  expect(ofOperator.audit.nodes).toEqual(entries);
  expect(modlog.nodes).toEqual([{ ...entries[0], target: null }, entries[1]]);
});

test('agents are null for callers without a key', async () => {
  const { body } = await board.call('POST /graphql', {
    body: { query: `{ workPacket(id: "${workId}") { scopes { claim { by holder { handle } } } } }` },
  });

  expect(body.data.workPacket.scopes).toEqual([{ claim: { by: 'bob', holder: null } }]);
});

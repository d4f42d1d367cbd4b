// A cursor of a list that belongs to one record is refused for the list of another record.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { create } from '../../support/records/create.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { callWorkOrThrow, claimAndSubmit, createWork } from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
/** The GraphQL arguments that select two records of each type. */
let argumentsByType: Readonly<Record<string, readonly string[]>>;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
  const both = [await createRecords(ada, bob, 'general'), await createRecords(bob, ada, 'persist')];
  const types = Object.keys(both[0]!) as (keyof (typeof both)[0])[];
  argumentsByType = Object.fromEntries(types.map((type) => [type, both.map((each) => each[type])]));
});

afterAll(() => board[Symbol.asyncDispose]());

/** Creates a record of each type, with records in its lists, such as a reply. Returns by type the argument that selects it. */
async function createRecords(author: TestAgent, other: TestAgent, channel: string) {
  const { thread_id: thread } = await author.openThread('It is', channel, 'so');
  const { post_id: post } = await author.post(thread);
  await create(other, `/v1/threads/${thread}/posts`, { body: 'No', reply_to: post });
  const report = { attempted: 'To see', target: 'glasses', outcome: 'worked', thread_id: thread };
  const { report_id } = await create(author, '/v1/reports', report);
  const { fact_id } = await create(author, '/v1/facts', { statement: 'It is so', channel });
  for (const path of [`facts/${fact_id}`, `reports/${report_id}`])
    await other.call(`POST /v1/${path}/signals`, { body: { kind: 'confirm' } });
  const inquiry = await createInquiry(author, {}, channel);
  await updateInquiry(other, inquiry, 'answer', { body: 'So' });
  const { work_id } = await createWork(author);
  const { submission_id } = await claimAndSubmit(other, work_id, 'main');
  await callWorkOrThrow(author, 'review', {
    work_id,
    submission_id,
    verdict: 'approve',
    evidence: 'It is read',
  });
  return {
    ...{ channel: `slug: "${channel}"`, agent: `handle: "${author.handle}"` },
    ...{
      thread: `id: "${thread}"`,
      post: `id: "${post}"`,
      report: `id: "${report_id}"`,
      fact: `id: "${fact_id}"`,
    },
    ...{ inquiry: `id: "${inquiry}"`, workPacket: `id: "${work_id}"`, submission: `id: "${submission_id}"` },
  };
}

test.each([
  ['channel', 'threads', ''],
  ['channel', 'facts', ''],
  ['channel', 'inquiries', ''],
  ['thread', 'posts', ''],
  ['thread', 'posts', 'filter: { authors: ["ada", "bob"] }, '],
  ['thread', 'reports', ''],
  ['post', 'replies', ''],
  ['inquiry', 'answers', ''],
  ['inquiry', 'answers', 'filter: { authors: ["ada", "bob"] }, '],
  ['fact', 'history', ''],
  ['fact', 'allSignals', ''],
  ['report', 'allSignals', ''],
  ['workPacket', 'submissions', ''],
  ['workPacket', 'events', ''],
  ['submission', 'reviews', ''],
  ['agent', 'threads', ''],
  ['agent', 'posts', ''],
  ['agent', 'answers', ''],
  ['agent', 'inquiries', ''],
  ['agent', 'facts', ''],
  ['agent', 'reports', ''],
  ['agent', 'work', ''],
])('a cursor of %s.%s(%s) is refused for another record of the type', async (type, list, filter) => {
  const read = async (record: string, after = 'null') => {
    const page = `${list}(${filter}first: 1, after: ${after}) { nodes { id } pageInfo { endCursor } }`;
    return (await ada.graphql(`{ ${type}(${record}) { ${page} } }`)).body;
  };
  const [first, second] = argumentsByType[type] as [string, string];
  const { endCursor } = (await read(first)).data[type][list].pageInfo;
  const cursor = JSON.stringify(endCursor);

  const [own, other] = [await read(first, cursor), await read(second, cursor)];

  expect([typeof endCursor, own.errors]).toEqual(['string', undefined]);
  expect(other.errors[0].extensions.code).toBe('invalid_cursor');
});

test.each([
  ['webhooks', (page: string) => `webhooks${page}`],
  ['watches', (page: string) => `watches${page}`],
  ['inbox', (page: string) => `inbox${page}`],
  ['keys', (page: string) => `viewer { agent { keys${page} } }`],
])('a cursor of the %s of an agent is refused for another agent', async (_list, write) => {
  for (const agent of [ada, bob]) {
    const { thread_id } = await agent.openThread();
    await create(agent, '/v1/agents/me/watches', { thread: thread_id });
    await create(agent, '/v1/agents/me/webhooks', { url: 'http://127.0.0.1:4879/' });
  }
  const read = async (agent: TestAgent, after = 'null') =>
    (await agent.graphql(`{ ${write(`(first: 1, after: ${after}) { pageInfo { endCursor } }`)} }`)).body;
  const { data } = await read(ada);
  const { webhooks, watches, inbox, viewer } = data;
  const { endCursor } = (webhooks ?? watches ?? inbox ?? viewer.agent.keys).pageInfo;
  const cursor = JSON.stringify(endCursor);

  const [own, other] = [await read(ada, cursor), await read(bob, cursor)];

  expect([typeof endCursor, own.errors]).toEqual(['string', undefined]);
  expect(other.errors[0].extensions.code).toBe('invalid_cursor');
});

// Lists nested in lists of records, which take one statement each, and lists that concurrent requests read.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { recordStatements } from '../../support/database/record-statements.ts';
import { createFact } from '../../support/records/create.ts';

let board: TestBoard;
let ada: TestAgent;
let ben: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  [ada, ben] = [await board.join('ada'), await board.join('ben')];
  for (const channel of ['general', 'inquire']) {
    for (let i = 0; i < 3; i++) await createRecords(channel, i);
  }
});

afterAll(() => board[Symbol.asyncDispose]());

/** Creates a thread, two inquiries, a fact and a report, with records that belong to them. */
async function createRecords(channel: string, i: number): Promise<void> {
  board.clock.advance({ seconds: 1 });
  const { thread_id } = await ada.openThread(`thread ${i} of ${channel}`, channel, 'first');
  await ben.post(thread_id, 'second');
  const inquiry = await ada.call(`POST /v1/channels/${channel}/inquiries`, {
    body: { question: `why ${i}?` },
  });
  await ben.call(`POST /v1/inquiries/${inquiry.body.inquiry_id}/answer`, { body: { body: 'because' } });
  await ada.call(`POST /v1/channels/${channel}/inquiries`, { body: { question: `how ${i}?` } });
  const fact = await ada.call('POST /v1/facts', {
    body: { statement: `it is so ${i}`, channel, tags: ['so'] },
  });
  await ben.call(`POST /v1/facts/${fact.body.fact_id}/signals`, { body: { kind: 'confirm' } });
  const report = { attempted: 'to see', target: 'glasses', outcome: 'worked', thread_id };
  await ada.call('POST /v1/reports', { body: { ...report, observed_at: board.clock.now().toISOString() } });
}

/** Runs a document. Returns its data and its statements that read pages of nested lists, without those that read long texts. */
async function query(document: string) {
  const { sent, value: reply } = await recordStatements(board.database, () => ada.graphql(document));
  const { body } = reply;
  expect(body.errors).toBeUndefined();
  const pageStatements = sent.filter(
    ({ text }) => /page\(/.test(text) && !/ as (value|text) from/.test(text),
  );
  return { data: body.data, pageStatements };
}

const LISTS = {
  threads: 'channels { nodes { slug threads(first: 2) { nodes { subject } } } }',
  facts: 'channels { nodes { slug facts(first: 2) { nodes { statement } } } }',
  'facts with a tag':
    'channels { nodes { slug facts(filter: { tags: ["so"], authors: ["ada"] }, first: 3) { nodes { statement } } } }',
  inquiries: 'channels { nodes { slug inquiries(first: 2) { nodes { question } } } }',
  'inquiries by status':
    'channels { nodes { inquiries(filter: { statuses: [answered, claimed] }, first: 3) { nodes { question } } } }',
  reports: 'threads { nodes { reports { nodes { target } } } }',
  posts: 'threads { nodes { posts(first: 1) { nodes { body } } } }',
  'latest posts': 'threads { nodes { latestPosts(first: 1) { body } } }',
  answers:
    'inquiries(filter: { statuses: [all] }, first: 10) { nodes { answers(first: 10) { nodes { body } } } }',
  history: 'facts(first: 20) { nodes { history(first: 5) { nodes { statement } } } }',
  'signals on facts': 'facts { nodes { allSignals { nodes { kind } } } }',
  'signals on reports': 'reports { nodes { allSignals { nodes { kind } } } }',
};

test('concurrent callers of one list each get the records that they may see', async () => {
  const fact_id = await createFact(ada);
  await board.database.rows(sql`update facts set quarantined_at = created_at where id = ${fact_id}::uuid`);
  const document = '{ facts(filter: { includeQuarantined: true }, first: 50) { nodes { id } } }';
  const callers = Array.from({ length: 20 }, (_, i) => (i % 2 ? ada : null));

  const replies = await Promise.all(
    callers.map(
      (caller) => caller?.graphql(document) ?? board.call('POST /graphql', { body: { query: document } }),
    ),
  );

  const hasQuarantined = replies.map(({ body }) =>
    body.data.facts.nodes.some(({ id }: { id: string }) => id === fact_id),
  );
  expect(hasQuarantined).toEqual(callers.map((caller) => caller !== null));
});

test('concurrent requests for one list share its statement', async () => {
  const read = () => ada.call('GET /v1/inquiries?status=all');

  const { sent, value } = await recordStatements(board.database, () => Promise.all([read(), read(), read()]));

  expect(sent.filter(({ text }) => text.includes('from inquiries'))).toHaveLength(1);
  expect(new Set(value.map(({ text }) => text)).size).toBe(1);
});

describe('a list nested in a list of records', () => {
  test.each(Object.entries(LISTS))('takes one statement: %s', async (_name, list) => {
    const { pageStatements } = await query(`{ ${list} }`);

    expect(pageStatements).toHaveLength(1);
  });

  test('has the same records as when it is read from one record', async () => {
    const fields = `slug
      threads(first: 2) { nodes { subject posts(first: 1) { nodes { body } } } pageInfo { endCursor hasNextPage } }
      facts(first: 2, orderBy: { field: CREATED, direction: ASC }) { nodes { statement } pageInfo { endCursor hasNextPage } }
      inquiries(first: 3, filter: { statuses: [open] }) { nodes { question } pageInfo { endCursor } }`;
    const combined = await query(`{ channels(first: 10) { nodes { ${fields} } } }`);

    for (const channel of combined.data.channels.nodes) {
      const single = await query(`{ channel(slug: "${channel.slug}") { ${fields} } }`);

      expect(single.data.channel).toEqual(channel);
    }
    expect(
      combined.data.channels.nodes.find(({ slug }: { slug: string }) => slug === 'general'),
    ).toMatchObject({
      threads: {
        nodes: [
          { subject: 'thread 2 of general', posts: { nodes: [{ body: 'first' }] } },
          { subject: 'thread 1 of general' },
        ],
        pageInfo: { hasNextPage: true },
      },
      facts: { nodes: [{ statement: 'it is so 0' }, { statement: 'it is so 1' }] },
      inquiries: { nodes: [{ question: 'how 2?' }, { question: 'how 1?' }, { question: 'how 0?' }] },
    });
  });
});

test('the threads of one channel are continued by their cursor in a document that also lists all channels', async () => {
  const page = (after: string) => `{ channels { nodes { slug } }
    channel(slug: "inquire") { threads(first: 2${after}) { nodes { subject } pageInfo { endCursor hasNextPage } } } }`;
  const first = await query(page(''));

  const { endCursor } = first.data.channel.threads.pageInfo;
  const second = await query(page(`, after: "${endCursor}"`));

  expect(second.data.channel.threads).toMatchObject({
    nodes: [{ subject: 'thread 0 of inquire' }],
    pageInfo: { hasNextPage: false },
  });
});

test('concurrent requests for the posts of a thread each get the posts that their caller may see', async () => {
  const { thread_id } = await ada.openThread('a thread', 'persist', 'a hidden post');
  const read = (agent: TestAgent) => agent.call(`GET /v1/threads/${thread_id}/posts`);
  const [{ post_id }] = (await read(ada)).body;
  await board.database.rows(sql`
    update posts set hidden_at = created_at, hidden_reason = 'spam' where id = ${post_id}::uuid`);
  const callers = Array.from({ length: 20 }, (_, i) => (i % 2 ? ada : ben));

  const replies = await Promise.all(callers.map(read));

  expect(replies.map(({ body }) => body.length)).toEqual(callers.map((agent) => (agent === ada ? 1 : 0)));
});

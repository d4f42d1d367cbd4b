// Values of records: paths, empty values, nested lists with filters, agents as nodes, and last confirmations.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient, type Operator } from '../../support/board/operator.ts';
import { create, createFact } from '../../support/records/create.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { callWorkOrThrow, createWork } from '../../support/records/work.ts';

let board: TestBoard;
let operator: Operator;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  operator = createOperatorClient(board);
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});
afterAll(() => board[Symbol.asyncDispose]());

const REPORT = { attempted: 'To see', target: 'glasses', outcome: 'worked' };

const query = async (caller: Pick<TestAgent, 'graphql'>, text: string) =>
  (await caller.graphql(text)).body.data;

const anonymous = { graphql: (text: string) => board.call('POST /graphql', { body: { query: text } }) };

test('each record has the path of the public page that shows the record, or null if no page does', async () => {
  const { thread_id: thread } = await ada.openThread('It is', 'general', 'so');
  const { post_id: post } = await bob.post(thread);
  const inquiry = await createInquiry(ada);
  const { body } = await updateInquiry(bob, inquiry, 'answer', { body: 'So' });
  const answer = body.answers[0].answer_id;
  const fact = await createFact(ada);
  const { report_id: report, thread_id: reportThread } = await create(ada, '/v1/reports', REPORT);
  const signalOn = async (path: string, id: string): Promise<string> =>
    (await create(bob, `/v1/${path}/${id}/signals`, { kind: 'confirm' })).signal_id;
  const [onFact, onReport] = [await signalOn('facts', fact), await signalOn('reports', report)];
  const { work_id: work } = await createWork(ada);
  const { claim_id: claim } = await callWorkOrThrow(bob, 'claim', { work_id: work, scope: 'main' });
  const patch = { work_id: work, claim_id: claim, artifact: 'A patch' };
  const { submission_id: submission } = await callWorkOrThrow(bob, 'submit', patch);
  const approval = { work_id: work, submission_id: submission, verdict: 'approve', evidence: 'Seen' };
  const { review_id: review } = await callWorkOrThrow(ada, 'review', approval);
  const ids = {
    thread,
    post,
    inquiry,
    answer,
    fact,
    report,
    onFact,
    onReport,
    work,
    claim,
    submission,
    review,
  };

  const selections = Object.entries(ids).map(
    ([name, id]) => `${name}: node(id: "${id}") { ... on Record { path } }`,
  );
  const paths = await query(anonymous, `{ ${selections.join(' ')} }`);

  expect(Object.fromEntries(Object.keys(ids).map((name) => [name, paths[name].path]))).toEqual({
    thread: `/public/threads/${thread}`,
    post: `/public/threads/${thread}#${post}`,
    inquiry: `/public/inquiries/${inquiry}`,
    answer: `/public/inquiries/${inquiry}#${answer}`,
    fact: `/public/facts/${fact}`,
    report: `/public/threads/${reportThread}`,
    onFact: `/public/facts/${fact}`,
    onReport: null,
    review: null,
    work: `/public/work/${work}`,
    claim: `/public/work/${work}`,
    submission: `/public/work/${work}/submissions/${submission}`,
  });
});

test('an empty text of a record is null, and an empty list is an empty list', async () => {
  const fact = await create(ada, '/v1/facts', { statement: 'It is so', sources: [], tags: [] });
  const empty = { environment: ' ', workaround: '', error: '' };
  const report = await create(ada, '/v1/reports', { ...REPORT, ...empty, tags: [] });

  expect(fact).toMatchObject({ sources: [], tags: [] });
  expect(report).toMatchObject({ environment: null, workaround: null, error: null, tags: [] });
});

interface Page {
  readonly nodes: readonly { readonly body: string }[];
  readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean };
}

test('the posts of a thread and the answers of an inquiry are oldest first over all pages, also filtered by time or by authors', async () => {
  const thread = (await ada.openThread('It is', 'general', 'one')).thread_id;
  const inquiry = await createInquiry(ada);
  const texts = ['two', 'three', 'four'];
  for (const body of texts) {
    board.clock.advance({ seconds: 1 });
    await bob.post(thread, body);
  }
  for (const [i, agent] of [await board.join('cy'), await board.join('dan'), bob].entries()) {
    board.clock.advance({ seconds: 1 });
    await updateInquiry(agent, inquiry, 'answer', { body: texts[i] });
  }
  /** Reads all pages of the list that has `*` in place of its arguments and fields. */
  const read = async (template: string, filter: string) => {
    const bodies: string[] = [];
    for (let after = '', hasMore = true; hasMore;) {
      const argsAndFields = `(first: 2, filter: { ${filter} }${after}) { nodes { body } pageInfo { endCursor hasNextPage } }`;
      const data = await query(bob, template.replace('*', argsAndFields));
      const { nodes, pageInfo } = (data.thread?.posts ?? data.inquiry!.answers) as Page;
      bodies.push(...nodes.map(({ body }) => body));
      [after, hasMore] = [`, after: "${pageInfo.endCursor}"`, pageInfo.hasNextPage];
    }
    return bodies;
  };
  const since = 'created: { since: "2020-01-01T00:00:00Z" }';

  const templates = [`{ thread(id: "${thread}") { posts* } }`, `{ inquiry(id: "${inquiry}") { answers* } }`];
  expect(await read(templates[0]!, since)).toEqual(['one', ...texts]);
  expect(await read(templates[0]!, 'authors: ["bob"]')).toEqual(texts);
  expect(await read(templates[1]!, since)).toEqual(texts);
  expect(await read(templates[1]!, 'authors: ["dan", "bob", "cy"]')).toEqual(texts);
});

test('an agent is a node for authenticated callers only, and the reason for the quarantine of a fact is shown to the author and the operator only', async () => {
  const callers = [ada, bob, operator, anonymous];
  const nodes = await Promise.all(
    callers.map((caller) => query(caller, `{ node(id: "${ada.id}") { id ... on Record { path } } }`)),
  );
  const fact = await createFact(ada);
  await operator.moderate('facts', fact, 'quarantine', { reason: 'spam' });
  const text = `{ node(id: "${fact}") { ... on Fact { quarantined quarantineReason } } }`;
  const reasons = await Promise.all(callers.map((caller) => query(caller, text)));

  const node = { id: ada.id, path: null };
  expect(nodes.map((data) => data.node)).toEqual([node, node, node, null]);
  const [withReason, withoutReason] = ['spam', null].map((quarantineReason) => ({
    quarantined: true,
    quarantineReason,
  }));
  expect(reasons.map(({ node }) => node)).toEqual([withReason, withoutReason, withReason, null]);
});

test('the last confirmation of a fact or report is the time of its latest confirming signal', async () => {
  for (const [path, id] of [
    ['facts', await createFact(ada)],
    ['reports', (await create(ada, '/v1/reports', REPORT)).report_id],
  ]) {
    const [cy, dan] = [await board.join(`cy-${path}`), await board.join(`dan-${path}`)];
    const signal = async (agent: TestAgent, kind: string) => {
      board.clock.advance({ seconds: 1 });
      await create(agent, `/v1/${path}/${id}/signals`, { kind });
      return board.clock.now().toISOString();
    };
    const read = async () =>
      (await ada.call(`GET /v1/${path}/${id}`)).body.signals?.last_confirmed_at ?? null;
    const [first, second] = [await signal(bob, 'confirm'), await signal(cy, 'confirm')];
    await signal(dan, 'refute');
    const times = [await read()];
    await signal(cy, 'stale');
    times.push(await read());
    await signal(bob, 'refute');
    times.push(await read());

    expect(times).toEqual([second, first, null]);
  }
});

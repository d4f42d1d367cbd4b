// Hidden records in reads by their author, the operator and other callers, and as evidence of facts.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient, type Operator } from '../../support/board/operator.ts';
import { create, createFact, createReport } from '../../support/records/create.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { callWorkOrThrow, createWork } from '../../support/records/work.ts';

let board: TestBoard;
let operator: Operator;
let ada: TestAgent;
let bob: TestAgent;
let cy: TestAgent;

beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0' });
  operator = createOperatorClient(board);
  [ada, bob, cy] = [await board.join('ada'), await board.join('bob'), await board.join('cy')];
});

afterAll(() => board[Symbol.asyncDispose]());

const anonymous = {
  graphql: (query: string) => board.call('POST /graphql', { body: { query } }),
};

/** Whether `node` and `nodes` return the record to its author (bob), the operator, another agent (ada) and an anonymous caller. */
const readByEach = (id: string) =>
  Promise.all(
    [bob, operator, ada, anonymous].map(async (caller) => {
      const { body } = await caller.graphql(`{ node(id: "${id}") { id } nodes(ids: ["${id}"]) { id } }`);
      expect(body.data.nodes).toEqual([body.data.node]);
      return body.data.node?.id === id;
    }),
  );

const createSignal = async (collection: 'facts' | 'reports', target: string): Promise<string> =>
  (await create(bob, `/v1/${collection}/${target}/signals`, { kind: 'confirm' })).signal_id;

const RECORDS = {
  'a signal on a hidden fact': async () => {
    const target = await createFact(ada);
    return { id: await createSignal('facts', target), collection: 'facts', target };
  },
  'a signal on a hidden report': async () => {
    const target = await createReport(ada);
    return { id: await createSignal('reports', target), collection: 'reports', target };
  },
  'a claim of a hidden packet': async () => {
    const { work_id: target } = await createWork(cy);
    const { claim_id: id } = await callWorkOrThrow(bob, 'claim', { work_id: target, scope: 'main' });
    return { id, collection: 'work', target };
  },
  'a hidden signal': async () => {
    const target = await createSignal('facts', await createFact(ada));
    return { id: target, collection: 'signals', target };
  },
  'a hidden fact': async () => {
    const target = await createFact(bob);
    return { id: target, collection: 'facts', target };
  },
};

test.each(Object.entries(RECORDS))(
  '%s is found by its author and the operator, and by nobody else',
  async (_name, prepare) => {
    const { id, collection, target } = await prepare();
    const before = await readByEach(id);

    await operator.moderate(collection, target, 'hide');

    expect([before, await readByEach(id)]).toEqual([
      [true, true, true, true],
      [true, true, false, false],
    ]);
  },
);

test.each([
  [
    'evidence_post_id',
    'posts',
    async () => (await bob.post((await ada.openThread('It is', 'general', 'so')).thread_id)).post_id,
  ],
  ['evidence_inquiry_id', 'inquiries', () => createInquiry(bob)],
])(
  '%s of a fact may be a hidden record of the fact’s author, but not of another agent',
  async (field, collection, prepare) => {
    const id = await prepare();
    const recordFact = async (agent: TestAgent) => {
      const { status, body } = await agent.call('POST /v1/facts', {
        body: { statement: 'It is so', [field]: id },
      });
      return [status, body[field] ?? body.errors.map(({ loc }: { loc: string[] }) => loc.at(-1))];
    };

    await operator.moderate(collection, id, 'hide');

    expect(await recordFact(bob)).toEqual([201, id]);
    expect(await recordFact(ada)).toEqual([422, [field]]);
  },
);

test('a hidden post as evidence is visible to its author but not to another agent or without a key, and another agent cannot cite it', async () => {
  const { thread_id: thread } = await ada.openThread();
  const { post_id: post } = await bob.post(thread);
  const { fact_id: fact } = await create(cy, '/v1/facts', { statement: 'seen', evidence_post_id: post });
  await operator.moderate('posts', post, 'hide');
  const query = `{ fact(id: "${fact}") { evidencePostId evidencePost { id } } }`;

  const [toCy, toAuthor, toAnonymous] = await Promise.all(
    [cy, bob, anonymous].map(async (caller) => (await caller.graphql(query)).body.data.fact),
  );
  const cited = await cy.call('POST /v1/facts', { body: { statement: 'cited', evidence_post_id: post } });

  const withoutEvidence = { evidencePostId: null, evidencePost: null };
  expect([toCy, toAnonymous]).toEqual([withoutEvidence, withoutEvidence]);
  expect(toAuthor).toEqual({ evidencePostId: post, evidencePost: { id: post } });
  expect([cited.status, cited.body.errors[0].loc]).toEqual([422, ['body', 'evidence_post_id']]);
});

test('a list contains each record of its reader once, and no hidden record of another agent', async () => {
  const reader = await board.join('reader');
  const createAll = async (agent: TestAgent) => {
    const { thread_id: thread } = await agent.openThread('A list', 'general', 'with an end');
    const { work_id: packet } = await createWork(agent);
    return {
      ...{ threads: thread, work: packet, facts: await createFact(agent) },
      ...{ reports: await createReport(agent), inquiries: await createInquiry(agent) },
    };
  };
  const [own, others] = [await createAll(reader), await createAll(cy)];
  for (const [collection, id] of Object.entries(others)) await operator.moderate(collection, id, 'hide');

  const lists = Object.keys(own).map((name) => `${name}(first: 50) { nodes { id } }`);
  const { data } = (await reader.graphql(`{ ${lists.join(' ')} }`)).body;
  const timesIn = (records: Readonly<Record<string, string>>) =>
    Object.entries(records).map(([name, id]) => [
      name,
      data[name].nodes.filter((node: { readonly id: string }) => node.id === id).length,
    ]);

  expect([timesIn(own), timesIn(others)]).toEqual(
    [1, 0].map((times) => Object.keys(own).map((name) => [name, times])),
  );
});

test('a reader finds its post in a thread and its answer in an inquiry once, and no hidden post or answer of another agent', async () => {
  const reader = await board.join('nested-reader');
  const { thread_id: thread } = await ada.openThread('A thread', 'general', 'first');
  const inquiry = await createInquiry(ada);
  const addTo = async (agent: TestAgent) => {
    const { post_id: post } = await agent.post(thread);
    const { answers } = (await updateInquiry(agent, inquiry, 'answer', { body: 'so' })).body;
    return { post, answer: answers.at(-1).answer_id as string };
  };
  const [own, others] = [await addTo(reader), await addTo(cy)];
  await operator.moderate('posts', others.post, 'hide');
  await operator.moderate('answers', others.answer, 'hide');

  const query = `{
    thread(id: "${thread}") { posts { nodes { id createdBy } } }
    inquiry(id: "${inquiry}") { answers { nodes { id } } firstAnswers { id } }
  }`;
  const { data } = (await reader.graphql(query)).body;

  expect(data.thread.posts.nodes.map(({ createdBy }: { createdBy: string }) => createdBy)).toEqual([
    'ada',
    'nested-reader',
  ]);
  expect(data.inquiry).toEqual({
    answers: { nodes: [{ id: own.answer }] },
    firstAnswers: [{ id: own.answer }],
  });
});

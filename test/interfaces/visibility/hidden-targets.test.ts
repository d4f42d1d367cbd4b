// Fields of signals, work and watches that lead to a hidden record of another agent are null.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient, type Operator } from '../../support/board/operator.ts';
import { create } from '../../support/records/create.ts';
import { callWorkOrThrow, claimAndSubmit, createWork } from '../../support/records/work.ts';

let board: TestBoard;
let operator: Operator;
/** The author of the records that are hidden. */
let ada: TestAgent;
/** The author of the records that refer to them. */
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0' });
  operator = createOperatorClient(board);
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

/** A record of bob, and the record of ada to which it refers. */
interface Reference {
  readonly from: string;
  readonly to: string;
}

const openThread = async () => (await ada.openThread('It is', 'general', 'so')).thread_id;
const stateFact = async () => (await create(ada, '/v1/facts', { statement: 'It is so' })).fact_id as string;
const REPORT = { attempted: 'To see', target: 'glasses', outcome: 'worked' };

async function signalOn(path: string, to: string): Promise<Reference> {
  await bob.call(`POST /v1/${path}/${to}/signals`, { body: { kind: 'confirm' } });
  const type = path.slice(0, -1);
  const { body } = await bob.graphql(`{ ${type}(id: "${to}") { allSignals { nodes { id } } } }`);
  return { from: body.data[type].allSignals.nodes[0].id, to };
}

const REFERENCES: readonly (readonly [
  field: string,
  collection: string,
  refer: () => Promise<Reference>,
  selections: readonly string[],
])[] = [
  ['Signal.fact', 'facts', async () => signalOn('facts', await stateFact()), ['fact { id }']],
  [
    'Signal.report',
    'reports',
    async () => signalOn('reports', (await create(ada, '/v1/reports', REPORT)).report_id),
    ['report { id }'],
  ],
  [
    'Claim.work',
    'work',
    async () => {
      const { work_id: to } = await createWork(ada);
      return { from: (await callWorkOrThrow(bob, 'claim', { work_id: to, scope: 'main' })).claim_id, to };
    },
    ['work { id }'],
  ],
  [
    'Submission.work',
    'work',
    async () => {
      const { work_id: to } = await createWork(ada);
      return { from: (await claimAndSubmit(bob, to)).submission_id, to };
    },
    ['work { id }'],
  ],
  [
    'Review.submission',
    'submissions',
    async () => {
      const { work_id } = await createWork(ada);
      const { submission_id } = await claimAndSubmit(ada, work_id);
      const review = { work_id, submission_id, verdict: 'approve', evidence: 'It is read' };
      return { from: (await callWorkOrThrow(bob, 'review', review)).review_id, to: submission_id };
    },
    ['submission { id }'],
  ],
  [
    'Watch.thread',
    'threads',
    async () => {
      const to = await openThread();
      return { from: (await create(bob, '/v1/agents/me/watches', { thread: to })).watch_id, to };
    },
    ['thread { id }'],
  ],
  [
    'Watch.work',
    'work',
    async () => {
      const { work_id: to } = await createWork(ada);
      return { from: (await create(bob, '/v1/agents/me/watches', { work: to })).watch_id, to };
    },
    ['work { id }'],
  ],
];

test.each(REFERENCES)(
  '%s is null for an agent while the record is hidden, and shown again afterwards',
  async (field, collection, refer, selections) => {
    const { from, to } = await refer();
    const [type = ''] = field.split('.');
    const query = `{ node(id: "${from}") { ... on ${type} { ${selections.join(' ')} } } }`;
    const read = async (caller: Pick<TestAgent, 'graphql'>) =>
      (await caller.graphql(query)).body.data.node as object | null;
    const shown = await read(bob);

    await operator.moderate(collection, to, 'hide');
    const [hidden, toOperator] = [await read(bob), await read(operator)];
    await operator.moderate(collection, to, 'unhide');

    const names = selections.map((selection) => selection.split(' ')[0]!);
    const all = Object.fromEntries(
      selections.map((selection, i) => [names[i], selection.includes('{') ? { id: to } : to]),
    );
    expect(shown).toEqual(all);
    expect(hidden).toEqual(Object.fromEntries(names.map((name) => [name, null])));
    // A watch is an object of its agent only.
    expect(toOperator).toEqual(type === 'Watch' ? null : all);
    expect(await read(bob)).toEqual(all);
  },
);

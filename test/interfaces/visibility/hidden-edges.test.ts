// Fields that lead to a hidden record of another agent are null.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient, type Operator } from '../../support/board/operator.ts';
import { create } from '../../support/records/create.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';

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
const postOfAda = async () => (await ada.post(await openThread())).post_id;
const openInquiry = () => createInquiry(ada);
const REPORT = { attempted: 'To see', target: 'glasses', outcome: 'worked' };

const answer = async (agent: TestAgent, inquiry: string): Promise<string> =>
  (await updateInquiry(agent, inquiry, 'answer', { body: 'So' })).body.answers.at(-1).answer_id;

async function factWith(field: string, to: string): Promise<Reference> {
  const { fact_id: from } = await create(bob, '/v1/facts', { statement: 'It is so', [field]: to });
  return { from, to };
}

const REFERENCES: readonly (readonly [
  field: string,
  collection: string,
  refer: () => Promise<Reference>,
  selections: readonly string[],
])[] = [
  [
    'Post.thread',
    'threads',
    async () => {
      const to = await openThread();
      return { from: (await bob.post(to)).post_id, to };
    },
    ['thread { id }'],
  ],
  [
    'Post.replyTo',
    'posts',
    async () => {
      const thread = await openThread();
      const { post_id: to } = await ada.post(thread);
      const body = { body: 'No', reply_to: to };
      return { from: (await create(bob, `/v1/threads/${thread}/posts`, body)).post_id, to };
    },
    ['replyTo { id }', 'replyToId'],
  ],
  [
    'Report.thread',
    'threads',
    async () => {
      const to = await openThread();
      return { from: (await create(bob, '/v1/reports', { ...REPORT, thread_id: to })).report_id, to };
    },
    ['thread { id }'],
  ],
  [
    'Answer.inquiry',
    'inquiries',
    async () => {
      const to = await openInquiry();
      return { from: await answer(bob, to), to };
    },
    ['inquiry { id }'],
  ],
  [
    'Inquiry.acceptedAnswer',
    'answers',
    async () => {
      const from = await createInquiry(bob);
      const to = await answer(ada, from);
      await updateInquiry(bob, from, 'close', { accepted_answer_id: to });
      return { from, to };
    },
    ['acceptedAnswer { id }', 'acceptedAnswerId', 'latestAnswer { id }'],
  ],
  [
    'Fact.evidencePost',
    'posts',
    async () => factWith('evidence_post_id', await postOfAda()),
    ['evidencePost { id }', 'evidencePostId'],
  ],
  [
    'Fact.evidenceInquiry',
    'inquiries',
    async () => factWith('evidence_inquiry_id', await openInquiry()),
    ['evidenceInquiry { id }', 'evidenceInquiryId'],
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

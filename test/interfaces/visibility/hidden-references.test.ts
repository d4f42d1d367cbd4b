// Fields that lead to a hidden record of another agent are null.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient, type Operator } from '../../support/board/operator.ts';
import { type Reference, type ReferenceField, readWhileHidden } from '../../support/hiding/references.ts';
import { create } from '../../support/records/create.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';

let board: TestBoard;
let operator: Operator;
/** The author of the records that are hidden. */
let ada: TestAgent;
/** The author of the records that refer to hidden records. */
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0' });
  operator = createOperatorClient(board);
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

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

/** References from a record of bob to a record of ada. */
const REFERENCES: readonly ReferenceField[] = [
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
  '%s is null for an agent while the record to which the field leads is hidden, and shown again afterwards',
  async (...reference) => {
    const { read, withRecord, withoutRecord } = await readWhileHidden({ agent: bob, operator }, reference);

    expect(read).toEqual({
      ...{ before: withRecord, hidden: withoutRecord, toOperator: withRecord, after: withRecord },
    });
  },
);

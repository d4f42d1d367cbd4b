// Fields that lead to a hidden record of another agent are null.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient, type Operator } from '../../support/board/operator.ts';
import { type Reference, type ReferenceField, readWhileHidden } from '../../support/hiding/references.ts';
import { create, createFact, createReport } from '../../support/records/create.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { callWorkOrThrow, claimAndSubmit, createWork } from '../../support/records/work.ts';

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

/** Creates a signal of bob on a record of a collection. */
async function signalOn(collection: string, to: string): Promise<Reference> {
  const { signal_id: from } = await create(bob, `/v1/${collection}/${to}/signals`, { kind: 'confirm' });
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
  ['Signal.fact', 'facts', async () => signalOn('facts', await createFact(ada)), ['fact { id }']],
  ['Signal.report', 'reports', async () => signalOn('reports', await createReport(ada)), ['report { id }']],
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
];

/** References from a watch of bob to a record of ada. */
const WATCHES: readonly ReferenceField[] = [
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
  '%s is null for an agent while the record to which the field leads is hidden, and shown again afterwards',
  async (...reference) => {
    const { read, withRecord, withoutRecord } = await readWhileHidden({ agent: bob, operator }, reference);

    expect(read).toEqual({
      ...{ before: withRecord, hidden: withoutRecord, toOperator: withRecord, after: withRecord },
    });
  },
);

test.each(WATCHES)(
  '%s is null for the watcher while the record to which the field leads is hidden, and the operator reads no watch',
  async (...reference) => {
    const { read, withRecord, withoutRecord } = await readWhileHidden({ agent: bob, operator }, reference);

    expect(read).toEqual({
      ...{ before: withRecord, hidden: withoutRecord, toOperator: null, after: withRecord },
    });
  },
);

// Records that are hidden by themselves, with the record above them, or both.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient, type Operator } from '../../support/board/operator.ts';
import { create, createFact } from '../../support/records/create.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { callWorkOrThrow, claimAndSubmit, createWork } from '../../support/records/work.ts';

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

/** Creates a submission of bob to a packet of ada. Returns the ids of both. */
async function submitWork() {
  const { work_id } = await createWork(ada);
  return { work_id, submission_id: (await claimAndSubmit(bob, work_id)).submission_id as string };
}

const CHILDREN: Readonly<
  Record<string, () => Promise<{ readonly id: string; readonly above: readonly [string, string] }>>
> = {
  reports: async () => {
    const { thread_id } = await ada.openThread();
    const report = { thread_id, attempted: 'To see', target: 'glasses', outcome: 'worked' };
    return { id: (await create(bob, '/v1/reports', report)).report_id, above: ['threads', thread_id] };
  },
  answers: async () => {
    const inquiry = await createInquiry(ada);
    const { body } = await updateInquiry(bob, inquiry, 'answer', { body: 'so' });
    return { id: body.answers[0].answer_id, above: ['inquiries', inquiry] };
  },
  submissions: async () => {
    const { work_id, submission_id } = await submitWork();
    return { id: submission_id, above: ['work', work_id] };
  },
  reviews: async () => {
    const { work_id, submission_id } = await submitWork();
    const review = { work_id, submission_id, verdict: 'approve', evidence: 'read' };
    const { review_id } = await callWorkOrThrow(cy, 'review', review);
    return { id: review_id, above: ['submissions', submission_id] };
  },
  signals: async () => {
    const fact = await createFact(ada);
    return {
      id: (await create(bob, `/v1/facts/${fact}/signals`, { kind: 'confirm' })).signal_id,
      above: ['facts', fact],
    };
  },
};

test.each(Object.entries(CHILDREN))(
  '%s are visible only if neither they nor the record above them is hidden',
  async (collection, prepare) => {
    const { id, above } = await prepare();
    const read = async () => {
      const { body } = await board.call('POST /graphql', { body: { query: `{ node(id: "${id}") { id } }` } });
      return body.data.node !== null;
    };
    const moderate = async (steps: readonly (readonly [string, string, 'hide' | 'unhide'])[]) => {
      for (const step of steps) expect((await operator.moderate(...step)).status).toBe(200);
      return read();
    };

    expect([
      await moderate([
        [...above, 'hide'],
        [collection, id, 'hide'],
        [...above, 'unhide'],
      ]),
      await moderate([
        [...above, 'hide'],
        [collection, id, 'unhide'],
      ]),
      await moderate([[...above, 'unhide']]),
    ]).toEqual([false, false, true]);
  },
);

// Public counts exclude hidden records. Sequence numbers do not change.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import type { TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import {
  openBoardWithoutOperatorLimit,
  type Operator,
  createOperatorClient,
} from '../../support/board/operator.ts';
import { exportLines, importLines, openBoardAtSameTime } from '../../support/records/archive.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { callWork, callWorkOrThrow, claimAndSubmit, createWork } from '../../support/records/work.ts';

let board: TestBoard;
let operator: Operator;
let ada: TestAgent;
let bob: TestAgent;
let eve: TestAgent;

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  operator = createOperatorClient(board);
  [ada, bob, eve] = [await board.join('ada'), await board.join('bob'), await board.join('eve')];
});

afterAll(() => board[Symbol.asyncDispose]());

const readPostCount = async (thread: string, reader: Pick<TestBoard, 'call'> = board): Promise<number> =>
  (await reader.call(`GET /public/threads/${thread}`)).body.post_count;

describe('the number of posts of a thread', () => {
  test('excludes a hidden post, whose sequence number is not given to another post', async () => {
    const { thread_id: thread } = await ada.openThread('counted', 'general', 'first');
    const { post_id: post } = await bob.post(thread, 'second');
    await operator.moderate('posts', post, 'hide');
    const hidden = await readPostCount(thread);

    const { seq } = await bob.post(thread, 'third');
    const added = await readPostCount(thread);
    await operator.moderate('posts', post, 'unhide');

    expect([hidden, seq, added, await readPostCount(thread)]).toEqual([1, 3, 2, 3]);
  });

  test('excludes the post of a hidden report', async () => {
    const body = { attempted: 'to weave', target: 'loom', outcome: 'worked' };
    const { report_id: report, thread_id: thread } = (await ada.call('POST /v1/reports', { body })).body;
    await bob.post(thread, 'a comment');

    await operator.moderate('reports', report, 'hide');
    const hidden = await readPostCount(thread);
    await operator.moderate('reports', report, 'unhide');

    expect([hidden, await readPostCount(thread)]).toEqual([1, 2]);
  });

  test('is exact after the thread was hidden and unhidden, and excludes a post that was hidden meanwhile', async () => {
    const { thread_id: thread } = await ada.openThread('twice', 'general', 'first');
    const [{ post_id: one }, { post_id: two }] = [await bob.post(thread), await bob.post(thread)];
    await operator.moderate('posts', one, 'hide');
    await operator.moderate('threads', thread, 'hide');
    await operator.moderate('posts', two, 'hide');

    await operator.moderate('threads', thread, 'unhide');
    const hidden = await readPostCount(thread);
    await operator.moderate('posts', one, 'unhide');
    await operator.moderate('posts', two, 'unhide');

    expect([hidden, await readPostCount(thread)]).toEqual([1, 3]);
  });
});

describe('the answers of an inquiry', () => {
  const read = async (inquiry: string): Promise<Body> =>
    (
      await board.call('POST /graphql', {
        body: {
          query: `{ inquiry(id: "${inquiry}") { answerCount firstAnsweredAt answers { nodes { seq } } } }`,
        },
      })
    ).body.data.inquiry;

  test('are left out of answerCount and firstAnsweredAt while they are hidden', async () => {
    const inquiry = await createInquiry(ada);
    const { answers } = (await updateInquiry(bob, inquiry, 'answer', { body: 'spam' })).body;
    const before = await read(inquiry);
    await operator.moderate('answers', answers[0].answer_id, 'hide');
    const hidden = await read(inquiry);

    board.clock.advance({ minutes: 1 });
    await updateInquiry(eve, inquiry, 'answer', { body: 'Looms.' });
    const answered = await read(inquiry);
    await operator.moderate('answers', answers[0].answer_id, 'unhide');

    expect(hidden).toMatchObject({ answerCount: 0, firstAnsweredAt: null });
    expect(answered).toMatchObject({ answerCount: 1, answers: { nodes: [{ seq: 2 }] } });
    expect(answered.firstAnsweredAt).toBe(board.clock.now().toISOString());
    expect(await read(inquiry)).toMatchObject({ answerCount: 2, firstAnsweredAt: before.firstAnsweredAt });
  });

  test('are counted the same after the inquiry was hidden and unhidden', async () => {
    const inquiry = await createInquiry(ada);
    await updateInquiry(bob, inquiry, 'answer', { body: 'Looms.' });
    const before = await read(inquiry);

    await operator.moderate('inquiries', inquiry, 'hide');
    await operator.moderate('inquiries', inquiry, 'unhide');

    expect(await read(inquiry)).toEqual(before);
  });
});

describe('a hidden review', () => {
  const review = async (agent: TestAgent, ids: object): Promise<string> =>
    (await callWorkOrThrow(agent, 'review', { ...ids, verdict: 'approve', evidence: 'read' })).review_id;

  async function createReviewedSubmission() {
    const { work_id } = await createWork(ada, { min_independent_reviews: 1 });
    const { submission_id } = await claimAndSubmit(bob, work_id);
    const ids = { work_id, submission_id };
    // Only the review of eve is independent: ada has created the packet.
    const [review_id, creatorReviewId] = [await review(eve, ids), await review(ada, ids)];
    return { ids, review_id, creatorReviewId };
  }

  const countsOf = async ({ work_id, submission_id }: Body): Promise<number[]> => {
    const { body } = await board.call(`GET /public/work/${work_id}/submissions/${submission_id}`);
    return [body.review_count, body.independent_review_count];
  };

  test('is not counted, and does not satisfy the policy of the packet', async () => {
    const { ids, review_id } = await createReviewedSubmission();
    const accept = () => callWork('rest', ada, 'dispose', { ...ids, action: 'accept' });
    await operator.moderate('reviews', review_id, 'hide');

    const [counts, refused] = [await countsOf(ids), await accept()];
    await operator.moderate('reviews', review_id, 'unhide');
    const accepted = await accept();

    expect(counts).toEqual([1, 0]);
    expect([refused.code, refused.problem.independent_reviews]).toEqual(['state_conflict', 0]);
    expect([accepted.code, await countsOf(ids)]).toEqual([null, [2, 1]]);
  });

  test('lowers the number of independent reviews only if it is independent', async () => {
    const { ids, creatorReviewId } = await createReviewedSubmission();

    await operator.moderate('reviews', creatorReviewId, 'hide');

    expect(await countsOf(ids)).toEqual([1, 1]);
  });

  test('is in no statistics until it is unhidden', async () => {
    const { review_id } = await createReviewedSubmission();
    const countReviews = async () => {
      const { body } = await board.call('POST /graphql', {
        body: { query: '{ statistics { work { reviews } } }' },
      });
      return body.data.statistics.work.reviews as number;
    };
    // Counts that were cached before the review are too old now.
    board.clock.advance({ minutes: 1 });
    const before = await countReviews();

    await operator.moderate('reviews', review_id, 'hide');
    const hidden = await countReviews();
    await operator.moderate('reviews', review_id, 'unhide');

    expect([hidden - before, await countReviews()]).toEqual([-1, before]);
  });

  test('lets an acceptance that runs while the review is being hidden succeed, or be refused without effect', async () => {
    // Six attempts, because either commit may come first.
    for (let i = 0; i < 6; i++) {
      const { ids, review_id } = await createReviewedSubmission();

      const [hidden, decided] = await Promise.all([
        operator.moderate('reviews', review_id, 'hide'),
        callWork('rest', ada, 'dispose', { ...ids, action: 'accept' }),
      ]);

      const { body: packet } = await board.call(`GET /public/work/${ids.work_id}`);
      expect([hidden.status, packet.scopes[0].state]).toEqual([
        200,
        decided.code === null ? 'accepted' : 'submitted',
      ]);
    }
  });

  test('stays uncounted after its submission is hidden and unhidden', async () => {
    const { ids, review_id } = await createReviewedSubmission();
    await operator.moderate('reviews', review_id, 'hide');

    await operator.moderate('submissions', ids.submission_id, 'hide');
    await operator.moderate('submissions', ids.submission_id, 'unhide');

    expect(await countsOf(ids)).toEqual([1, 0]);
  });
});

test('the number of claimed inquiries excludes hidden ones', async () => {
  const ids = [await createInquiry(ada), await createInquiry(ada)];
  for (const id of ids) await updateInquiry(bob, id, 'claim');
  const countClaimed = async () => {
    const query = '{ statistics { overview { inquiries { claimed } } } }';
    const { body } = await board.call('POST /graphql', { body: { query } });
    return body.data.statistics.overview.inquiries.claimed as number;
  };
  const before = await countClaimed();

  await operator.moderate('inquiries', ids[0] ?? '', 'hide');

  expect(await countClaimed()).toBe(before - 1);
});

test('a board that imports an archive counts no hidden records either', async () => {
  const { thread_id: thread } = await ada.openThread('archived', 'general', 'first');
  const { post_id: post } = await bob.post(thread, 'second');
  await operator.moderate('posts', post, 'hide');
  const inquiry = await createInquiry(ada);
  const { answers } = (await updateInquiry(bob, inquiry, 'answer', { body: 'spam' })).body;
  await operator.moderate('answers', answers[0].answer_id, 'hide');
  const { work_id } = await createWork(ada);
  const { submission_id } = await claimAndSubmit(bob, work_id);
  const input = { work_id, submission_id, verdict: 'approve', evidence: 'read' };
  const { review_id } = await callWorkOrThrow(eve, 'review', input);
  await operator.moderate('reviews', review_id, 'hide');

  const lines = await exportLines(board);
  await using target = await openBoardAtSameTime(board);
  await importLines(target, lines);

  const { body: asked } = await target.call(`GET /public/inquiries/${inquiry}`);
  const { body: submitted } = await target.call(`GET /public/work/${work_id}/submissions/${submission_id}`);
  expect(await readPostCount(thread, target)).toBe(1);
  expect(asked.answer_count).toBe(0);
  expect([submitted.review_count, submitted.independent_review_count]).toEqual([0, 0]);
});

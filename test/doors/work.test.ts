import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../support/agent.ts';
import { openBoard, type TestBoard } from '../support/board.ts';
import { handIn, kindsOf, makeWork, must, readEvents, readWork } from '../support/work.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
let eve: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob, eve] = [await board.join('ada'), await board.join('bob'), await board.join('eve')];
});

afterAll(() => board[Symbol.asyncDispose]());

describe('a work packet', () => {
  test('goes from its claim to its acceptance, and its events say how', async () => {
    const work = await makeWork(ada, { title: 'A parser', channel: 'general' });
    const work_id = work.work_id;
    const claim = await must(bob, 'claim', { work_id, scope: 'main', version: 1 });
    const submission = await must(bob, 'submit', {
      work_id,
      claim_id: claim.claim_id,
      fence: claim.fence,
      artifact: { kind: 'inline', content: 'x = 1', media_type: 'text/plain' },
      evidence: { tests: 3 },
      limitations: ['no unicode'],
    });
    const { submission_id } = submission;
    const review = await must(eve, 'review', {
      work_id,
      submission_id,
      verdict: 'approve',
      evidence: 'I ran it',
    });
    const done = await must(ada, 'dispose', { work_id, action: 'accept', submission_id });

    expect(work).toMatchObject({
      type: 'work',
      status: 'open',
      version: 1,
      title: 'A parser',
      channel: 'general',
      acceptance: [{ id: '1', text: 'It parses' }],
      policy: { claim_ttl_seconds: 3600, review_ttl_seconds: 604800, min_independent_reviews: 0 },
      poll: `http://board.test/public/work/${work_id}/events`,
      path: `/public/work/${work_id}`,
      created_by: 'ada',
      via: 'rest',
      content_class: 'agent_generated_untrusted',
      events_head: 0,
      scopes: [
        {
          name: 'main',
          state: 'open',
          claim: null,
          submission_id: null,
          claimable: true,
          claimable_reason: 'open',
        },
      ],
    });
    const now = board.clock.now().getTime();
    expect(claim).toMatchObject({
      ...{
        type: 'claim',
        work_id,
        scope: 'main',
        version: 1,
        claim_version: 1,
        fence: 1,
        status: 'active',
        by: 'bob',
      },
      claimed_at: new Date(now).toISOString(),
      expires_at: new Date(now + 3_600_000).toISOString(),
      renew_at: new Date(now + 2_400_000).toISOString(),
    });
    expect(submission).toMatchObject({
      ...{ type: 'submission', work_id, scope: 'main', claim_id: claim.claim_id, packet_version: 1 },
      ...{
        submission_version: 1,
        author: 'bob',
        status: 'pending',
        review_count: 0,
        independent_review_count: 0,
      },
      artifact: { kind: 'inline', content: 'x = 1', media_type: 'text/plain' },
      digest: 'sha256:3d6f5d6b7b9fb8ad7c2b0f3c3d9c5f3d',
      evidence: { tests: 3 },
      limitations: ['no unicode'],
    });
    expect(review).toMatchObject({
      ...{ type: 'review', submission_id, verdict: 'approve', evidence: 'I ran it' },
      ...{ independence: 'distinct_agent', counts_toward_policy: true },
    });
    expect(done).toMatchObject({ status: 'accepted', version: 1, events_head: 4 });
    expect(done.scopes[0]).toMatchObject({
      state: 'accepted',
      submission_id,
      claimable_reason: 'packet_accepted',
    });
    const events = await readEvents(board, work_id);
    expect(events.map(({ seq, kind, actor }) => [seq, kind, actor])).toEqual([
      [1, 'claim.granted', 'bob'],
      [2, 'submission.created', 'bob'],
      [3, 'review.created', 'eve'],
      [4, 'disposition.accepted', 'ada'],
    ]);
    (void handIn, kindsOf, readWork);
  });
});

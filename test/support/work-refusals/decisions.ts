import { expect } from 'vitest';
import { handIn, must } from '../records/work.ts';
import {
  conflict,
  attempt,
  byAda,
  byBob,
  byEve,
  claim,
  dispose,
  make,
  stage,
  unknown,
  type Case,
  type Cases,
} from './fixtures.ts';

export const decisionCases: Cases = {
  'a review of one’s own work': {
    code: 'self_review',
    status: 403,
    when: async () => {
      const work_id = await make();
      const { submission_id } = await handIn(byBob(), work_id);
      return attempt(byBob, 'review', { work_id, submission_id, verdict: 'approve', evidence: 'fine' });
    },
  },
  'a second review by one reviewer': {
    code: 'already_reviewed',
    status: 409,
    when: async () => {
      const work_id = await make();
      const { submission_id } = await handIn(byBob(), work_id);
      const input = { work_id, submission_id, verdict: 'approve', evidence: 'fine' };
      await must(byEve(), 'review', input);
      return attempt(byEve, 'review', { ...input, verdict: 'reject' });
    },
  },
  'a review of another artifact': {
    code: 'digest_mismatch',
    status: 422,
    when: async () => {
      const work_id = await make();
      const { claim_id } = await claim(byBob(), work_id);
      const artifact = { kind: 'inline', content: 'x' };
      const { submission_id } = await must(byBob(), 'submit', { work_id, claim_id, artifact });
      const digest = `sha256:${'0'.repeat(64)}`;
      return attempt(byEve, 'review', {
        work_id,
        submission_id,
        verdict: 'approve',
        evidence: 'fine',
        digest,
      });
    },
  },
  'a review of what is decided': {
    ...conflict('rejected'),
    when: async () => {
      const work_id = await make();
      const { submission_id } = await handIn(byBob(), work_id);
      await dispose(work_id, 'reject', { submission_id });
      return attempt(byEve, 'review', { work_id, submission_id, verdict: 'approve', evidence: 'fine' });
    },
  },
  'a disposition by anyone but the creator': {
    code: 'not_creator',
    status: 403,
    when: async () => {
      const work_id = await make();
      const { submission_id } = await handIn(byBob(), work_id);
      return attempt(byEve, 'dispose', { work_id, action: 'accept', submission_id });
    },
  },
  'closing by anyone but the creator': {
    code: 'not_creator',
    status: 403,
    when: async () => attempt(byEve, 'dispose', { work_id: await make(), action: 'close' }),
  },
  'a disposition for a version that is not the current one': {
    code: 'version_conflict',
    status: 409,
    members: { current_version: 1 },
    when: async () => {
      const work_id = await make();
      const { submission_id } = await handIn(byBob(), work_id);
      return attempt(byAda, 'dispose', { work_id, action: 'accept', submission_id, version: 2 });
    },
  },
  'a second decision on one submission': {
    ...conflict('repair'),
    when: async () => {
      const work_id = await make();
      const { submission_id } = await handIn(byBob(), work_id);
      await dispose(work_id, 'repair', { submission_id });
      return attempt(byAda, 'dispose', { work_id, action: 'accept', submission_id });
    },
  },
  'a decision on a candidate': {
    ...conflict('candidate'),
    when: async () => {
      const work_id = await make();
      const { claim_id } = await claim(byBob(), work_id);
      stage.board.clock.pass({ seconds: 3600 });
      await claim(byEve(), work_id);
      const late = { work_id, claim_id, artifact: 'x', candidate: true };
      const { submission_id } = await must(byBob(), 'submit', late);
      return attempt(byAda, 'dispose', { work_id, action: 'accept', submission_id });
    },
  },
  'a decision on what has lapsed': {
    ...conflict('lapsed'),
    when: async () => {
      const work_id = await make({ review_ttl_seconds: 300 });
      const { submission_id } = await handIn(byBob(), work_id);
      stage.board.clock.pass({ seconds: 300 });
      return attempt(byAda, 'dispose', { work_id, action: 'accept', submission_id });
    },
  },
  'a decision on a submission of another packet': {
    code: 'not_found',
    status: 404,
    when: async () => {
      const { submission_id } = await handIn(byBob(), await make());
      return attempt(byAda, 'dispose', { work_id: await make(), action: 'accept', submission_id });
    },
  },
  'a decision that says nothing of what it sends back': {
    code: 'validation_failed',
    status: 422,
    members: {
      errors: [expect.objectContaining({ type: 'missing' }), expect.objectContaining({ type: 'missing' })],
    },
    when: async () => attempt(byAda, 'dispose', { work_id: await make(), action: 'repair' }),
  },
  'a claim on a packet that there is not': {
    code: 'not_found',
    status: 404,
    when: () => Promise.resolve(attempt(byBob, 'claim', { work_id: unknown, scope: 'main' })),
  },
  'a submission under a claim that there is not': {
    code: 'not_found',
    status: 404,
    when: async () => attempt(byBob, 'submit', { work_id: await make(), claim_id: unknown, artifact: 'x' }),
  },
  ...Object.fromEntries(
    (['accept', 'reject'] as const).map((action) => [
      `to ${action} with fewer independent reviews than the policy asks for`,
      {
        ...conflict('submitted'),
        members: { current_state: 'submitted', required_reviews: 1, independent_reviews: 0 },
        when: async () => {
          const work_id = await make({ min_independent_reviews: 1 });
          const { submission_id } = await handIn(byBob(), work_id);
          // A creator’s own review does not count.
          await must(byAda(), 'review', { work_id, submission_id, verdict: 'approve', evidence: 'fine' });
          return attempt(byAda, 'dispose', { work_id, action, submission_id, note: 'because' });
        },
      } satisfies Case,
    ]),
  ),
};

import { expect } from 'vitest';
import { claimAndSubmit, callWorkOrThrow } from '../records/work.ts';
import {
  stateConflict,
  attempt,
  byAda,
  byBob,
  byEve,
  claim,
  dispose,
  createPacket,
  fixtures,
  type RefusalCase,
  type RefusalCases,
} from './fixtures.ts';

export const reviewAndDecisionCases: RefusalCases = {
  'a review of the caller’s own work': {
    code: 'self_review',
    status: 403,
    prepare: async () => {
      const work_id = await createPacket();
      const { submission_id } = await claimAndSubmit(byBob(), work_id);
      return attempt(byBob, 'review', { work_id, submission_id, verdict: 'approve', evidence: 'fine' });
    },
  },
  'a second review by the same reviewer': {
    code: 'already_reviewed',
    status: 409,
    prepare: async () => {
      const work_id = await createPacket();
      const { submission_id } = await claimAndSubmit(byBob(), work_id);
      const input = { work_id, submission_id, verdict: 'approve', evidence: 'fine' };
      await callWorkOrThrow(byEve(), 'review', input);
      return attempt(byEve, 'review', { ...input, verdict: 'reject' });
    },
  },
  'a review whose digest does not match the artifact': {
    code: 'digest_mismatch',
    status: 422,
    prepare: async () => {
      const work_id = await createPacket();
      const { claim_id } = await claim(byBob(), work_id);
      const artifact = { kind: 'inline', content: 'x' };
      const { submission_id } = await callWorkOrThrow(byBob(), 'submit', { work_id, claim_id, artifact });
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
  'a review of a decided submission': {
    ...stateConflict('rejected'),
    prepare: async () => {
      const work_id = await createPacket();
      const { submission_id } = await claimAndSubmit(byBob(), work_id);
      await dispose(work_id, 'reject', { submission_id });
      return attempt(byEve, 'review', { work_id, submission_id, verdict: 'approve', evidence: 'fine' });
    },
  },
  'a disposition by an agent other than the creator': {
    code: 'not_creator',
    status: 403,
    prepare: async () => {
      const work_id = await createPacket();
      const { submission_id } = await claimAndSubmit(byBob(), work_id);
      return attempt(byEve, 'dispose', { work_id, action: 'accept', submission_id });
    },
  },
  'closing by an agent other than the creator': {
    code: 'not_creator',
    status: 403,
    prepare: async () => attempt(byEve, 'dispose', { work_id: await createPacket(), action: 'close' }),
  },
  'a disposition for a version that is not the current one': {
    code: 'version_conflict',
    status: 409,
    members: { current_version: 1, cause: { kind: 'packet.created' } },
    prepare: async () => {
      const work_id = await createPacket();
      const { submission_id } = await claimAndSubmit(byBob(), work_id);
      return attempt(byAda, 'dispose', { work_id, action: 'accept', submission_id, version: 2 });
    },
  },
  'a second decision on one submission': {
    ...stateConflict('repair'),
    prepare: async () => {
      const work_id = await createPacket();
      const { submission_id } = await claimAndSubmit(byBob(), work_id);
      await dispose(work_id, 'repair', { submission_id });
      return attempt(byAda, 'dispose', { work_id, action: 'accept', submission_id });
    },
  },
  'a decision on a candidate': {
    ...stateConflict('candidate'),
    prepare: async () => {
      const work_id = await createPacket();
      const { claim_id } = await claim(byBob(), work_id);
      fixtures.board.clock.advance({ seconds: 3600 });
      await claim(byEve(), work_id);
      const late = { work_id, claim_id, artifact: 'x', candidate: true };
      const { submission_id } = await callWorkOrThrow(byBob(), 'submit', late);
      return attempt(byAda, 'dispose', { work_id, action: 'accept', submission_id });
    },
  },
  'a decision on a lapsed submission': {
    ...stateConflict('lapsed'),
    prepare: async () => {
      const work_id = await createPacket({ review_ttl_seconds: 300 });
      const { submission_id } = await claimAndSubmit(byBob(), work_id);
      fixtures.board.clock.advance({ seconds: 300 });
      return attempt(byAda, 'dispose', { work_id, action: 'accept', submission_id });
    },
  },
  'a decision on a submission of another packet': {
    code: 'not_found',
    status: 404,
    prepare: async () => {
      const { submission_id } = await claimAndSubmit(byBob(), await createPacket());
      return attempt(byAda, 'dispose', { work_id: await createPacket(), action: 'accept', submission_id });
    },
  },
  'a repair with neither submission nor note': {
    code: 'validation_failed',
    status: 422,
    members: {
      errors: [expect.objectContaining({ type: 'missing' }), expect.objectContaining({ type: 'missing' })],
    },
    prepare: async () => attempt(byAda, 'dispose', { work_id: await createPacket(), action: 'repair' }),
  },
  ...Object.fromEntries(
    (['accept', 'reject'] as const).map((action) => [
      `the disposition ${action} with fewer independent reviews than the packet requires`,
      {
        ...stateConflict('submitted'),
        members: { current_state: 'submitted', required_reviews: 1, independent_reviews: 0 },
        prepare: async () => {
          const work_id = await createPacket({ min_independent_reviews: 1 });
          const { submission_id } = await claimAndSubmit(byBob(), work_id);
          // The creator’s review does not count.
          await callWorkOrThrow(byAda(), 'review', {
            work_id,
            submission_id,
            verdict: 'approve',
            evidence: 'fine',
          });
          return attempt(byAda, 'dispose', { work_id, action, submission_id, note: 'because' });
        },
      } satisfies RefusalCase,
    ]),
  ),
};

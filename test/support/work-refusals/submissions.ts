import { UNKNOWN_ID } from '../records/ids.ts';
import { callWorkOrThrow, claimAndSubmit } from '../records/work.ts';
import {
  stateConflict,
  attempt,
  byBob,
  byEve,
  claim,
  dispose,
  createPacket,
  fixtures,
  type RefusalCases,
} from './fixtures.ts';

export const submissionCases: RefusalCases = {
  'a submission under another agent’s claim': {
    code: 'claim_lost',
    status: 409,
    prepare: async () => {
      const work_id = await createPacket();
      const { claim_id } = await claim(byBob(), work_id);
      return attempt(byEve, 'submit', { work_id, claim_id, artifact: 'x' });
    },
  },
  'a submission under a stale fence': {
    code: 'claim_lost',
    status: 409,
    prepare: async () => {
      const work_id = await createPacket();
      const { claim_id } = await claim(byBob(), work_id);
      return attempt(byBob, 'submit', { work_id, claim_id, artifact: 'x', fence: 0 });
    },
  },
  'a submission under a fence that was not granted yet': {
    code: 'claim_lost',
    status: 409,
    prepare: async () => {
      const work_id = await createPacket();
      const { claim_id } = await claim(byBob(), work_id);
      return attempt(byBob, 'submit', { work_id, claim_id, artifact: 'x', fence: 2 });
    },
  },
  'a late submission after another agent’s claim': {
    code: 'claim_lost',
    status: 409,
    members: { current_state: 'claimed', current_fence: 2, cause: { kind: 'claim.expired' } },
    prepare: async () => {
      const work_id = await createPacket();
      const { claim_id, fence } = await claim(byBob(), work_id);
      fixtures.board.clock.advance({ seconds: 3600 });
      await claim(byEve(), work_id);
      return attempt(byBob, 'submit', { work_id, claim_id, artifact: 'x', fence });
    },
  },
  'a second submission under one claim, after a repair': {
    code: 'claim_lost',
    status: 409,
    members: { current_version: 2, cause: { kind: 'disposition.repair' } },
    prepare: async () => {
      const work_id = await createPacket();
      const { claim_id, submission_id } = await claimAndSubmit(byBob(), work_id);
      await dispose(work_id, 'repair', { submission_id });
      return attempt(byBob, 'submit', { work_id, claim_id, artifact: 'x' });
    },
  },
  'a submission under a claim on an older version of the packet': {
    code: 'version_conflict',
    status: 409,
    members: { current_version: 2, cause: { kind: 'disposition.repair' } },
    prepare: async () => {
      const work_id = await createPacket({ scopes: ['main', 'other'] });
      const { claim_id } = await claim(byEve(), work_id, 'other');
      const { submission_id } = await claimAndSubmit(byBob(), work_id);
      await dispose(work_id, 'repair', { submission_id });
      return attempt(byEve, 'submit', { work_id, claim_id, artifact: 'x' });
    },
  },
  'a submission for a version that is not the current one': {
    code: 'version_conflict',
    status: 409,
    members: { current_version: 1, cause: { kind: 'packet.created' } },
    prepare: async () => {
      const work_id = await createPacket();
      const { claim_id } = await claim(byBob(), work_id);
      return attempt(byBob, 'submit', { work_id, claim_id, artifact: 'x', version: 7 });
    },
  },
  'a second submission under one claim, even as a candidate': {
    ...stateConflict('submitted'),
    prepare: async () => {
      const work_id = await createPacket();
      const { claim_id } = await claimAndSubmit(byBob(), work_id);
      return attempt(byBob, 'submit', { work_id, claim_id, artifact: 'y', candidate: true });
    },
  },
  'a second candidate under one claim': {
    ...stateConflict('candidate'),
    prepare: async () => {
      const work_id = await createPacket();
      const { claim_id } = await claim(byBob(), work_id);
      fixtures.board.clock.advance({ seconds: 3600 });
      await claim(byEve(), work_id);
      const late = { work_id, claim_id, artifact: 'x', candidate: true };
      await callWorkOrThrow(byBob(), 'submit', late);
      return attempt(byBob, 'submit', { ...late, artifact: 'y' });
    },
  },
  'a submission under an unknown claim': {
    code: 'not_found',
    status: 404,
    prepare: async () =>
      attempt(byBob, 'submit', { work_id: await createPacket(), claim_id: UNKNOWN_ID, artifact: 'x' }),
  },
  'a submission with a URL but no digest': {
    code: 'validation_failed',
    status: 422,
    prepare: async () => {
      const work_id = await createPacket();
      const { claim_id } = await claim(byBob(), work_id);
      const artifact = { kind: 'url', uri: 'https://example.org/x.patch' };
      return attempt(byBob, 'submit', { work_id, claim_id, artifact });
    },
  },
  'a submission whose digest does not match the content': {
    code: 'digest_mismatch',
    status: 422,
    prepare: async () => {
      const work_id = await createPacket();
      const { claim_id } = await claim(byBob(), work_id);
      const digest = `sha256:${'0'.repeat(64)}`;
      return attempt(byBob, 'submit', {
        work_id,
        claim_id,
        digest,
        artifact: { kind: 'inline', content: 'x' },
      });
    },
  },
};

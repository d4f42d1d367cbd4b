import { expect } from 'vitest';
import { handIn, must } from '../records/work.ts';
import { conflict, attempt, byBob, byEve, claim, dispose, make, stage, type Cases } from './fixtures.ts';

export const claimCases: Cases = {
  'a claim on what another holds': {
    code: 'claim_held',
    status: 409,
    members: { holder: 'bob', expires_at: expect.stringMatching(/Z$/) },
    when: async () => {
      const work_id = await make();
      await claim(byBob(), work_id);
      return attempt(byEve, 'claim', { work_id, scope: 'main' });
    },
  },
  'a claim for a version that is not the current one': {
    code: 'version_conflict',
    status: 409,
    members: { current_version: 1 },
    when: async () => attempt(byBob, 'claim', { work_id: await make(), scope: 'main', version: 2 }),
  },
  'a claim on what is submitted': {
    ...conflict('submitted'),
    when: async () => {
      const work_id = await make();
      await handIn(byBob(), work_id);
      return attempt(byEve, 'claim', { work_id, scope: 'main' });
    },
  },
  'a claim on a scope that is accepted, in a packet that is open': {
    ...conflict('accepted'),
    when: async () => {
      const work_id = await make({ scopes: ['main', 'other'] });
      const { submission_id } = await handIn(byBob(), work_id);
      await dispose(work_id, 'accept', { submission_id });
      return attempt(byEve, 'claim', { work_id, scope: 'main' });
    },
  },
  'a claim on a scope that there is not': {
    code: 'validation_failed',
    status: 422,
    members: { scopes: ['a', 'b'], errors: [expect.objectContaining({ msg: 'Must be one of a, b' })] },
    when: async () => attempt(byBob, 'claim', { work_id: await make({ scopes: ['a', 'b'] }), scope: 'A' }),
  },
  'a renewal after the lease has passed': {
    code: 'claim_lost',
    status: 409,
    members: { current_state: 'open', current_fence: 1, current_version: 1 },
    when: async () => {
      const work_id = await make();
      const { claim_id, fence } = await claim(byBob(), work_id);
      stage.board.clock.pass({ seconds: 3600 });
      return attempt(byBob, 'renew', { work_id, claim_id, fence });
    },
  },
  'a renewal under a stale fence': {
    code: 'claim_lost',
    status: 409,
    when: async () => {
      const work_id = await make();
      const { claim_id } = await claim(byBob(), work_id);
      return attempt(byBob, 'renew', { work_id, claim_id, fence: 0 });
    },
  },
  'a release of another agent’s claim': {
    code: 'claim_lost',
    status: 409,
    when: async () => {
      const work_id = await make();
      const { claim_id, fence } = await claim(byBob(), work_id);
      return attempt(byEve, 'release', { work_id, claim_id, fence });
    },
  },
  'a release of what was released': {
    code: 'claim_lost',
    status: 409,
    when: async () => {
      const work_id = await make();
      const { claim_id, fence } = await claim(byBob(), work_id);
      await must(byBob(), 'release', { work_id, claim_id, fence });
      return attempt(byBob, 'release', { work_id, claim_id, fence });
    },
  },
};

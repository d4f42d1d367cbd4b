import { expect } from 'vitest';
import { UNKNOWN_ID } from '../records/ids.ts';
import { claimAndSubmit, callWorkOrThrow } from '../records/work.ts';
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

export const claimCases: RefusalCases = {
  'a claim on a scope that another agent holds': {
    code: 'claim_held',
    status: 409,
    members: { holder: 'bob', expires_at: expect.stringMatching(/Z$/) },
    prepare: async () => {
      const work_id = await createPacket();
      await claim(byBob(), work_id);
      return attempt(byEve, 'claim', { work_id, scope: 'main' });
    },
  },
  'a claim for a version that is not the current one': {
    code: 'version_conflict',
    status: 409,
    members: { current_version: 1, cause: { kind: 'packet.created' } },
    prepare: async () =>
      attempt(byBob, 'claim', { work_id: await createPacket(), scope: 'main', version: 2 }),
  },
  'a claim on a submitted scope': {
    ...stateConflict('submitted'),
    prepare: async () => {
      const work_id = await createPacket();
      await claimAndSubmit(byBob(), work_id);
      return attempt(byEve, 'claim', { work_id, scope: 'main' });
    },
  },
  'a claim on an accepted scope of an open packet': {
    ...stateConflict('accepted'),
    prepare: async () => {
      const work_id = await createPacket({ scopes: ['main', 'other'] });
      const { submission_id } = await claimAndSubmit(byBob(), work_id);
      await dispose(work_id, 'accept', { submission_id });
      return attempt(byEve, 'claim', { work_id, scope: 'main' });
    },
  },
  'a claim on an unknown packet': {
    code: 'not_found',
    status: 404,
    prepare: () => Promise.resolve(attempt(byBob, 'claim', { work_id: UNKNOWN_ID, scope: 'main' })),
  },
  'a claim on an unknown scope': {
    code: 'validation_failed',
    status: 422,
    members: { scopes: ['a', 'b'], errors: [expect.objectContaining({ msg: 'Must be one of a, b' })] },
    prepare: async () =>
      attempt(byBob, 'claim', { work_id: await createPacket({ scopes: ['a', 'b'] }), scope: 'A' }),
  },
  'a renewal after the lease has passed': {
    code: 'claim_lost',
    status: 409,
    members: { current_state: 'open', current_fence: 1, cause: { kind: 'claim.expired' } },
    prepare: async () => {
      const work_id = await createPacket();
      const { claim_id, fence } = await claim(byBob(), work_id);
      fixtures.board.clock.advance({ seconds: 3600 });
      return attempt(byBob, 'renew', { work_id, claim_id, fence });
    },
  },
  'a renewal under a stale fence': {
    code: 'claim_lost',
    status: 409,
    prepare: async () => {
      const work_id = await createPacket();
      const { claim_id } = await claim(byBob(), work_id);
      return attempt(byBob, 'renew', { work_id, claim_id, fence: 0 });
    },
  },
  'a release of another agent’s claim': {
    code: 'claim_lost',
    status: 409,
    members: { cause: { kind: 'claim.granted' } },
    prepare: async () => {
      const work_id = await createPacket();
      const { claim_id, fence } = await claim(byBob(), work_id);
      return attempt(byEve, 'release', { work_id, claim_id, fence });
    },
  },
  'a second release of a claim': {
    code: 'claim_lost',
    status: 409,
    members: { cause: { kind: 'claim.released' } },
    prepare: async () => {
      const work_id = await createPacket();
      const { claim_id, fence } = await claim(byBob(), work_id);
      await callWorkOrThrow(byBob(), 'release', { work_id, claim_id, fence });
      return attempt(byBob, 'release', { work_id, claim_id, fence });
    },
  },
};

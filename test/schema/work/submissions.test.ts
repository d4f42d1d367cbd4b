import { describe, expect, test } from 'vitest';
import {
  decideSubmission,
  createSecondCandidateError,
  submissionNotFound,
} from '../../../schema/work/submissions/rules.ts';
import type { Scope } from '../../../schema/work/packet-state.ts';
import {
  createClaim,
  createClaimedScope,
  createPacket,
  createScope,
  createSubmittedScope,
  inSeconds,
  NOW,
  READ,
  refusal,
  refusalOf,
} from '../../support/records/work-packet.ts';

const at = (seconds: number) => inSeconds(seconds).toISOString();

const claim = { id: 'claim 1', createdBy: 'bob', fence: 3, packetVersion: 2 };

const request = {
  by: 'bob',
  now: NOW,
  claim,
  fence: undefined,
  version: undefined,
  keepsCandidate: false,
  digest: 'a digest',
  id: 'submission 2',
};

const submit = (scope: Scope, more: object = {}, packet: object = {}) =>
  decideSubmission(createPacket([scope], packet), scope, { ...request, ...more });

const created = {
  kind: 'submission.created',
  actor: 'bob',
  at: NOW,
  scope: 'main',
  claimId: 'claim 1',
  submissionId: 'submission 2',
  data: { claimed_version: 2, submission_version: 1, digest: 'a digest', expires_at: at(3000) },
};

describe('a submission', () => {
  test.each([
    ['without a fence', {}],
    ['with null as fence and version', { fence: null, version: null }],
    ['with its fence and version', { fence: 3, version: 2 }],
  ])('under the active claim is created, %s', (_how, more) => {
    expect(submit(createClaimedScope(), more)).toEqual([created]);
  });

  test('has the next number of its scope, and is pending until the packet ends at the latest', () => {
    const scope = { ...createClaimedScope(), submissions: 4 };
    const data = { ...created.data, submission_version: 5, expires_at: at(2500) };

    expect(submit(scope, {}, { expiresAt: inSeconds(2500) })).toEqual([{ ...created, data }]);
  });

  test.each(['open', 'repair'] as const)(
    'under the last claim of a scope that is %s again grants the claim again, for as long as before',
    (state) => {
      const scope = createScope({ state, fence: 3, claim: createClaim({ status: 'expired' }) });

      expect(submit(scope)).toEqual([
        {
          kind: 'claim.regranted',
          actor: 'bob',
          at: NOW,
          scope: 'main',
          claimId: 'claim 1',
          data: { ttl_seconds: 1000, expires_at: at(1000), fence: 4 },
        },
        created,
      ]);
    },
  );

  test.each([2, 4, 0])('under the fence %d instead of 3 is refused', (fence) => {
    expect(refusalOf(() => submit(createClaimedScope(), { fence }))).toEqual(
      refusal(
        'claim_lost',
        { current_state: 'claimed', current_version: 2, current_fence: 3 },
        { operation: 'SubmitWork', variables: { workId: 'packet 1', claimId: 'claim 1', fence: 3 } },
      ),
    );
  });

  test('under another agent’s claim is refused', () => {
    expect(refusalOf(() => submit(createClaimedScope(), { by: 'eve' }))?.code).toBe('claim_lost');
  });

  test('to an accepted scope, or to a packet that has ended, is refused', () => {
    const refusals = [
      refusalOf(() => submit(createScope({ state: 'accepted' }))),
      refusalOf(() => submit(createClaimedScope(), {}, { status: 'expired' })),
    ];

    expect(refusals).toEqual([
      refusal('state_conflict', { current_state: 'accepted' }, READ),
      refusal('state_conflict', { current_state: 'expired' }, READ),
    ]);
  });

  test.each([
    ['', {}],
    [', also after the packet has got a new version', { claim: { ...claim, packetVersion: 1 } }],
    [', also as a candidate', { keepsCandidate: true }],
  ])('is made once under a claim%s', (_when, more) => {
    expect(refusalOf(() => submit(createSubmittedScope(), more))).toEqual(
      refusal('state_conflict', { current_state: 'submitted' }, READ),
    );
  });

  test.each([1, 3])('for version %d of a packet at version 2 is refused', (version) => {
    expect(refusalOf(() => submit(createClaimedScope(), { version }))).toEqual(
      refusal('version_conflict', { current_version: 2 }, READ),
    );
  });

  test('under an active claim of an older version of the packet is refused with the current version', () => {
    expect(refusalOf(() => submit(createClaimedScope(), { claim: { ...claim, packetVersion: 1 } }))).toEqual(
      refusal('version_conflict', { current_version: 2 }, READ),
    );
  });

  test.each([
    ['another agent has claimed the scope', { ...createClaimedScope({ id: 'claim 2', by: 'eve' }) }, claim],
    [
      'the packet has a new version',
      createScope({ state: 'repair', claim: createClaim() }),
      { ...claim, packetVersion: 1 },
    ],
  ])('is refused, or kept as a candidate, when %s', (_when, scope, old) => {
    expect(refusalOf(() => submit(scope, { claim: old }))?.code).toBe('claim_lost');
    expect(submit(scope, { claim: old, keepsCandidate: true })).toEqual([
      {
        ...created,
        kind: 'submission.candidate',
        data: {
          claimed_version: old.packetVersion,
          submission_version: scope.submissions + 1,
          digest: 'a digest',
        },
      },
    ]);
  });

  test('that is kept as a candidate is for the version of its claim, whichever version is sent', () => {
    const scope = createScope({ state: 'repair', claim: createClaim() });
    const late = { claim: { ...claim, packetVersion: 1 }, keepsCandidate: true };

    const submissions = [1, 2, 99].map((version) => submit(scope, { ...late, version }));

    expect(submissions.map(([event]) => [event?.kind, event?.data?.claimed_version])).toEqual(
      Array<unknown>(3).fill(['submission.candidate', 1]),
    );
  });
});

test('an unknown submission and a second candidate are refused with the next call', () => {
  const refusals = [submissionNotFound('x'), createSecondCandidateError('packet 1')].map((error) =>
    refusalOf(() => {
      throw error;
    }),
  );

  expect(refusals).toEqual([
    refusal('not_found', {}, { operation: 'WorkList' }),
    refusal('state_conflict', { current_state: 'candidate' }, READ),
  ]);
});

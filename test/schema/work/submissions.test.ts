import { describe, expect, test } from 'vitest';
import type { WorkSubmission } from '../../../prisma/client.ts';
import {
  assertPending,
  decideSubmission,
  evidenceJson,
  resolveDigest,
  secondCandidate,
  statusAt,
  submissionNotFound,
  submissionRules,
  visibleIndependentReviews,
} from '../../../schema/work/submissions/rules.ts';
import { findBrokenRules } from '../../../schema/writes/input-rules.ts';
import type { Scope } from '../../../schema/work/packet-state.ts';
import {
  createClaim,
  createClaimedScope,
  createPacket,
  createScope,
  createSubmission,
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
  candidate: false,
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
    ['with null for it', { fence: null, version: null }],
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
    'under the last claim of a scope that is %s again grants the claim again, for its lease',
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

  test('is made once under a claim', () => {
    expect(refusalOf(() => submit(createSubmittedScope()))).toEqual(
      refusal('state_conflict', { current_state: 'submitted' }, READ),
    );
  });

  test.each([1, 3])('for version %d of a packet at version 2 is refused', (version) => {
    expect(refusalOf(() => submit(createClaimedScope(), { version }))).toEqual(
      refusal('version_conflict', { current_version: 2 }, READ),
    );
  });

  test('of a holder whose claim has an older version is refused with the version', () => {
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
    expect(submit(scope, { claim: old, candidate: true })).toEqual([
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
});

describe('the digest', () => {
  const digest = 'sha256:2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881';
  const other = 'sha256:0000000000000000000000000000000000000000000000000000000000000000';

  test.each([
    ['x', undefined, digest],
    ['x', other, other],
    [{ kind: 'inline', content: 'x' }, undefined, digest],
    [{ kind: 'inline', content: 'x' }, digest, digest],
    [{ kind: 'url', url: 'http://a.test/' }, other, other],
    [{ kind: 'url', url: 'http://a.test/' }, null, null],
  ] as const)('of %j with %s is %s', (artifact, given, stored) => {
    expect(resolveDigest(artifact as never, given)).toBe(stored);
  });

  test('of inline content must be that of the content', () => {
    expect(refusalOf(() => resolveDigest({ kind: 'inline', content: 'x' } as never, other))).toEqual(
      refusal('digest_mismatch', { expected: digest }, null, [['input.digest', 'value_error']]),
    );
  });

  test.each([
    [{ kind: 'url', url: 'http://a.test/' }, undefined, 1],
    [{ kind: 'git', url: 'http://a.test/' }, null, 1],
    [{ kind: 'url', url: 'http://a.test/' }, other, 0],
    [{ kind: 'inline', content: 'x' }, undefined, 0],
    ['x', undefined, 0],
  ])('is required for what is not stored on the board: %j with %s', (artifact, given, faults) => {
    const input = { artifact: artifact as never, digest: given };

    const broken = findBrokenRules(submissionRules, { input, now: NOW, invalidFields: new Set() });

    expect(broken.map(({ path, type }) => [path.at(-1), type])).toEqual(
      Array(faults).fill(['digest', 'missing']),
    );
  });
});

test('interfaces with a member `kind` have the same rule as JSON Schema', () => {
  expect(JSON.stringify(submissionRules[0]?.schema?.((field) => field))).toMatch(
    /"artifact".*"kind".*"enum":\["url","git"\].*"then".*"digest"/,
  );
});

test.each([
  ['pending', inSeconds(0.001), 'pending'],
  ['pending', NOW, 'lapsed'],
  ['pending', null, 'pending'],
  ['accepted', NOW, 'accepted'],
] as const)('a submission that is %s until %s is %s', (status, expiresAt, expected) => {
  expect(statusAt({ status, expiresAt }, NOW)).toBe(expected);
});

describe('a decision', () => {
  const assertDecidable = (scope: Scope, id: string) =>
    assertPending(createPacket([scope]), scope, { id, status: 'rejected' } as WorkSubmission);

  test('is about the submission that is pending', () => {
    expect(refusalOf(() => assertDecidable(createSubmittedScope(), 'submission 1'))).toBeUndefined();
    for (const [scope, id] of [
      [createSubmittedScope(), 'submission 2'],
      [createScope({ submission: createSubmission() }), 'submission 1'],
      [createScope(), 'submission 1'],
    ] as const)
      expect(refusalOf(() => assertDecidable(scope, id))).toEqual(
        refusal('state_conflict', { current_state: 'rejected' }, READ),
      );
  });
});

test('hidden reviews do not count', () => {
  const submission = { independentReviewCount: 5, hiddenIndependentReviewCount: 2 } as WorkSubmission;

  expect(visibleIndependentReviews(submission)).toBe(3);
});

test('evidence is any JSON of at most 16 KiB and 10 levels', () => {
  const isValid = (value: unknown) => evidenceJson().safeParse(value).success;
  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

  expect([isValid('x'.repeat(16_382)), isValid('x'.repeat(16_383))]).toEqual([true, false]);
  expect([isValid(nested(9)), isValid(nested(11))]).toEqual([true, false]);
});

test('an unknown submission and a second candidate are refused with what to call', () => {
  const refusals = [submissionNotFound('x'), secondCandidate('packet 1')].map((error) =>
    refusalOf(() => {
      throw error;
    }),
  );

  expect(refusals).toEqual([
    refusal('not_found', {}, { operation: 'WorkList' }),
    refusal('state_conflict', { current_state: 'candidate' }, READ),
  ]);
});

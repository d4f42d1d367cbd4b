import { describe, expect, test } from 'vitest';
import type { WorkSubmission } from '../../../prisma/client.ts';
import {
  assertCreator,
  assertReviewed,
  dispositionRules,
  eventKindOf,
} from '../../../schema/work/dispositions/rules.ts';
import {
  claimableReason,
  createdEvent,
  currentSubmission,
  isClaimable,
  workNotFound,
} from '../../../schema/work/packets/rules.ts';
import {
  alreadyReviewed,
  assertNotAuthor,
  assertSameDigest,
  countsTowardPolicy,
  INDEPENDENCE_LEVELS,
  independenceOf,
} from '../../../schema/work/reviews/rules.ts';
import { findBrokenRules } from '../../../schema/writes/input-rules.ts';
import type { Viewer } from '../../../schema/viewer.ts';
import type { Scope } from '../../../schema/work/packet-state.ts';
import {
  createClaimedScope,
  createPacket,
  createScope,
  createSubmission,
  createSubmittedScope,
  inSeconds,
  NOW,
  refusal,
  refusalOf,
} from '../../support/records/work-packet.ts';

describe('a disposition', () => {
  test.each([
    ['accept', {}, ['submissionId']],
    ['accept', { submissionId: 'x' }, []],
    ['reject', { submissionId: 'x' }, ['note']],
    ['repair', { submissionId: 'x', note: null }, ['note']],
    ['repair', { submissionId: 'x', note: 'so' }, []],
    ['close', {}, []],
    ['close', { submissionId: 'x' }, ['submissionId']],
  ] as const)('with the action %s and %j has faults in %j', (action, more, fields) => {
    const issues = findBrokenRules(dispositionRules, {
      input: { action, ...more },
      now: NOW,
      invalidFields: new Set(),
    });

    expect(issues.map(({ path }) => path.at(-1))).toEqual(fields);
  });

  test('is made by the creator only', () => {
    expect(refusalOf(() => assertCreator(createPacket([]), 'ada'))).toBeUndefined();
    expect(refusalOf(() => assertCreator(createPacket([]), 'bob'))).toEqual(refusal('not_creator', {}, null));
  });

  test.each([
    [0, 0, 0, true],
    [1, 1, 0, true],
    [2, 1, 0, false],
    [2, 3, 2, false],
  ])('of a packet that requires %d reviews: %d, %d of them hidden, are enough: %s', (...args) => {
    const [minIndependentReviews, independentReviewCount, hiddenIndependentReviewCount, isEnough] = args;
    const submission = { independentReviewCount, hiddenIndependentReviewCount } as WorkSubmission;
    const packet = createPacket([], { minIndependentReviews });

    expect(refusalOf(() => assertReviewed(packet, submission))).toEqual(
      isEnough
        ? undefined
        : refusal(
            'state_conflict',
            { current_state: 'submitted', required_reviews: 2, independent_reviews: 1 },
            null,
          ),
    );
  });

  test('says how many reviews are missing', () => {
    const detailOf = (minIndependentReviews: number) => {
      const submission = { independentReviewCount: 0, hiddenIndependentReviewCount: 0 } as WorkSubmission;
      return () => assertReviewed(createPacket([], { minIndependentReviews }), submission);
    };

    expect(detailOf(1)).toThrow('needs 1 independent review (has 0)');
    expect(detailOf(2)).toThrow('needs 2 independent reviews (has 0)');
  });

  test('has an event for each action', () => {
    expect((['accept', 'reject', 'repair', 'close'] as const).map(eventKindOf)).toEqual([
      'disposition.accepted',
      'disposition.rejected',
      'disposition.repair',
      'disposition.closed',
    ]);
  });
});

describe('a review', () => {
  test.each([
    ['acme', 'acme', false, 'same_operator'],
    ['acme', 'other', false, 'distinct_operator'],
    [null, 'acme', false, 'distinct_agent'],
    ['acme', null, false, 'distinct_agent'],
    [null, null, false, 'distinct_agent'],
    ['acme', 'other', true, 'creator'],
  ] as const)(
    'by an agent of %s of work of %s, by the creator: %s, is of a %s',
    (reviewer, author, isCreator, independence) => {
      expect(independenceOf({ reviewer, author }, isCreator)).toBe(independence);
    },
  );

  test('counts if it is of a distinct operator or agent', () => {
    expect(INDEPENDENCE_LEVELS.filter(countsTowardPolicy)).toEqual(['distinct_operator', 'distinct_agent']);
  });

  test('is not by the author, and happens once', () => {
    expect(refusalOf(() => assertNotAuthor({ createdBy: 'bob' }, 'eve'))).toBeUndefined();
    expect(refusalOf(() => assertNotAuthor({ createdBy: 'bob' }, 'bob'))).toEqual(
      refusal('self_review', {}, { operation: 'WorkList' }),
    );
    expect(alreadyReviewed().code).toBe('already_reviewed');
  });

  test.each([
    ['a', undefined, undefined],
    ['a', 'a', undefined],
    [null, null, undefined],
    ['a', 'b', ['The digest does not match the submission', 'Must be a']],
    [null, 'b', ['The submission has no digest to compare with', 'Must be absent']],
  ] as const)('of a submission with the digest %s states %s', (digest, reviewed, expected) => {
    const compare = () => {
      assertSameDigest({ digest }, reviewed);
    };

    expect(refusalOf(compare)).toEqual(
      expected && refusal('digest_mismatch', { expected: digest }, null, [['input.digest', 'value_error']]),
    );
    if (!expected) return;
    const [message, msg] = expected;
    expect(compare).toThrow(expect.objectContaining({ message, issues: [expect.objectContaining({ msg })] }));
  });
});

describe('a scope', () => {
  const toViewer = (handle: string, status = 'active') =>
    ({ kind: 'agent', agent: { handle, status } }) as Viewer;
  const anonymous: Viewer = { kind: 'anonymous' };

  test.each<[Scope, Viewer, string, boolean]>([
    [createScope(), toViewer('bob'), 'open', true],
    [createScope(), anonymous, 'open', true],
    [createScope({ state: 'repair' }), toViewer('bob'), 'repair', true],
    [createClaimedScope(), toViewer('bob'), 'held_by_you', true],
    [createClaimedScope(), toViewer('eve'), 'claimed', false],
    [createClaimedScope(), anonymous, 'claimed', false],
    [createSubmittedScope(), toViewer('bob'), 'submitted', false],
    [createScope({ state: 'accepted' }), toViewer('bob'), 'accepted', false],
    [createScope(), toViewer('mal', 'quarantined'), 'agent_quarantined', false],
    [createSubmittedScope(), toViewer('mal', 'quarantined'), 'submitted', false],
  ])('that is $state can be claimed or not: %#', (scope, viewer, reason, claimable) => {
    const found = claimableReason(createPacket([scope]), scope, viewer);

    expect([found, isClaimable(found)]).toEqual([reason, claimable]);
  });

  test.each(['accepted', 'closed', 'expired'] as const)(
    'of a packet that is %s cannot be claimed',
    (status) => {
      const found = claimableReason(
        createPacket([createScope()], { status }),
        createScope(),
        toViewer('bob'),
      );

      expect([found, isClaimable(found)]).toEqual([`packet_${status}`, false]);
    },
  );

  test('shows its last submission unless that was rejected or has lapsed', () => {
    const shown = (['pending', 'accepted', 'repair', 'rejected', 'lapsed', 'candidate'] as const).filter(
      (status) => currentSubmission(createScope({ submission: createSubmission({ status }) })) !== null,
    );

    expect(shown).toEqual(['pending', 'accepted', 'repair']);
    expect(currentSubmission(createScope())).toBeNull();
  });
});

test('a packet begins with an event that has its scopes', () => {
  expect(createdEvent(createPacket([createScope(), createScope({ name: 'other' })]))).toEqual({
    kind: 'packet.created',
    actor: 'ada',
    at: inSeconds(-100),
    scope: null,
    data: { scopes: ['main', 'other'], version: 2 },
  });
  expect(workNotFound('x')).toMatchObject({ code: 'not_found', next: [{ operation: 'WorkList' }] });
});

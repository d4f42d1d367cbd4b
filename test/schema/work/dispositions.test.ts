import { describe, expect, test } from 'vitest';
import type { WorkSubmission } from '../../../prisma/client.ts';
import {
  assertCreator,
  assertReviewed,
  dispositionRules,
  eventKindOf,
} from '../../../schema/work/dispositions/rules.ts';
import { findBrokenRules } from '../../../schema/writes/input-rules.ts';
import { createPacket, NOW, refusal, refusalOf } from '../../support/records/work-packet.ts';

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
  ])('of a packet that requires %d reviews is possible with %d reviews, %d of them hidden: %s', (...args) => {
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

  test('is refused with the number of reviews that it needs and the number that it has', () => {
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

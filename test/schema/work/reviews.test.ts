import { describe, expect, test } from 'vitest';
import {
  assertNotAuthor,
  assertSameDigest,
  countsTowardPolicy,
  INDEPENDENCE_LEVELS,
  independenceOf,
} from '../../../schema/work/reviews/rules.ts';
import { refusal, refusalOf } from '../../support/records/work-packet.ts';

describe('a review', () => {
  test.each([
    ['acme', 'acme', false, 'same_operator'],
    ['acme', 'other', false, 'distinct_operator'],
    [null, 'acme', false, 'distinct_agent'],
    ['acme', null, false, 'distinct_agent'],
    [null, null, false, 'distinct_agent'],
    ['acme', 'other', true, 'creator'],
  ] as const)(
    'by an agent of operator %s about work of operator %s (the reviewer created the packet: %s) has the independence %s',
    (reviewer, author, isCreator, independence) => {
      expect(independenceOf({ reviewer, author }, isCreator)).toBe(independence);
    },
  );

  test('counts if it is of a distinct operator or agent', () => {
    expect(INDEPENDENCE_LEVELS.filter(countsTowardPolicy)).toEqual(['distinct_operator', 'distinct_agent']);
  });

  test('is refused if the agent is the author', () => {
    expect(refusalOf(() => assertNotAuthor({ createdBy: 'bob' }, 'eve'))).toBeUndefined();
    expect(refusalOf(() => assertNotAuthor({ createdBy: 'bob' }, 'bob'))).toEqual(
      refusal('self_review', {}, { operation: 'WorkList' }),
    );
  });

  test.each([
    ['a', undefined, undefined],
    ['a', 'a', undefined],
    [null, null, undefined],
    ['a', 'b', ['The digest does not match the submission', 'Must be a']],
    [null, 'b', ['The submission has no digest to compare with', 'Must be absent']],
  ] as const)(
    'of a submission with the digest %s, stating the digest %s, is refused only if it states another digest',
    (digest, reviewed, expected) => {
      const compare = () => {
        assertSameDigest({ digest }, reviewed);
      };

      expect(refusalOf(compare)).toEqual(
        expected && refusal('digest_mismatch', { expected: digest }, null, [['input.digest', 'value_error']]),
      );
      if (!expected) return;
      const [message, msg] = expected;
      expect(compare).toThrow(
        expect.objectContaining({ message, issues: [expect.objectContaining({ msg })] }),
      );
    },
  );
});

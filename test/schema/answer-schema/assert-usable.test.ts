import { describe, expect, test } from 'vitest';
import { assertUsableSchema } from '../../../schema/answer-schema/assert-usable.ts';
import { budgetExceeded, inconclusive } from '../../../schema/answer-schema/validation.ts';
import type { BoardError } from '../../../schema/contract.ts';

describe('a schema', () => {
  const errorOf = (result: Parameters<typeof assertUsableSchema>[0]): unknown => {
    try {
      assertUsableSchema(result);
    } catch (error) {
      return error;
    }
    return null;
  };

  test('that is valid is usable', () => {
    expect(errorOf({ valid: true, errors: [] })).toBeNull();
  });

  test('is refused until the time budget is available again', () => {
    expect(errorOf(budgetExceeded(17))).toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('try again in 17 s') as string,
      members: { retry_after: 17, violated_policies: ['answer-schema'] },
      issues: [],
    });
  });

  test('is refused while the validator is busy, with a retry after two seconds', () => {
    const error = errorOf(inconclusive('busy', 'Too many'));
    expect(error).toMatchObject({ code: 'unavailable', members: { retry_after: 2 } });
  });

  test('that is not valid is refused with the places of its faults', () => {
    const errors = [
      { pointer: '/properties/a~01~1b/type', message: 'must be a type', type: 'enum' },
      { pointer: '', message: 'cannot be compiled', type: 'compile' },
    ];
    const error = errorOf({ valid: false, errors }) as BoardError;
    expect([error.code, error.message]).toEqual([
      'invalid_answer_schema',
      'The answer schema is not usable: /properties/a~01~1b/type must be a type',
    ]);
    expect(error.issues).toEqual([
      { path: ['input', 'answerSchema', 'properties', 'a~1/b', 'type'], msg: 'must be a type', type: 'enum' },
      { path: ['input', 'answerSchema'], msg: 'cannot be compiled', type: 'compile' },
    ]);
  });

  test.each([
    [inconclusive('timeout', 'It took too long'), 'It took too long'],
    [{ valid: false, errors: [] }, 'it cannot be compiled'],
  ])('that cannot be checked or compiled is refused: %j', (result, reason) => {
    expect(errorOf(result)).toMatchObject({
      code: 'invalid_answer_schema',
      message: `The answer schema is not usable: ${reason}`,
    });
  });
});

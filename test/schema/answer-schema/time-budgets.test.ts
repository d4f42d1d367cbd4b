import { describe, expect, test } from 'vitest';
import { assertUsableSchema } from '../../../schema/answer-schema/assert-usable.ts';
import { TimeBudgets } from '../../../schema/answer-schema/time-budgets.ts';
import { budgetExceeded, inconclusive } from '../../../schema/answer-schema/validation.ts';
import type { BoardError } from '../../../schema/contract.ts';

/** The milliseconds of validation in a minute that an owner of each kind has. */
const BUDGETS = {
  ...{ schemas: 2000, sender: 2000, answers: 2000 },
  ...{ author: 10_000, network: 5000, region: 10_000 },
} as const;

describe.each(Object.entries(BUDGETS))('the budget of an owner of the kind `%s`', (kind, milliseconds) => {
  const owners = { [kind]: 'ada' };

  test(`is ${milliseconds} ms a minute`, async () => {
    const budgets = new TimeBudgets();

    await budgets.charge(owners, milliseconds - 1);
    const before = await budgets.secondsUntilAvailable(owners);
    await budgets.charge(owners, 0.5);

    expect(before).toBe(0);
    expect(await budgets.secondsUntilAvailable(owners)).toBe(60);
  });

  test('is used up neither by other owners, nor by the other budgets of this owner', async () => {
    const budgets = new TimeBudgets();
    const others = Object.keys(BUDGETS).filter((other) => other !== kind);

    await budgets.charge({ [kind]: 'bob' }, milliseconds);
    await budgets.charge(Object.fromEntries(others.map((other) => [other, 'ada'])), 100_000);

    expect(await budgets.secondsUntilAvailable(owners)).toBe(0);
    expect(await budgets.secondsUntilAvailable({ ...owners, [kind]: 'bob' })).toBe(60);
  });
});

test('a request of several owners waits as long as the owner with the longest wait', async () => {
  const budgets = new TimeBudgets({ network: 1 });
  await budgets.charge({ network: 'here' }, 1);

  expect(await budgets.secondsUntilAvailable({ region: 'there', network: 'here' })).toBe(60);
});

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

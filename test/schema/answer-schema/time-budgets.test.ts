import { describe, expect, test } from 'vitest';
import { TimeBudgets } from '../../../schema/answer-schema/time-budgets.ts';

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

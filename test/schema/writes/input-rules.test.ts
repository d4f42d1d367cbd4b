import { expect, test } from 'vitest';
import { findBrokenRules, type InputRule, toInputError } from '../../../schema/writes/input-rules.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

const rules: readonly InputRule<Span>[] = [
  { field: 'to', alsoReads: ['from'], msg: 'Must be later', isBroken: ({ from, to }) => to <= from },
  {
    field: 'from',
    alsoReads: [],
    code: 'observed_at_in_future',
    msg: 'Must not lie ahead',
    isBroken: ({ from }, now) => from > now.getTime(),
  },
];

const broken = (input: Span, invalidFields: readonly string[] = []) =>
  findBrokenRules(rules, { input, now: new Date(100), invalidFields: new Set(invalidFields) });

test('an input that keeps all rules has no faults', () => {
  expect(broken({ from: 1, to: 2 })).toEqual([]);
});

test('all rules that are broken are told, each at its field and by its code', () => {
  expect(broken({ from: 101, to: 1 })).toEqual([
    { path: ['input', 'to'], msg: 'Must be later', type: 'value_error' },
    { path: ['input', 'from'], msg: 'Must not lie ahead', type: 'observed_at_in_future' },
  ]);
});

test.each([['to'], ['from']])('a rule that reads a invalidFields field (%s) is not held', (field) => {
  const told = broken({ from: 50, to: 1 }, [field]);

  expect(told).toEqual([]);
});

test('a rule of its own code that is all that is wrong gives the refusal its code', () => {
  const [later, ahead] = broken({ from: 101, to: 1 });

  expect(toInputError([ahead!])).toMatchObject({ code: 'observed_at_in_future', issues: [ahead] });
  expect(toInputError([later!])).toMatchObject({ code: 'validation_failed', issues: [later] });
  expect(toInputError([later!, ahead!])).toMatchObject({ code: 'validation_failed', issues: [later, ahead] });
});

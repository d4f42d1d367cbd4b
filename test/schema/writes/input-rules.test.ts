import { expect, test } from 'vitest';
import {
  findBrokenRules,
  type InputRule,
  requireAnyOf,
  toInputError,
} from '../../../schema/writes/input-rules.ts';

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

test('an input that breaks no rule has no issues', () => {
  expect(broken({ from: 1, to: 2 })).toEqual([]);
});

test('each broken rule is reported at its field with its code', () => {
  expect(broken({ from: 101, to: 1 })).toEqual([
    { path: ['input', 'to'], msg: 'Must be later', type: 'value_error' },
    { path: ['input', 'from'], msg: 'Must not lie ahead', type: 'observed_at_in_future' },
  ]);
});

test('a rule over several fields without a main one is reported at the input', () => {
  const options = { input: {} as Span, now: new Date(0), invalidFields: new Set() };

  expect(findBrokenRules([requireAnyOf<Span>(['from', 'to'])], options)).toEqual([
    { path: ['input'], msg: 'Change at least one of from, to', type: 'value_error' },
  ]);
});

test.each([['to'], ['from']])('a rule that reads an invalid field (%s) is not checked', (field) => {
  const issues = broken({ from: 50, to: 1 }, [field]);

  expect(issues).toEqual([]);
});

test('the error has the code of a rule if that is the only issue', () => {
  const [later, ahead] = broken({ from: 101, to: 1 });

  expect(toInputError([ahead!])).toMatchObject({ code: 'observed_at_in_future', issues: [ahead] });
  expect(toInputError([later!])).toMatchObject({ code: 'validation_failed', issues: [later] });
  expect(toInputError([later!, ahead!])).toMatchObject({ code: 'validation_failed', issues: [later, ahead] });
});

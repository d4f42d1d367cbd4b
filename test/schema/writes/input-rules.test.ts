import { expect, test } from 'vitest';
import {
  fieldsOf,
  findBrokenRules,
  forbidWhen,
  type InputRule,
  requireAnyOf,
  requireWhen,
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

const findIssues = (input: Span, invalidFields: readonly string[] = []) =>
  findBrokenRules(rules, { input, now: new Date(100), invalidFields: new Set(invalidFields) });

test('an input that breaks no rule has no issues', () => {
  expect(findIssues({ from: 1, to: 2 })).toEqual([]);
});

test('each broken rule is reported at its field, with its code or `value_error` as the type', () => {
  expect(findIssues({ from: 101, to: 1 })).toEqual([
    { path: ['input', 'to'], msg: 'Must be later', type: 'value_error' },
    { path: ['input', 'from'], msg: 'Must not lie ahead', type: 'observed_at_in_future' },
  ]);
});

test('a broken rule without a field is reported at the input', () => {
  const options = { input: {} as Span, now: new Date(0), invalidFields: new Set() };

  expect(findBrokenRules([requireAnyOf<Span>(['from', 'to'])], options)).toEqual([
    { path: ['input'], msg: 'Change at least one of from, to', type: 'value_error' },
  ]);
});

test.each([['to'], ['from']])('a rule that reads an invalid field (%s) is not checked', (field) => {
  const issues = findIssues({ from: 50, to: 1 }, [field]);

  expect(issues).toEqual([]);
});

test('the error has the code of the only broken rule, or `validation_failed` if it has none or several rules are broken', () => {
  const [later, ahead] = findIssues({ from: 101, to: 1 });

  expect(toInputError([ahead!])).toMatchObject({ code: 'observed_at_in_future', issues: [ahead] });
  expect(toInputError([later!])).toMatchObject({ code: 'validation_failed', issues: [later] });
  expect(toInputError([later!, ahead!])).toMatchObject({ code: 'validation_failed', issues: [later, ahead] });
  expect(toInputError([ahead!, later!])).toMatchObject({ code: 'validation_failed', issues: [ahead, later] });
});

interface Decision {
  readonly action: string;
  readonly note?: string | null;
  readonly artifact?: { readonly kind: string } | null;
}

const isBroken = (rule: InputRule<Decision>, input: Decision) => rule.isBroken(input, new Date(0));
const wire = (field: string) => `wire_${field}`;

const noteRule = requireWhen<Decision>({
  field: 'note',
  when: { field: 'action', isOneOf: ['reject', 'repair'] },
  msg: 'Say why',
});
const kindRule = requireWhen<Decision>({
  field: 'note',
  code: 'digest_mismatch',
  when: { field: 'artifact', member: 'kind', isOneOf: ['url'] },
  msg: 'Say why',
});
const closeRule = forbidWhen<Decision>({
  field: 'note',
  when: { field: 'action', isOneOf: ['close'] },
  msg: 'Say nothing',
});

test.each([
  [noteRule, { action: 'accept' }, false],
  [noteRule, { action: 'reject' }, true],
  [noteRule, { action: 'repair', note: null }, true],
  [noteRule, { action: 'repair', note: ' \n' }, true],
  [noteRule, { action: 'repair', note: 'so' }, false],
  [kindRule, { action: 'url' }, false],
  [kindRule, { action: 'x', artifact: null }, false],
  [kindRule, { action: 'x', artifact: { kind: 'git' } }, false],
  [kindRule, { action: 'x', artifact: { kind: 'url' } }, true],
  [closeRule, { action: 'close' }, false],
  [closeRule, { action: 'close', note: null }, false],
  [closeRule, { action: 'close', note: '' }, true],
  [closeRule, { action: 'accept', note: 'so' }, false],
])('the rule of case %# is broken only by a missing or by a forbidden field', (rule, input, broken) => {
  expect(isBroken(rule, input)).toBe(broken);
});

test('a rule names the fields that it reads, its type and its code', () => {
  expect([noteRule, closeRule, requireAnyOf<Decision>(['note'])].map(fieldsOf)).toEqual([
    ['note', 'action'],
    ['note', 'action'],
    ['note'],
  ]);
  expect([noteRule.type, kindRule.code, closeRule.type]).toEqual(['missing', 'digest_mismatch', undefined]);
});

test('a rule is also a JSON Schema of the input, with the wire names of its fields', () => {
  const object = (name: string, schema: object) => ({
    type: 'object',
    properties: { [name]: schema },
    required: [name],
  });
  const isText = object('wire_note', { type: 'string', pattern: '\\S' });
  const isPresent = object('wire_note', { not: { type: 'null' } });

  expect(noteRule.schema?.(wire)).toEqual({
    if: object('wire_action', { enum: ['reject', 'repair'] }),
    then: isText,
  });
  expect(kindRule.schema?.(wire)).toEqual({
    if: object('wire_artifact', object('kind', { enum: ['url'] })),
    then: isText,
  });
  expect(closeRule.schema?.(wire)).toEqual({
    not: { allOf: [object('wire_action', { enum: ['close'] }), isPresent] },
  });
  expect(requireAnyOf<Decision>(['note']).schema?.(wire)).toEqual({ anyOf: [isPresent] });
});

test('an error without issues is a failed validation', () => {
  expect(toInputError([])).toMatchObject({ code: 'validation_failed', issues: [] });
});

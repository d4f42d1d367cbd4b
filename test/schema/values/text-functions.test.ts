// Pure functions of texts and JSON values, at their bounds.
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  countCodePoints,
  createTextPattern,
  replaceForbiddenCharacters,
  truncate,
} from '../../../schema/values/characters.ts';
import { describeIssue } from '../../../schema/values/describe-issue.ts';
import { removeMarkup, toExcerpt } from '../../../schema/values/excerpt.ts';
import {
  countJsonValues,
  countOmittedDigits,
  isDeeperThan,
  type JsonIssue,
  normalizeJson,
} from '../../../schema/values/json.ts';
import { json } from '../../../schema/values/validators.ts';

const messagesOf = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input, { error: describeIssue }).error?.issues.map(({ message }) => message) ?? [];

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['a bcd', 3, 'a…'],
  ['🦉🦉🦉', 3, '🦉🦉🦉'],
  ['🦉🦉🦉🦉', 3, '🦉🦉…'],
  ['', 1, ''],
])('%j truncated to %i characters is %j', (input, max, truncated) => {
  expect(truncate(input, max)).toBe(truncated);
});

test('the length of a text counts a pair of surrogates as one, and a lone surrogate as one', () => {
  expect(['', 'abc', '🦉', 'a🦉b🦉', '\ud800', '\udc00\ud800a', '\ud83e'].map(countCodePoints)).toEqual([
    0, 3, 1, 4, 1, 3, 1,
  ]);
});

test('each character that texts must not contain is replaced by U+FFFD', () => {
  const texts = ['a\n\tb🦉', '\u0000a\u202eb', '\u{e0041}\ud800'];

  expect(texts.map(replaceForbiddenCharacters)).toEqual(['a\n\tb🦉', '\ufffda\ufffdb', '\ufffd\ufffd']);
});

test.each([
  [{}, { '': true, ' ': true, 'a\nb\t': true, '\u0000': false, '\u202a': false }],
  [{ isOneLine: true }, { '': true, ' ': true, 'a b': true, 'a\n': false, '\ta': false, '\u0008': false }],
  [{ isBlankRefused: true }, { '': false, ' \n': false, ' \na b\n': true, ' a\u0000': false }],
  [
    { isOneLine: true, isBlankRefused: true },
    { '': false, ' ': false, ' a ': true, '\na': false, 'a\t': false },
  ],
])('the pattern with the options %j matches exactly the allowed texts', (options, texts) => {
  const pattern = new RegExp(createTextPattern(options));

  expect(Object.fromEntries(Object.keys(texts).map((one) => [one, pattern.test(one)]))).toEqual(texts);
});

test.each([
  [z.string(), undefined, 'Is required'],
  [z.string(), 1, 'Must be a string'],
  [z.boolean(), 'x', 'Must be a boolean'],
  [z.array(z.string()), 'x', 'Must be an array'],
  [z.int(), 1.5, 'Must be a whole number'],
  [z.looseObject({}), 'x', 'Must be an object'],
  [z.number().min(2), 1, 'Must be at least 2'],
  [z.number().min(1), 0, 'Must be at least 1'],
  [z.number().max(2), 3, 'Must be at most 2'],
  [z.string().min(1), '', 'Must not be empty'],
  [z.array(z.string()).min(1), [], 'Must not be empty'],
  [z.enum(['a', 'b']), 'c', 'Must be one of a, b'],
])('the message about an invalid value says what is allowed: case %#', (schema, input, message) => {
  expect(messagesOf(schema, input)).toEqual([message]);
});

test.each([
  ['a **b** c', 'a b c'],
  ['`**b**` and **c**', '`**b**` and c'],
  ['src/** and **/x', 'src/** and **/x'],
  ['** b **', '** b **'],
  ['```ts\na\n```', '\na\n'],
  ['### a\n####### b', 'a\n####### b'],
  ['# ', '# '],
  ['```', '```'],
])('%j without markup is %j', (input, plain) => {
  expect(removeMarkup(input)).toBe(plain);
});

test('an excerpt ends with an ellipsis if its text has more than 300 characters, or is only the beginning of a longer text', () => {
  expect(toExcerpt('a  b', true)).toBe('a b…');
  expect(toExcerpt(`${'x'.repeat(299)} y`)).toBe(`${'x'.repeat(299)}…`);
});

test.each([
  [1e300, 300],
  [1e-9, 9],
  [12.5, 0],
  ['1e300', 0],
  [null, 0],
  [{ a: [1e21, { b: 2e-7 }], c: 1e300 }, 328],
])('the exponents of the numbers in %j stand for %i digits', (value, digits) => {
  expect(countOmittedDigits(value)).toBe(digits);
});

test.each([
  [null, 0, 1],
  ['abc', 0, 1],
  [[], 1, 1],
  [{}, 1, 1],
  [[1, 'a', null], 1, 4],
  [{ a: [1, 2], b: { c: [] } }, 3, 6],
])('%j has the depth %i and %i values', (value, depth, count) => {
  expect([depth - 1, depth].map((limit) => limit >= 0 && isDeeperThan(limit, value))).toEqual([
    depth > 0,
    false,
  ]);
  expect(countJsonValues(value, 100)).toBe(count);
  expect(countJsonValues(value, count)).toBe(count);
});

test('a JSON value that consists of 1000 values is accepted, and a JSON value of 1001 values is refused', () => {
  const bounded = json({ maxBytes: 10_000, maxDepth: 1 });

  expect(messagesOf(bounded, Array(999).fill(1))).toEqual([]);
  expect(messagesOf(bounded, Array(1000).fill(1))).toEqual([
    'Must have at most 1000 values, lists and objects included',
  ]);
});

test('each fault in a JSON value is reported at its path', () => {
  const issues: JsonIssue[] = [];
  const value = normalizeJson({ a: [1, NaN, { 'b\0': '\b', c: true }], d: null, e: 'e\u0301' }, issues);

  expect(value).toEqual({ a: [1, null, { 'b\0': '\b', c: true }], d: null, e: 'é' });
  expect(issues).toEqual([
    { path: ['a', 1], message: 'Must be a JSON value' },
    { path: ['a', 2], message: 'Must not contain the character U+0000' },
    { path: ['a', 2, 'b\0'], message: 'Must not contain the character U+0008' },
  ]);
});

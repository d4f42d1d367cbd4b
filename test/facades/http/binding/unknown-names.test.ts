import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { suggestName, toUnknownIssue } from '../../../../facades/http/binding/parameters/unknown-names.ts';

const KNOWN_NAMES = [
  'statement',
  'tags',
  'evidence_post_id',
  'supersede_id',
  'channel',
  'limit',
  'created_by',
];

describe('a suggested name', () => {
  test.each([
    ['supersedes', 'supersede_id'],
    ['supersedeId', 'supersede_id'],
    ['Supersede-Id', 'supersede_id'],
    ['statment', 'statement'],
    ['text', 'statement'],
    ['evidence_post', 'evidence_post_id'],
    ['per_page', 'limit'],
    ['author', 'created_by'],
  ])('for %s is %s', (name, expected) => {
    expect(suggestName(name, KNOWN_NAMES)).toBe(expected);
  });

  test.each([
    ['thread_id', 'threadId'],
    ['text', 'body'],
    ['limit', 'first'],
  ])('for %s is %s where names are in camelCase', (name, expected) => {
    expect(suggestName(name, ['threadId', 'body', 'first'])).toBe(expected);
  });

  test.each(['colour', 'x', '', 'constructor', '__proto__', 'statement'.repeat(100)])(
    'does not exist for %j',
    (name) => {
      expect(suggestName(name, KNOWN_NAMES)).toBeUndefined();
    },
  );

  test('is always one of the known names', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const suggestion = suggestName(name, KNOWN_NAMES);
        return suggestion === undefined || KNOWN_NAMES.includes(suggestion);
      }),
    );
  });
});

test('the issue of an unknown name has the suggestion in its message', () => {
  expect(toUnknownIssue({ loc: ['query', 'colour'] }).msg).toBe('Is not known here');
  expect(toUnknownIssue({ loc: ['query', 'kind'], didYouMean: 'type' })).toMatchObject({
    msg: 'Is not known here; did you mean type?',
    type: 'unknown_parameter',
  });
});

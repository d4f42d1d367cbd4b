import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dottedName,
  suggestName,
  SYNONYMS,
  toUnknownIssue,
} from '../../../../../facades/http/binding/parameters/unknown-names.ts';

const KNOWN_NAMES = [
  'statement',
  'tags',
  'evidence_post_id',
  'supersede_id',
  'channel',
  'limit',
  'created_by',
];

describe('a suggestion', () => {
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

  test('is always a known name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const suggestion = suggestName(name, KNOWN_NAMES);
        return suggestion === undefined || KNOWN_NAMES.includes(suggestion);
      }),
    );
  });

  test.each([
    // One typo for each three characters, at most two.
    ['tt', ['tag'], undefined],
    ['tsg', ['tag'], 'tag'],
    ['tsgs', ['tagg'], undefined],
    ['statmnt', ['statement'], 'statement'],
    ['statmntx', ['statement'], undefined],
    // The nearest name, not the first.
    ['bodi', ['bold', 'body'], 'body'],
    ['threads', ['channel', 'treds', 'thread'], 'thread'],
    // The same name in another spelling comes before a synonym, a synonym before a typo.
    ['text', ['body', 'text'], 'text'],
    ['text', ['test', 'statement'], 'statement'],
    ['text', ['test', 'q', 'body'], 'body'],
    ['ThreadId', ['thread_id'], 'thread_id'],
    ['thread.id', ['threadId'], 'threadId'],
    ['thread id', ['thread-id'], 'thread-id'],
    ['a.b.c.d', ['a_b_c_d'], 'a_b_c_d'],
    ['a-b-c-d', ['a_b_c_d'], 'a_b_c_d'],
    ['a b c d', ['a_b_c_d'], 'a_b_c_d'],
    // Names of more than 40 characters have no suggestion.
    ['a'.repeat(40), ['a'.repeat(39)], 'a'.repeat(39)],
    ['a'.repeat(41), ['a'.repeat(40)], undefined],
    ['a'.repeat(41), ['a'.repeat(41)], undefined],
  ])('for %s among %j is %j', (name, known, expected) => {
    expect(suggestName(name, known)).toBe(expected);
  });

  test('exists for the synonyms that callers use', () => {
    expect(Object.keys(SYNONYMS).join(' ')).toBe(
      [
        'after agent answer answer_id author before category channel_slug comment content count cursor date',
        'decision description end env evidence_post evidence_post_id expires fact first from id',
        'idempotency_key in_reply_to inquiry inquiry_id kind kinds keyword limit max message msg name',
        'next_cursor page page_size parent parent_id per_page post query reason replaces response result',
        'schema search size slug start state supersedes superseded_by tags task_id tag term text thread',
        'thread_id title topic type types user what',
      ].join(' '),
    );
  });

  test('for each synonym is the first candidate that the operation has', () => {
    for (const [name, candidates] of Object.entries(SYNONYMS))
      for (const [i, candidate] of candidates.entries()) {
        const known = candidates.slice(i).toReversed();
        expect([name, suggestName(name, known)]).toEqual([name, candidate]);
      }
  });
});

describe('an unknown name', () => {
  const loc = ['body', 'provenance', 0, 'modell'];

  test('becomes an issue at the location of the name', () => {
    expect(toUnknownIssue({ loc })).toEqual({
      path: [],
      loc,
      msg: 'Is not known here',
      type: 'unknown_parameter',
    });
    expect(toUnknownIssue({ loc, didYouMean: 'model' })).toEqual({
      path: [],
      loc,
      msg: 'Is not known here; did you mean model?',
      type: 'unknown_parameter',
      didYouMean: 'model',
    });
    expect(toUnknownIssue({ loc, msg: 'Is required', type: 'missing', didYouMean: 'model' })).toEqual({
      path: [],
      loc,
      msg: 'Is required',
      type: 'missing',
      didYouMean: 'model',
    });
  });

  test('has a dotted path, which leaves out the part of the request', () => {
    expect(dottedName({ loc })).toBe('provenance.0.modell');
  });
});

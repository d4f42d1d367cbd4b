import { describe, expect, test } from 'vitest';
import {
  createAlreadySupersededError,
  createEvidenceIssue,
  factNotFound,
  factRules,
  isFactVisible,
  isStale,
  passesQuarantine,
  sourceList,
  statementText,
} from '../../../schema/facts/rules.ts';
import { findBrokenRules } from '../../../schema/writes/input-rules.ts';

const VIEWERS = [
  { kind: 'anonymous' },
  { kind: 'operator', tokenName: 'first', tokenHash: new Uint8Array(32), session: null },
] as const;

const now = new Date('2026-11-21T12:00:00.000Z');
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);

describe('a fact', () => {
  test.each([
    ['not stale', 'without decayAfter', null, false],
    ['not stale', 'a millisecond before decayAfter', after(1), false],
    ['stale', 'at decayAfter', now, true],
    ['stale', 'after decayAfter', after(-1), true],
  ])('is %s %s', (_outcome, _when, decayAfter, stale) => {
    expect(isStale({ decayAfter }, now)).toBe(stale);
  });

  const countBrokenRules = (input: { validAsOf?: Date; decayAfter?: Date }) =>
    findBrokenRules(factRules, { input, now, invalidFields: new Set() }).length;

  test.each([
    ['without validAsOf and decayAfter', {}],
    ['with validAsOf only', { validAsOf: now }],
    ['with decayAfter only, even in the past', { decayAfter: after(-1) }],
    ['with decayAfter later than validAsOf', { validAsOf: now, decayAfter: after(1) }],
  ])('%s is valid', (_case, input) => {
    expect(countBrokenRules(input)).toBe(0);
  });

  test.each([
    ['with decayAfter equal to validAsOf', { validAsOf: now, decayAfter: now }],
    ['with decayAfter earlier than validAsOf', { validAsOf: now, decayAfter: after(-1) }],
  ])('%s breaks a rule', (_case, input) => {
    expect(countBrokenRules(input)).toBe(1);
  });

  test('with a decayAfter that is too early has an issue at decayAfter, unless validAsOf or decayAfter is invalid', () => {
    const find = (field: string) =>
      findBrokenRules(factRules, {
        input: { validAsOf: now, decayAfter: now },
        now,
        invalidFields: new Set([field]),
      });

    expect(find('other')).toEqual([
      { path: ['input', 'decayAfter'], msg: 'Must be after validity begins', type: 'value_error' },
    ]);
    expect([find('validAsOf'), find('decayAfter')]).toEqual([[], []]);
  });

  test.each([
    [null, null, true],
    [now, null, false],
    [null, now, false],
  ])('hidden at %s and quarantined at %s is visible to the operator, and anonymously: %s', (...args) => {
    const [hiddenAt, quarantinedAt, visible] = args;
    const fact = { hiddenAt, quarantinedAt, createdBy: 'ada' };

    expect(VIEWERS.map((viewer) => isFactVisible(fact, viewer))).toEqual([visible, true]);
  });

  test('has a statement of 3 to 8 000 characters, and at most 8 sources within their bounds', () => {
    const isStatement = (length: number) => statementText().safeParse('x'.repeat(length)).success;
    const isSourceList = (...sources: unknown[]) => sourceList().safeParse(sources).success;
    const source = { url: 'https://a.test/' };

    expect([2, 3, 8000, 8001].map(isStatement)).toEqual([false, true, true, false]);
    expect([isSourceList(...Array(8).fill(source)), isSourceList(...Array(9).fill(source))]).toEqual([
      true,
      false,
    ]);
    expect([
      isSourceList({ ...source, title: 'x'.repeat(200), quote: 'x'.repeat(500) }),
      isSourceList({ ...source, title: null, quote: null }),
      isSourceList({ ...source, title: 'x'.repeat(201) }),
      isSourceList({ ...source, title: '' }),
      isSourceList({ ...source, title: 'a\nb' }),
      isSourceList({ ...source, quote: 'x'.repeat(501) }),
      isSourceList({ ...source, quote: '' }),
      isSourceList({ url: 'ftp://a.test/' }),
      isSourceList({ url: source.url.padEnd(2001, 'x') }),
      isSourceList({}),
    ]).toEqual([true, true, false, false, false, false, false, false, false, false]);
    expect(sourceList().parse([{ ...source, title: ' a ' }])).toEqual([{ ...source, title: 'a' }]);
    expect(isSourceList({ url: source.url.padEnd(2000, 'x') })).toBe(true);
    expect(sourceList().safeParse('x').success).toBe(false);
  });

  test('that does not exist or is already superseded is reported with the next call, and missing evidence with its field', () => {
    expect(factNotFound('x')).toMatchObject({ code: 'not_found', next: [{ operation: 'Facts' }] });
    expect(createAlreadySupersededError('x', 'head')).toMatchObject({
      code: 'already_superseded',
      members: { head_id: 'head' },
      next: [{ operation: 'CreateFact', variables: { supersedeId: 'head' } }],
    });
    expect(createEvidenceIssue('evidencePostId', 'post')).toEqual({
      path: ['input', 'evidencePostId'],
      msg: 'There is no such post',
      type: 'value_error',
    });
  });

  test('is hidden from anonymous callers, but not from the operator, while it is quarantined', () => {
    const seen = [null, now].map((quarantinedAt) =>
      VIEWERS.map((viewer) => passesQuarantine({ quarantinedAt }, viewer)),
    );

    expect(seen).toEqual([
      [true, true],
      [false, true],
    ]);
  });
});

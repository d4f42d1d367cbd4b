import { describe, expect, test } from 'vitest';
import { factRules, passesQuarantine, isStale } from '../../../schema/facts/rules.ts';
import { findBrokenRules } from '../../../schema/writes/input-rules.ts';
import { assertNotAuthor } from '../../../schema/signals/rules.ts';

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

test('an agent can signal records of other agents only', () => {
  expect(() => assertNotAuthor('ada', 'bob')).not.toThrow();
  expect(() => assertNotAuthor('ada', 'ada')).toThrow(expect.objectContaining({ code: 'self_review' }));
});

import { describe, expect, test } from 'vitest';
import { factRules, passesQuarantine, isStale } from '../../../schema/facts/rules.ts';
import { findBrokenRules } from '../../../schema/writes/input-rules.ts';
import { assertNotOwn } from '../../../schema/signals/rules.ts';

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

  test.each([
    ['without a life', {}, 0],
    ['with a beginning alone', { validAsOf: now }, 0],
    ['with an end alone, though it has passed', { decayAfter: after(-1) }, 0],
    ['that ends after it begins', { validAsOf: now, decayAfter: after(1) }, 0],
    ['that ends as it begins', { validAsOf: now, decayAfter: now }, 1],
    ['that ends before it begins', { validAsOf: now, decayAfter: after(-1) }, 1],
  ])('%s keeps or breaks the rule', (_case, input, count) => {
    expect(findBrokenRules(factRules, { input, now, invalidFields: new Set() })).toHaveLength(count);
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
  expect(() => assertNotOwn('ada', 'bob')).not.toThrow();
  expect(() => assertNotOwn('ada', 'ada')).toThrow(expect.objectContaining({ code: 'self_review' }));
});

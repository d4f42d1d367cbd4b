import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPostBody, isStale, staleAtOf, toThreadSubject } from '../../../schema/reports/rules.ts';

const OBSERVED = new Date('2026-01-01T00:00:00Z');

test('a report is news for 90 days, or until it is to be checked again', () => {
  const again = new Date('2027-01-01T00:00:00Z');

  expect(staleAtOf(OBSERVED, null)).toEqual(new Date('2026-04-01T00:00:00Z'));
  expect(staleAtOf(OBSERVED, again)).toBe(again);
});

test('a report is stale from the moment it is said to be', () => {
  const staleAt = new Date('2026-04-01T00:00:00Z');

  expect(isStale({ staleAt }, new Date(staleAt.getTime() - 1))).toBe(false);
  expect(isStale({ staleAt }, staleAt)).toBe(true);
});

test('a target of any length makes a subject of at most 200 characters, which begins with the outcome', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), (target) => {
      const subject = toThreadSubject({ outcome: 'worked', target });

      expect(Array.from(subject).length).toBeLessThanOrEqual(200);
      expect(subject.startsWith('worked: ')).toBe(true);
    }),
  );
});

test('a short subject is left as it is, and a long one cut between characters', () => {
  expect(toThreadSubject({ outcome: 'failed', target: 'npm' })).toBe('failed: npm');
  expect(toThreadSubject({ outcome: 'failed', target: '😀'.repeat(300) })).toBe(
    `failed: ${'😀'.repeat(191)}…`,
  );
});

test('the first post of a report tells what was said and nothing of what was not', () => {
  const report = {
    id: 'the-id',
    target: 'npm',
    outcome: 'failed',
    attempted: 'install',
    error: 'E404',
    workaround: null,
    environment: null,
    observedAt: OBSERVED,
  } as const;

  expect(toPostBody(report, 1000)).toBe(
    'Target: npm\nOutcome: failed\nObserved: 2026-01-01T00:00:00.000Z\nReport: the-id\n\n' +
      'Attempted:\ninstall\n\nError:\nE404',
  );
});

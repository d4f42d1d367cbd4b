import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPostBody, isStale, staleAtOf, toThreadSubject } from '../../../schema/reports/rules.ts';

const OBSERVED = new Date('2026-01-01T00:00:00Z');

test('a report becomes stale 90 days after the observation, or at recheckAfter', () => {
  const recheckAfter = new Date('2027-01-01T00:00:00Z');

  expect(staleAtOf(OBSERVED, null)).toEqual(new Date('2026-04-01T00:00:00Z'));
  expect(staleAtOf(OBSERVED, recheckAfter)).toBe(recheckAfter);
});

test('a report is stale from staleAt on', () => {
  const staleAt = new Date('2026-04-01T00:00:00Z');

  expect(isStale({ staleAt }, new Date(staleAt.getTime() - 1))).toBe(false);
  expect(isStale({ staleAt }, staleAt)).toBe(true);
});

test('the subject of a thread has at most 200 characters and begins with the outcome, for targets of any length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), (target) => {
      const subject = toThreadSubject({ outcome: 'worked', target });

      expect(Array.from(subject).length).toBeLessThanOrEqual(200);
      expect(subject.startsWith('worked: ')).toBe(true);
    }),
  );
});

test('a short subject is unchanged, and a long one is cut between characters', () => {
  expect(toThreadSubject({ outcome: 'failed', target: 'npm' })).toBe('failed: npm');
  expect(toThreadSubject({ outcome: 'failed', target: '😀'.repeat(300) })).toBe(
    `failed: ${'😀'.repeat(191)}…`,
  );
});

test('the first post of a report contains the given fields only', () => {
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

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  blankToNull,
  isStale,
  reportNotFound,
  reportRules,
  staleAtOf,
  toPostBody,
  toThreadSubject,
} from '../../../schema/reports/rules.ts';
import { findBrokenRules } from '../../../schema/writes/input-rules.ts';

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
    `failed: ${'😀'.repeat(200 - 'failed: …'.length)}…`,
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

test('the first post of a full report has all fields in a fixed order, and is cut at its end', () => {
  const report = {
    id: 'the-id',
    target: 'npm',
    outcome: 'partial',
    attempted: 'install',
    error: 'E404',
    workaround: 'a mirror',
    environment: 'Debian',
    observedAt: OBSERVED,
  } as const;

  expect(toPostBody(report, 1000).split('\n\n').slice(1)).toEqual([
    'Attempted:\ninstall',
    'Environment:\nDebian',
    'Error:\nE404',
    'Workaround:\na mirror',
  ]);
  expect(toPostBody(report, 20)).toBe('Target: npm\nOutcome…');
});

test.each([
  [null, null],
  [undefined, null],
  ['', null],
  [' \n', null],
  [' a ', ' a '],
])('the text %j is stored as %j', (text, stored) => {
  expect(blankToNull(text)).toBe(stored);
});

const after = (milliseconds: number) => new Date(OBSERVED.getTime() + milliseconds);

test.each([
  [{ outcome: 'worked' }, []],
  [{ outcome: 'failed', error: 'E404' }, []],
  [{ outcome: 'failed', error: ' ' }, [['error', 'report_error_required']]],
  [{ outcome: 'partial' }, []],
  [{ outcome: 'worked', observedAt: after(60_000) }, []],
  [{ outcome: 'worked', observedAt: after(60_001) }, [['observedAt', 'observed_at_in_future']]],
  [{ outcome: 'worked', recheckAfter: after(1) }, []],
  [{ outcome: 'worked', recheckAfter: after(0) }, [['recheckAfter', 'value_error']]],
  [{ outcome: 'worked', recheckAfter: after(-10), observedAt: after(-20) }, []],
  [
    { outcome: 'worked', recheckAfter: after(-20), observedAt: after(-20) },
    [['recheckAfter', 'value_error']],
  ],
] as const)('the report %j has the faults %j', (input, faults) => {
  const issues = findBrokenRules(reportRules, { input, now: OBSERVED, invalidFields: new Set() });

  expect(issues.map(({ path, type }) => [path[1], type])).toEqual(faults);
});

test('a recheck is not compared with an observation that is invalid', () => {
  const input = { outcome: 'worked', recheckAfter: after(0) } as const;

  expect(
    findBrokenRules(reportRules, { input, now: OBSERVED, invalidFields: new Set(['observedAt']) }),
  ).toEqual([]);
});

test('the error for an unknown report suggests the list of reports', () => {
  expect(reportNotFound('x')).toMatchObject({ code: 'not_found', next: [{ operation: 'Reports' }] });
});

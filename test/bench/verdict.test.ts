import { describe, expect, test } from 'vitest';
import { formatVerdict, hasFailures } from '../../bench/measurement/verdict.ts';

describe('the verdict on a measured value', () => {
  test('says whether the goal is met', () => {
    expect([formatVerdict(true, [{ failures: 0 }]), formatVerdict(false, [])]).toEqual(['yes', '**no**']);
  });

  test('is “failed” if a request of one of its measurements failed', () => {
    const measurements = [{ failures: 0 }, { failures: 3 }];

    expect(hasFailures(measurements)).toBe(true);
    expect(formatVerdict(true, measurements)).toBe('failed');
  });
});

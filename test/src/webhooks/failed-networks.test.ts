import { describe, expect, test } from 'vitest';
import { FailedNetworks } from '../../../src/webhooks/failed-networks.ts';

/** Makes failing tests until one is refused. Returns how many were made, at most 30. */
function failUntilRefused(failed: FailedNetworks, region: string, network = '198.51.100.0/24'): number {
  for (let count = 0; count < 30; count++) {
    try {
      failed.assertFew([network], region);
    } catch {
      return count;
    }
    failed.add([network], region);
  }
  return 30;
}

describe('failed tests of endpoints in one network', () => {
  test('are limited to ten for one region of callers in a minute, and to half of the rest for each further region', () => {
    const failed = new FailedNetworks();

    const counts = ['a', 'b', 'c'].map((region) => failUntilRefused(failed, region));

    expect(counts).toEqual([10, 5, 3]);
  });

  test('refuse no tests in another network', () => {
    const failed = new FailedNetworks();
    failUntilRefused(failed, 'a');

    expect(() => failed.assertFew(['203.0.113.0/24'], 'a')).not.toThrow();
    expect(() => failed.assertFew(['203.0.113.0/24', '198.51.100.0/24'], 'a')).toThrow();
  });
});

import { describe, expect, test } from 'vitest';
import { FailedNetworks } from '../../../src/webhooks/failed-networks.ts';

const NETWORK = '198.51.100.0/24';

/** Makes tests with this error until one is refused. Returns how many were made, at most 30. */
async function runUntilRefused(
  failed: FailedNetworks,
  region: string,
  error: string | null,
): Promise<number> {
  for (let count = 0; count < 30; count++) {
    try {
      await failed.run([NETWORK], region, () => Promise.resolve({ error }));
    } catch {
      return count;
    }
  }
  return 30;
}

describe('failed tests of endpoints in one network', () => {
  test('are limited to ten for one region of callers in a minute, and to half of the rest for each further region', async () => {
    const failed = new FailedNetworks();

    const counts = [];
    for (const region of ['a', 'b', 'c']) counts.push(await runUntilRefused(failed, region, 'timeout'));

    expect(counts).toEqual([10, 5, 3]);
  });

  test('refuse no tests in another network', async () => {
    const failed = new FailedNetworks();
    await runUntilRefused(failed, 'a', 'challenge');
    const run = (networks: readonly string[]) =>
      failed.run(networks, 'a', () => Promise.resolve({ error: null }));

    await expect(run(['203.0.113.0/24'])).resolves.toEqual({ error: null });
    await expect(run(['203.0.113.0/24', NETWORK])).rejects.toThrow('too_many_failures');
  });
});

test('tests of endpoints in one network that succeed are not limited', async () => {
  expect(await runUntilRefused(new FailedNetworks(), 'a', null)).toBe(30);
});

test('tests that are running count as failed', async () => {
  const failed = new FailedNetworks();
  const answer = Promise.withResolvers<{ error: null }>();
  const running = Array.from({ length: 12 }, () => failed.run([NETWORK], 'a', () => answer.promise));
  answer.resolve({ error: null });

  const outcomes = await Promise.allSettled(running);

  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(2);
  expect(await failed.run([NETWORK], 'a', () => answer.promise)).toEqual({ error: null });
});

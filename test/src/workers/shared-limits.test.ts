import { describe, expect, test } from 'vitest';
import { mapRateLimits } from '../../../schema/rate-limit-buckets.ts';
import { createRateLimiter } from '../../../src/gateway/limits/rate-limiter.ts';
import { Channel } from '../../../src/workers/channel.ts';
import { createSharedLimits, createSharedLimitStore } from '../../../src/workers/shared-limits.ts';

/** Two ends of a channel, with messages as IPC passes them. */
function openChannel(): readonly [primary: Channel, worker: Channel] {
  const copy = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;
  const primary: Channel = new Channel((packet) => worker.receive(copy(packet)));
  const worker = new Channel((packet) => primary.receive(copy(packet)));
  return [primary, worker];
}

/** The rate limiters of workers that share their limits. */
function openLimiters(limit: number) {
  const share = createSharedLimits();
  return [1, 2].map(() => {
    const [primary, worker] = openChannel();
    share(primary);
    return createRateLimiter(
      mapRateLimits(() => limit),
      createSharedLimitStore(worker),
    );
  });
}

const hit = { bucket: 'key-established', owner: 'ada' } as const;

describe('workers without Redis', () => {
  // Limits above 1 000 calls are counted in windows.
  test.each([10, 2_000])('together allow no more calls than the limit of %i', async (limit) => {
    const limiters = openLimiters(limit);

    const calls = limiters.flatMap((limiter) => Array.from({ length: limit }, () => limiter.countCall(hit)));
    const allowed = (await Promise.all(calls)).filter((call) => call?.isAllowed);

    expect(allowed).toHaveLength(limit);
  });

  test.each([10, 2_000])('refund calls of a limit of %i to each other', async (limit) => {
    const [first, second] = openLimiters(limit);
    const call = await first?.countCall(hit);

    await call?.refund();

    expect(await second?.peek(hit)).toMatchObject({ remaining: limit });
  });

  test('share points', async () => {
    const [first, second] = openLimiters(100);
    const taken = await first?.takePoints({ ...hit, bucket: 'graphql-points' }, 80);
    const other = await second?.takePoints({ ...hit, bucket: 'graphql-points' }, 30);

    const status = await taken?.refund(50);

    expect([taken?.isAllowed, other?.isAllowed, status?.remaining]).toEqual([true, false, 40]);
  });
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mapRateLimits } from '../../schema/rate-limit-buckets.ts';
import { createRateLimiter } from '../../src/gateway/rate-limiter.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('in any 60 seconds at most ten times the limit is refunded, also around the end of a minute', async () => {
  const limiter = createRateLimiter(
    mapRateLimits(() => 2),
    null,
  );
  const isRefunded = async () => {
    const call = await limiter.countCall({ bucket: 'public-ip', owner: 'ada' });
    return (await call?.refund())?.remaining === 2;
  };
  const countRefunds = async (most: number): Promise<number> =>
    most > 0 && (await isRefunded()) ? 1 + (await countRefunds(most - 1)) : 0;

  const first = await countRefunds(1);
  vi.advanceTimersByTime(59_000);
  const second = await countRefunds(19);
  vi.advanceTimersByTime(2_000);
  const third = await countRefunds(20);

  expect([first, second, third]).toEqual([1, 19, 1]);
});

import type { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryWindows } from '../../../src/gateway/limits/memory-windows.ts';
import { MemoryLog, RedisLog } from '../../../src/gateway/limits/sliding-log.ts';

const WINDOW_MS = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const countAndRecord = async (log: MemoryLog, owner: string, limit: number) =>
  (await log.readAndRecord(owner, limit)).calls.length;

const DAY_MS = 86_400_000;

describe('after the clock was set back', () => {
  test('a sliding log does not count calls of the future, which would stay in the window for a day', async () => {
    const log = new MemoryLog(WINDOW_MS);
    await log.readAndRecord('ada', 1);
    vi.setSystemTime(Date.now() - DAY_MS);

    const lengths = [await countAndRecord(log, 'ada', 1), await countAndRecord(log, 'ada', 1)];

    expect(lengths).toEqual([0, 1]);
  });

  test('a window of points does not last for another day', async () => {
    const windows = new MemoryWindows(WINDOW_MS);
    await windows.take('ada', 3);
    vi.setSystemTime(Date.now() - DAY_MS);

    const { count } = await windows.take('ada', 1);

    expect(count).toEqual({ consumedPoints: 1, msBeforeNext: WINDOW_MS });
  });
});

describe('a sliding log', () => {
  test('records no more calls than the limit when calls are concurrent', async () => {
    const log = new MemoryLog(WINDOW_MS);

    const lengths = await Promise.all(Array.from({ length: 50 }, () => countAndRecord(log, 'ada', 10)));

    expect(lengths.filter((length) => length < 10)).toHaveLength(10);
    expect(await countAndRecord(log, 'ada', 0)).toBe(10);
  });

  test('admits one more call each time the oldest leaves the window', async () => {
    const log = new MemoryLog(WINDOW_MS);
    await log.readAndRecord('ada', 2);
    vi.advanceTimersByTime(40_000);
    await log.readAndRecord('ada', 2);

    vi.advanceTimersByTime(19_999);
    expect(await countAndRecord(log, 'ada', 2)).toBe(2);
    vi.advanceTimersByTime(1);
    expect(await countAndRecord(log, 'ada', 2)).toBe(1);
    expect(await countAndRecord(log, 'ada', 2)).toBe(2);
  });

  test('admits one more call after a call was removed', async () => {
    const log = new MemoryLog(WINDOW_MS);
    const { remove } = await log.readAndRecord('ada', 2);
    vi.advanceTimersByTime(1);
    await log.readAndRecord('ada', 2);
    const refused = await log.readAndRecord('ada', 2);

    await remove?.();
    // Nothing is removed twice.
    await remove?.();
    expect(await countAndRecord(log, 'ada', 2)).toBe(1);
    expect(await countAndRecord(log, 'ada', 2)).toBe(2);
    expect(refused.remove).toBeUndefined();
  });

  test('counts each owner separately', async () => {
    const log = new MemoryLog(WINDOW_MS);
    await log.readAndRecord('ada', 1);

    expect(await countAndRecord(log, 'bob', 1)).toBe(0);
  });

  test('has no calls of an owner that has not called for a window', async () => {
    const log = new MemoryLog(WINDOW_MS);
    await log.readAndRecord('ada', 1);
    vi.advanceTimersByTime(WINDOW_MS + 1000);

    expect(await log.readAndRecord('ada', 0)).toEqual({ calls: [] });
  });
});

test('a log in Redis has the times of calls by the clock of this process, and removes the call that it has recorded', async () => {
  const sent: unknown[][] = [];
  const redis = {
    eval: (...args: unknown[]) => {
      sent.push(args.slice(1, 5));
      return Promise.resolve([5_000, 3]);
    },
    zrem: (...args: unknown[]) => {
      sent.push(args.slice(0, 1));
      return Promise.reject(new Error('gone'));
    },
  } as unknown as Redis;
  const log = new RedisLog(redis, { prefix: 'board:x', windowMs: WINDOW_MS, fallback: new MemoryLog(1) });
  const now = Date.now();

  const [recorded, refused] = [await log.readAndRecord('ada', 3), await log.readAndRecord('ada', 2)];

  expect(recorded.calls).toEqual([now - 5_000, now - 3]);
  expect(refused).toEqual({ calls: recorded.calls });
  expect(await recorded.remove?.()).toBeNull();
  expect(sent).toEqual([[1, 'board:x:ada', WINDOW_MS, 3], [1, 'board:x:ada', WINDOW_MS, 2], ['board:x:ada']]);
});

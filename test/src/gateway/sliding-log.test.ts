import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryLog } from '../../../src/gateway/limits/sliding-log.ts';

const WINDOW_MS = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const readLength = async (log: MemoryLog, owner: string, limit: number) =>
  (await log.readAndRecord(owner, limit)).calls.length;

describe('a sliding log', () => {
  test('records no more calls than the limit when calls are concurrent', async () => {
    const log = new MemoryLog(WINDOW_MS);

    const lengths = await Promise.all(Array.from({ length: 50 }, () => readLength(log, 'ada', 10)));

    expect(lengths.filter((length) => length < 10)).toHaveLength(10);
    expect(await readLength(log, 'ada', 0)).toBe(10);
  });

  test('admits one more call each time the oldest leaves the window', async () => {
    const log = new MemoryLog(WINDOW_MS);
    await log.readAndRecord('ada', 2);
    vi.advanceTimersByTime(40_000);
    await log.readAndRecord('ada', 2);

    vi.advanceTimersByTime(19_999);
    expect(await readLength(log, 'ada', 2)).toBe(2);
    vi.advanceTimersByTime(1);
    expect(await readLength(log, 'ada', 2)).toBe(1);
    expect(await readLength(log, 'ada', 2)).toBe(2);
  });

  test('has room again for a call that was removed, once', async () => {
    const log = new MemoryLog(WINDOW_MS);
    const { remove } = await log.readAndRecord('ada', 2);
    await log.readAndRecord('ada', 2);
    const refused = await log.readAndRecord('ada', 2);

    await remove?.();
    expect(await readLength(log, 'ada', 0)).toBe(1);
    expect(refused.remove).toBeUndefined();
  });

  test('counts each owner separately', async () => {
    const log = new MemoryLog(WINDOW_MS);
    await log.readAndRecord('ada', 1);

    expect(await readLength(log, 'bob', 1)).toBe(0);
  });

  test('removes owners that have not called for a window', async () => {
    const log = new MemoryLog(WINDOW_MS);
    await log.readAndRecord('ada', 1);
    vi.advanceTimersByTime(WINDOW_MS + 1000);

    expect(await log.readAndRecord('ada', 0)).toEqual({ calls: [] });
  });
});

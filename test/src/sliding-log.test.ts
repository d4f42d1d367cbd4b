import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryLog } from '../../src/gateway/sliding-log.ts';

const WINDOW_MS = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const lengthOf = async (log: MemoryLog, owner: string, limit: number) =>
  (await log.readAndRecord(owner, limit)).calls.length;

describe('a sliding log', () => {
  it('records no more calls than the limit, however many come at once', async () => {
    const log = new MemoryLog(WINDOW_MS);

    const lengths = await Promise.all(Array.from({ length: 50 }, () => lengthOf(log, 'ada', 10)));

    expect(lengths.filter((length) => length < 10)).toHaveLength(10);
    expect(await lengthOf(log, 'ada', 0)).toBe(10);
  });

  it('frees a place when the oldest call leaves the window, not all places at once', async () => {
    const log = new MemoryLog(WINDOW_MS);
    await log.readAndRecord('ada', 2);
    vi.advanceTimersByTime(40_000);
    await log.readAndRecord('ada', 2);

    vi.advanceTimersByTime(19_999);
    expect(await lengthOf(log, 'ada', 2)).toBe(2);
    vi.advanceTimersByTime(1);
    expect(await lengthOf(log, 'ada', 2)).toBe(1);
    expect(await lengthOf(log, 'ada', 2)).toBe(2);
  });

  it('counts each owner alone', async () => {
    const log = new MemoryLog(WINDOW_MS);
    await log.readAndRecord('ada', 1);

    expect(await lengthOf(log, 'bob', 1)).toBe(0);
  });

  it('forgets owners that have not called for a window', async () => {
    const log = new MemoryLog(WINDOW_MS);
    await log.readAndRecord('ada', 1);
    vi.advanceTimersByTime(WINDOW_MS + 1000);

    expect(await log.readAndRecord('ada', 0)).toEqual({ calls: [] });
  });
});

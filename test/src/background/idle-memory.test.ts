// When an idle process collects its garbage: the resident memory is read when enough checks in a row were idle, and after a collection.
import { cpuUsage, memoryUsage } from 'node:process';
import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { releaseMemoryWhenIdle } from '../../../src/background/idle-memory.ts';

const CHECK_MS = 400;
const MIB = 1024 * 1024;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now());
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Uses more than a quarter of the processor time of a check. */
function work(): void {
  const start = cpuUsage();
  while (cpuUsage(start).user + cpuUsage(start).system < 110_000);
}

describe('an idle process', () => {
  test('frees memory after six idle checks in a row, and then after twelve if its memory has grown by 64 MiB', async () => {
    let residentBytes = 64 * MIB;
    const read = vi.spyOn(memoryUsage, 'rss').mockImplementation(() => residentBytes);
    const release = releaseMemoryWhenIdle(CHECK_MS);
    const readsAfter = (checks: number) => {
      read.mockClear();
      vi.advanceTimersByTime(checks * CHECK_MS);
      return read.mock.calls.length;
    };
    const garbage = new WeakRef(new Array(1000));
    await setImmediate();

    const before = readsAfter(5);
    const isKept = garbage.deref() !== undefined;
    await setImmediate();
    const first = readsAfter(1);
    await setImmediate();
    const isFreed = garbage.deref() === undefined;
    residentBytes = 128 * MIB - 1;
    const withoutGrowth = [readsAfter(11), readsAfter(2)];
    residentBytes = 128 * MIB;
    const withGrowth = [readsAfter(1), readsAfter(23), readsAfter(1)];
    work();
    const afterWork = [readsAfter(1), readsAfter(5), readsAfter(1)];
    release.stop();

    expect([before, isKept, first, isFreed]).toEqual([0, true, 2, true]);
    expect([withoutGrowth, withGrowth, afterWork]).toEqual([
      [0, 2],
      [2, 0, 1],
      [0, 0, 1],
    ]);
    expect([readsAfter(100), vi.getTimerCount()]).toEqual([0, 0]);
  });
});

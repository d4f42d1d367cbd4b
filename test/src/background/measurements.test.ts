// The measurements at intervals: the delay of the event loop, and the free space of a disk.
import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { monitorDisk } from '../../../src/background/disk-monitor.ts';
import { monitorEventLoop } from '../../../src/background/event-loop.ts';
import { openFolder } from '../../support/processes/data-folder.ts';
import { createLog } from './create-log.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('the delay of the event loop is the delay of the last tick, or the time for which the next tick is overdue if that is longer', () => {
  const ticks: number[] = [];
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const loop = monitorEventLoop((delayMs) => ticks.push(delayMs));
  const start = 1_000;
  const at = (milliseconds: number) => {
    now.mockReturnValue(start + milliseconds);
    return loop.delayMs();
  };
  const delays = [at(0), at(100), at(140)];
  vi.advanceTimersToNextTimer();
  delays.push(at(150), at(240), at(300));
  now.mockReturnValue(start + 239);
  vi.advanceTimersToNextTimer();
  delays.push(at(239));
  loop.stop();

  expect([delays, ticks]).toEqual([
    [0, 0, 40, 40, 40, 60, 0],
    [40, 0],
  ]);
  expect(vi.getTimerCount()).toBe(0);
});

test('the free space of a disk is measured every ten seconds, and a line is logged when it becomes low and when it is sufficient again', async () => {
  await using folder = await openFolder();
  const free = join(folder.path, 'free');
  const linkDataTo = (target: string) => {
    symlinkSync(target, join(folder.path, 'next'));
    renameSync(join(folder.path, 'next'), folder.data);
  };
  mkdirSync(free);
  linkDataTo(free);
  const { lines, log } = createLog();
  const disk = await monitorDisk({ folder: folder.data, minFreeBytes: 1, log });
  const states = [disk.isLow()];
  const measure = async (isLow: boolean) => {
    vi.advanceTimersByTime(9_999);
    const before = disk.isLow();
    vi.advanceTimersByTime(1);
    await vi.waitUntil(() => disk.isLow() === isLow, { interval: 1, timeout: 20_000 });
    states.push(before, disk.isLow());
  };
  // /proc has no free space.
  linkDataTo('/proc');
  await measure(true);
  await measure(true);
  linkDataTo(free);
  await measure(false);
  disk.stop();

  expect(states).toEqual([false, false, true, true, true, true, false]);
  expect(lines).toEqual([
    ['error', 'disk space is low: writes are refused', { folder: folder.data, free: 0, minFreeBytes: 1 }],
    [
      'info',
      'disk space is free again: writes are accepted',
      { folder: folder.data, free: disk.freeBytes() },
    ],
  ]);
  expect(vi.getTimerCount()).toBe(0);
});

import { performance } from 'node:perf_hooks';
import { vi } from 'vitest';

/** Replaces `performance.now` and the timers. The returned function advances both. */
export function fakeClock(): (milliseconds: number) => void {
  let now = performance.now();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  return (milliseconds) => {
    now += milliseconds;
    vi.advanceTimersByTime(milliseconds);
  };
}

/**
 * Returns a function that counts the timeouts of one length, in milliseconds, that have neither run nor been cleared. Unlike
 * `vi.getTimerCount`, it counts no timers that code of other tests starts in this process. Call it after `vi.useFakeTimers`:
 * `vi.useRealTimers` ends the count.
 */
export function observeTimeouts(ms: number): () => number {
  const { setTimeout: start, clearTimeout: clear } = globalThis;
  const pending = new Set<unknown>();
  const observed = (run: (...values: unknown[]) => void, delay?: number, ...values: unknown[]) => {
    const timer = start(() => {
      pending.delete(timer);
      run(...values);
    }, delay);
    if (delay === ms) pending.add(timer);
    return timer;
  };
  globalThis.setTimeout = Object.assign(observed, start);
  globalThis.clearTimeout = (timer) => {
    pending.delete(timer);
    clear(timer);
  };
  return () => pending.size;
}

import { performance } from 'node:perf_hooks';

/** How far the process is behind its work. */
export interface EventLoopMonitor {
  /** Milliseconds by which the event loop is late now. */
  delayMs(): number;
}

const TICK_MS = 100;

/**
 * Measures lateness by a timer: by how much its last tick was late, or by how much the next one is overdue. It follows
 * the event loop both ways: a tick that is on time says that the process has caught up.
 */
export function monitorEventLoop(): EventLoopMonitor & { stop(): void } {
  let last = performance.now();
  let late = 0;
  const overdue = () => performance.now() - last - TICK_MS;
  const timer = setInterval(() => {
    late = overdue();
    last = performance.now();
  }, TICK_MS);
  timer.unref();
  return {
    delayMs: () => Math.max(0, late, overdue()),
    stop: () => clearInterval(timer),
  };
}

import { performance } from 'node:perf_hooks';

/** Measures the delay of the event loop. */
export interface EventLoopMonitor {
  /** Milliseconds by which the event loop is delayed now. */
  delayMs(): number;
}

const TICK_MS = 100;

/**
 * Measures the delay with a timer: by how much its last tick was late, or by how much the next one is overdue. Unlike a
 * histogram, it falls to zero as soon as a tick is on time. `onTick` is called with the delay of each tick.
 */
export function monitorEventLoop(onTick: (delayMs: number) => void = () => undefined): EventLoopMonitor & {
  stop(): void;
} {
  let tickedAt = performance.now();
  let tickDelayMs = 0;
  const overdueMs = () => performance.now() - tickedAt - TICK_MS;
  const timer = setInterval(() => {
    tickDelayMs = overdueMs();
    onTick(Math.max(0, tickDelayMs));
    tickedAt = performance.now();
  }, TICK_MS);
  timer.unref();
  return {
    delayMs: () => Math.max(0, tickDelayMs, overdueMs()),
    stop: () => clearInterval(timer),
  };
}

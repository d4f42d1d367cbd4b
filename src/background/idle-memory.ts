import { performance } from 'node:perf_hooks';
import { memoryUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const CHECK_MS = 5000;

/**
 * The process is idle if its event loop was busy for less than this share of the time since the last check. 5 000 waiting
 * requests and streams without news keep it busy for some 9 % of the time.
 */
const IDLE_UTILIZATION = 0.15;

/**
 * Idle checks in a row before a collection. It takes some 200 ms and new objects then need many small collections, which a
 * board with pauses between its requests would pay again and again.
 */
const IDLE_CHECKS = 6;

/** Less growth of the resident memory since the last collection is not worth another one. */
const MIN_GROWTH_BYTES = 64 * 1024 * 1024;

/**
 * Returns unused memory to the operating system when the process has been idle for 30 s and its memory has grown: after
 * its start, and after bursts of requests. An idle process allocates nothing, so V8 would not collect its garbage
 * (docs/decisions/0014-start-and-memory.md).
 */
export function releaseMemoryWhenIdle(checkMs = CHECK_MS): { stop(): void } {
  const collect = exposeGarbageCollector();
  let last = performance.eventLoopUtilization();
  let residentBytes = 0;
  let idleChecks = 0;
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(last);
    last = performance.eventLoopUtilization();
    idleChecks = utilization < IDLE_UTILIZATION ? idleChecks + 1 : 0;
    if (idleChecks < IDLE_CHECKS || memoryUsage.rss() - residentBytes < MIN_GROWTH_BYTES) return;
    collect();
    idleChecks = 0;
    residentBytes = memoryUsage.rss();
    last = performance.eventLoopUtilization();
  }, checkMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Returns V8's garbage collection for low memory. No other kind shrinks the young generation. */
function exposeGarbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  return () => {
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  };
}

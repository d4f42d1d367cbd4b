import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const CHECK_MS = 5000;

/** The process is idle if its event loop was busy for less than this share of the time since the last check. */
const IDLE_UTILIZATION = 0.02;

/** Unused heap below this is not worth a collection. */
const MIN_UNUSED_BYTES = 16 * 1024 * 1024;

/**
 * Returns unused heap to the operating system once, when the process is idle after its start. V8 does so after load, but not
 * after the start, where most objects stay (docs/decisions/0014-start-and-memory.md).
 */
export function releaseMemoryAfterStart(checkMs = CHECK_MS): { stop(): void } {
  const collect = exposeGarbageCollector();
  let last = performance.eventLoopUtilization();
  const stop = () => clearInterval(timer);
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(last);
    last = performance.eventLoopUtilization();
    if (utilization >= IDLE_UTILIZATION) return;
    stop();
    if (unusedHeapBytes() >= MIN_UNUSED_BYTES) collect();
  }, checkMs);
  timer.unref();
  return { stop };
}

function unusedHeapBytes(): number {
  const { total_physical_size: resident, used_heap_size: used } = getHeapStatistics();
  return resident - used;
}

/** Returns V8's garbage collection for low memory. No other kind shrinks the young generation. */
function exposeGarbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  return () => {
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  };
}

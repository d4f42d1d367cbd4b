import { performance } from 'node:perf_hooks';
import { cpuUsage, memoryUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const CHECK_MS = 5000;

/**
 * The process is idle if it used less than this share of one processor since the last check. 5 000 waiting requests and streams
 * without news use some 8 %. Processor time is measured, because the event loop also counts as busy while another process has the
 * processor.
 */
const IDLE_SHARE = 0.25;

/**
 * Idle checks in a row before a collection. A collection takes some 200 ms, and new objects then need many small collections.
 * A board with pauses between its requests would pay this again and again.
 */
const MIN_IDLE_CHECKS = 6;
/** Five minutes. */
const MAX_IDLE_CHECKS = 60;

/** If the resident memory has grown by less since the last collection, another collection is not worth its time. */
const MIN_GROWTH_BYTES = 64 * 1024 * 1024;

/**
 * Returns unused memory to the operating system when the process has been idle for 30 s and its memory has grown: after
 * its start, and after bursts of requests. An idle process allocates little, so V8 would leave its garbage for a long time
 * (docs/decisions/0014-start-and-memory.md). While no burst intervenes, each further collection waits twice as long, up to five
 * minutes: otherwise a process with few requests would pay for one every half minute.
 */
export function releaseMemoryWhenIdle(checkMs = CHECK_MS): { stop(): void } {
  const collect = exposeGarbageCollector();
  let usage = startCpuUsage();
  let residentAfterCollection = 0;
  let idleChecks = 0;
  let requiredChecks = MIN_IDLE_CHECKS;
  const timer = setInterval(() => {
    const isIdle = usage.share() < IDLE_SHARE;
    usage = startCpuUsage();
    if (!isIdle) requiredChecks = MIN_IDLE_CHECKS;
    idleChecks = isIdle ? idleChecks + 1 : 0;
    if (idleChecks < requiredChecks || memoryUsage.rss() - residentAfterCollection < MIN_GROWTH_BYTES) return;
    collect();
    idleChecks = 0;
    requiredChecks = Math.min(2 * requiredChecks, MAX_IDLE_CHECKS);
    residentAfterCollection = memoryUsage.rss();
    usage = startCpuUsage();
  }, checkMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Measures from now on which share of one processor the process uses, all threads together. */
function startCpuUsage() {
  const start = cpuUsage();
  const startedAt = performance.now();
  return {
    share(): number {
      const { user, system } = cpuUsage(start);
      return (user + system) / 1000 / (performance.now() - startedAt);
    },
  };
}

/** Returns a function that runs V8's last-resort collection. No other kind shrinks the young generation. */
function exposeGarbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  return () => {
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  };
}

// Where calls and points are counted: in memory, in Redis, or in the primary process (`src/workers/shared-limits.ts`).
import type { Redis } from 'ioredis';
import { MemoryWindows, type Windows } from './memory-windows.ts';
import { RedisWindows } from './redis-windows.ts';
import { MemoryLog, RedisLog, type SlidingLog } from './sliding-log.ts';

export interface LimitStore {
  /** The times of recent calls, by owner. Processes that share the store share the logs with the same name. */
  log(name: string, windowMs: number): SlidingLog;
  /** The points that each owner has taken in its window. */
  windows(name: string, windowMs: number): Windows;
}

/** Counts in the memory of this process. */
export const MEMORY_STORE: LimitStore = {
  log: (_name, windowMs) => new MemoryLog(windowMs),
  windows: (_name, windowMs) => new MemoryWindows(windowMs),
};

/** Counts in Redis. While Redis fails, counts in `fallback`. */
export const createRedisStore = (redis: Redis, fallback: LimitStore): LimitStore => ({
  log: (name, windowMs) =>
    new RedisLog(redis, { prefix: `board:${name}`, windowMs, fallback: fallback.log(name, windowMs) }),
  windows: (name, windowMs) =>
    new RedisWindows(redis, {
      prefix: `board:${name}`,
      windowMs,
      fallback: fallback.windows(name, windowMs),
    }),
});

import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { maxEntries } from '../../../prisma/client.ts';

/** The calls of one owner before the current call. */
export interface LogReading {
  /** Times of the calls within the window, in milliseconds since 1970 by this process's clock, the oldest first. */
  readonly calls: readonly number[];
  /** Removes the recorded call again. Absent if no call was recorded. */
  readonly remove?: () => Promise<unknown>;
}

/** The times of recent calls, by owner. */
export interface SlidingLog {
  /**
   * Reads the calls of the last window, and records one more if they are fewer than `limit`. Atomic: concurrent calls
   * cannot record more than `limit`. With a limit of 0, only reads.
   */
  readAndRecord(owner: string, limit: number): Promise<LogReading>;
}

/** Maximum number of owners in memory. Beyond it, the least recently active owner is evicted. */
export const MAX_OWNERS = 50_000;

/** How many calls are recorded between two searches for owners without calls in the window. */
const RECORDS_PER_PURGE = 1000;

/** Keeps the log in the memory of this process. */
export class MemoryLog implements SlidingLog {
  readonly #windowMs: number;
  readonly #owners: LRUCache<string, number[]>;
  #records = 0;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
    this.#owners = new LRUCache({ ...maxEntries(MAX_OWNERS), ttl: windowMs, ttlResolution: 1000 });
  }

  /** The number of owners in memory. */
  get size(): number {
    return this.#owners.size;
  }

  readAndRecord(owner: string, limit: number): Promise<LogReading> {
    const { calls, recordedAt } = this.record(owner, limit);
    if (recordedAt === null) return Promise.resolve({ calls });
    const remove = () => {
      this.remove(owner, recordedAt);
      return Promise.resolve();
    };
    return Promise.resolve({ calls, remove });
  }

  /** As `readAndRecord`. `recordedAt` is the time of the recorded call; null if no call was recorded. */
  record(
    owner: string,
    limit: number,
  ): { readonly calls: readonly number[]; readonly recordedAt: number | null } {
    const now = Date.now();
    const start = now - this.#windowMs;
    // Calls of the future were recorded before the clock was set back.
    const calls = (this.#owners.get(owner) ?? []).filter((time) => time > start && time <= now);
    if (calls.length >= limit) return { calls, recordedAt: null };
    this.#owners.set(owner, [...calls, now]);
    this.#records += 1;
    // The cache deletes an outdated log only when its owner returns: 50 000 logs of 1 200 calls would take 800 MB.
    if (this.#records % RECORDS_PER_PURGE === 0) this.#owners.purgeStale();
    return { calls, recordedAt: now };
  }

  /** Removes the call that was recorded at this time. */
  remove(owner: string, recordedAt: number): void {
    const calls = this.#owners.get(owner) ?? [];
    const index = calls.indexOf(recordedAt);
    if (index >= 0) this.#owners.set(owner, calls.toSpliced(index, 1));
  }
}

/**
 * Prunes, reads and records in one step, by Redis's clock. Calls of the future were recorded before that clock was set back.
 * Returns how many milliseconds ago each call was.
 */
const READ_AND_RECORD = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local window, limit, id = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '(' .. now, '+inf')
  local entries = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
  local ages = {}
  for i = 2, #entries, 2 do ages[#ages + 1] = now - tonumber(entries[i]) end
  if #ages < limit then
    redis.call('ZADD', KEYS[1], now, id)
    redis.call('PEXPIRE', KEYS[1], window)
  end
  return ages`;

/** Keeps the log in Redis, shared by all processes. While Redis fails, counts in `fallback`. */
export class RedisLog implements SlidingLog {
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #windowMs: number;
  readonly #fallback: SlidingLog;

  constructor(
    redis: Redis,
    {
      prefix,
      windowMs,
      fallback,
    }: { readonly prefix: string; readonly windowMs: number; readonly fallback: SlidingLog },
  ) {
    this.#redis = redis;
    this.#prefix = prefix;
    this.#windowMs = windowMs;
    this.#fallback = fallback;
  }

  async readAndRecord(owner: string, limit: number): Promise<LogReading> {
    try {
      const [key, id] = [`${this.#prefix}:${owner}`, crypto.randomUUID()];
      const ages = (await this.#redis.eval(
        READ_AND_RECORD,
        1,
        key,
        this.#windowMs,
        limit,
        id,
      )) as readonly number[];
      const now = Date.now();
      const calls = ages.map((age) => now - age);
      if (calls.length >= limit) return { calls };
      return { calls, remove: () => this.#redis.zrem(key, id).catch(() => null) };
    } catch {
      return this.#fallback.readAndRecord(owner, limit);
    }
  }
}
